/* Uses the keychain in many threads, and in forked child processes. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { thread_count = 4, round_count = 20 };

static atomic_bool is_over;

static OSStatus find(const char *service, const char *account) {
  CFMutableDictionaryRef query = password(service, account);
  CFDictionarySetValue(query, kSecReturnData, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecReturnAttributes, kCFBooleanTrue);
  CFDictionarySetValue(query, kSecReturnRef, kCFBooleanTrue);
  CFTypeRef result = NULL;
  OSStatus status = SecItemCopyMatching(query, &result);
  if (result) CFRelease(result);
  CFRelease(query);
  return status;
}

static void *work(void *name) {
  long failed = 0;
  for (int round = 0; round < round_count; round++) {
    CFMutableDictionaryRef item = password(name, "thread");
    put(item, kSecValueData, data("secret"));
    failed += SecItemAdd(item, NULL) != errSecSuccess;
    failed += find(name, "thread") != errSecSuccess;
    CFDictionaryRemoveValue(item, kSecValueData);
    failed += SecItemDelete(item) != errSecSuccess;
    failed += find(name, "thread") != errSecItemNotFound;
    CFRelease(item);
  }
  return (void *)failed;
}

static void threads(void) {
  static char names[thread_count][16];
  pthread_t threads[thread_count];
  for (int index = 0; index < thread_count; index++) {
    snprintf(names[index], sizeof names[index], "thread %d", index);
    pthread_create(&threads[index], NULL, work, names[index]);
  }
  for (int index = 0; index < thread_count; index++) {
    void *failed = NULL;
    pthread_join(threads[index], &failed);
    CHECK(failed == NULL);
  }
}

static void *search(void *name) {
  long failed = 0;
  while (!atomic_load(&is_over)) failed += find(name, "parent") != errSecSuccess;
  return (void *)failed;
}

/* Forks while another thread searches. The child process must be able to search and to add items. */
static void children(void) {
  CFMutableDictionaryRef item = password("forked", "parent");
  put(item, kSecValueData, data("secret"));
  CHECK_STATUS(SecItemAdd(item, NULL), errSecSuccess);
  CFRelease(item);
  pthread_t thread;
  pthread_create(&thread, NULL, search, (void *)"forked");
  for (int round = 0; round < 5; round++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      char name[16];
      snprintf(name, sizeof name, "child %d", round);
      item = password("forked", name);
      put(item, kSecValueData, data("secret"));
      int failed = find("forked", "parent") != errSecSuccess;
      failed += SecItemAdd(item, NULL) != errSecSuccess;
      _exit(failed);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  atomic_store(&is_over, true);
  void *failed = NULL;
  pthread_join(thread, &failed);
  CHECK(failed == NULL);
  CHECK_STATUS(find("forked", "child 4"), errSecSuccess);
}

static void *forbid(void *unused) {
  (void)unused;
  while (!atomic_load(&is_over)) SecKeychainSetUserInteractionAllowed(false);
  return NULL;
}

/* Forks while other threads change a setting that every search reads. */
static void settings(void) {
  atomic_store(&is_over, false);
  SecKeychainSetUserInteractionAllowed(false);
  pthread_t threads[2];
  for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, forbid, NULL);
  for (int round = 0; round < 30; round++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      Boolean state = true;
      int failed = SecKeychainGetUserInteractionAllowed(&state) != errSecSuccess || state;
      _exit(failed + (find("forked", "parent") != errSecSuccess));
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  atomic_store(&is_over, true);
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
}

int main(void) {
  threads();
  children();
  settings();
  return report();
}
