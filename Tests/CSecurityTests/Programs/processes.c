/* Uses the keychain in many threads, and in forked child processes. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { thread_count = 4, round_count = 20 };

static atomic_bool is_over;

/* Waits for a child process, which must end with 0. */
static void expect_success(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}

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
    expect_success(child);
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
    expect_success(child);
  }
  atomic_store(&is_over, true);
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
}

/* The status of the last search that failed. */
static atomic_int failed_search;

static void *search_list(void *unused) {
  (void)unused;
  while (!atomic_load(&is_over)) {
    OSStatus first = find("several", "one.keychain"), second = find("several", "two.keychain");
    if (first != errSecSuccess) atomic_store(&failed_search, first);
    if (second != errSecSuccess) atomic_store(&failed_search, second);
  }
  return NULL;
}

/* Forks while other threads search three keychains. The child process must be able to use all of them. */
static void keychains(void) {
  static const char *names[] = {"one.keychain", "two.keychain"};
  SecKeychainRef made[2] = {NULL, NULL};
  SecKeychainRef login = NULL;
  CHECK_STATUS(SecKeychainOpen("login.keychain", &login), errSecSuccess);
  for (int index = 0; index < 2; index++) {
    CHECK_STATUS(SecKeychainCreate(names[index], 2, "pw", false, NULL, &made[index]), errSecSuccess);
    CHECK_STATUS(SecKeychainAddGenericPassword(made[index], 7, "several", 12, names[index], 1, "p", NULL), errSecSuccess);
  }
  const void *all[] = {login, made[0], made[1]};
  CFArrayRef list = CFArrayCreate(NULL, all, 3, &kCFTypeArrayCallBacks);
  CHECK_STATUS(SecKeychainSetSearchList(list), errSecSuccess);
  CFRelease(list);
  atomic_store(&is_over, false);
  pthread_t threads[2];
  for (int index = 0; index < 2; index++) pthread_create(&threads[index], NULL, search_list, NULL);
  for (int round = 0; round < 5; round++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(30);
      int failed = find("forked", "parent") != errSecSuccess;
      for (int index = 0; index < 2; index++) {
        char name[16];
        int length = snprintf(name, sizeof name, "child %d", round);
        failed += find("several", names[index]) != errSecSuccess;
        failed += SecKeychainAddGenericPassword(made[index], 7, "several", (UInt32)length, name, 1, "p", NULL)
                  != errSecSuccess;
      }
      _exit(failed);
    }
    expect_success(child);
  }
  atomic_store(&is_over, true);
  // Each thread searches both keychains, so no keychain is deleted before both threads end.
  for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
  CHECK_STATUS(atomic_load(&failed_search), errSecSuccess);
  for (int index = 0; index < 2; index++) {
    CHECK_STATUS(SecKeychainFindGenericPassword(made[index], 7, "several", 7, "child 4", NULL, NULL, NULL), errSecSuccess);
    CHECK_STATUS(SecKeychainDelete(made[index]), errSecSuccess);
    CFRelease(made[index]);
  }
  CFRelease(login);
}

int main(void) {
  threads();
  children();
  settings();
  keychains();
  return report();
}
