/* Tests callbacks: which callbacks receive the events of this process and of other processes, and on which thread. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TEXT(text) (UInt32)strlen(text), text

enum { room = 64 };
static struct {
  SecKeychainEvent event;
  SecKeychainItemRef item;
  pid_t pid;
  Boolean is_other_thread, has_keychain;
  void *context;
} heard[room];
static int count, deletions;
static pthread_t main_thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static OSStatus hear(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
  /* A callback may call every function of the library. */
  SecKeychainStatus state = 0;
  CHECK_STATUS(SecKeychainGetStatus(info->keychain, &state), errSecSuccess);
  pthread_mutex_lock(&mutex);
  if (count < room) {
    heard[count].event = event;
    heard[count].item = info->item ? (SecKeychainItemRef)CFRetain(info->item) : NULL;
    heard[count].pid = info->pid;
    heard[count].is_other_thread = !pthread_equal(pthread_self(), main_thread);
    heard[count].has_keychain = info->keychain != NULL;
    heard[count].context = context;
    count++;
  }
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return errSecSuccess;
}

static OSStatus hear_deletions(SecKeychainEvent event, SecKeychainCallbackInfo *info, void *context) {
  (void)info, (void)context;
  pthread_mutex_lock(&mutex);
  CHECK(event == kSecDeleteEvent);
  deletions++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return errSecSuccess;
}

/* Waits until `*number` events have arrived. Fails if `expected` events have not arrived within a minute. */
static void wait_for(int *number, int expected) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 60;
  pthread_mutex_lock(&mutex);
  while (*number < expected && pthread_cond_timedwait(&changed, &mutex, &end) == 0) {
  }
  CHECK(*number == expected);
  pthread_mutex_unlock(&mutex);
}

static void check_heard(int index, SecKeychainEvent event, SecKeychainItemRef item, pid_t pid) {
  CHECK(heard[index].event == event && heard[index].pid == pid);
  CHECK(heard[index].is_other_thread && heard[index].has_keychain);
  CHECK(heard[index].context == &count);
  CHECK(item ? heard[index].item && CFEqual(heard[index].item, item) : !heard[index].item);
}

int main(int arguments_count, char **arguments) {
  main_thread = pthread_self();
  if (arguments_count == 2) {
    /* This branch runs in another process, which the test starts below. */
    CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("other process"), TEXT(arguments[1]),
                                               TEXT("x"), NULL),
                 errSecSuccess);
    return failures;
  }
  CHECK_STATUS(SecKeychainAddCallback(NULL, kSecEveryEventMask, NULL), errSecParam);
  CHECK_STATUS(SecKeychainRemoveCallback(NULL), errSecParam);
  CHECK_STATUS(SecKeychainRemoveCallback(hear), errSecInvalidCallback);
  CHECK_STATUS(SecKeychainAddCallback(hear, kSecEveryEventMask, &count), errSecSuccess);
  CHECK_STATUS(SecKeychainAddCallback(hear, kSecAddEventMask, NULL), errSecDuplicateCallback);
  CHECK_STATUS(SecKeychainAddCallback(hear_deletions, kSecDeleteEventMask, NULL), errSecSuccess);

  SecKeychainItemRef item = NULL;
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("anna"), TEXT("one"), &item),
               errSecSuccess);
  wait_for(&count, 1);
  check_heard(0, kSecAddEvent, item, getpid());
  CHECK_STATUS(SecKeychainItemModifyContent(item, NULL, TEXT("two")), errSecSuccess);
  wait_for(&count, 2);
  check_heard(1, kSecUpdateEvent, item, getpid());
  CHECK_STATUS(SecKeychainItemDelete(item), errSecSuccess);
  wait_for(&count, 3);
  check_heard(2, kSecDeleteEvent, item, getpid());
  wait_for(&deletions, 1);
  CFRelease(item);

  /* Creating a permanent key causes an event. */
  CFMutableDictionaryRef parameters = dictionary();
  int size = 256;
  CFDictionarySetValue(parameters, kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom);
  put(parameters, kSecAttrKeySizeInBits, CFNumberCreate(NULL, kCFNumberIntType, &size));
  CFMutableDictionaryRef half = dictionary();
  CFDictionarySetValue(half, kSecAttrIsPermanent, kCFBooleanTrue);
  put(parameters, kSecPrivateKeyAttrs, half);
  SecKeyRef key = SecKeyCreateRandomKey(parameters, NULL);
  CHECK(key);
  CFRelease(parameters);
  wait_for(&count, 4);
  check_heard(3, kSecAddEvent, (SecKeychainItemRef)key, getpid());
  CFRelease(key);

  /* Another process adds an item, which causes an event in this process. */
  pid_t child = fork();
  if (child == 0) {
    execl(arguments[0], arguments[0], "ben", (char *)NULL);
    _exit(9);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  wait_for(&count, 5);
  CHECK(heard[4].event == kSecAddEvent && heard[4].pid == child && heard[4].item);

  /* A forked child process has no callbacks. Its calls do not affect the callbacks of its parent. */
  child = fork();
  if (child == 0) {
    CHECK_STATUS(SecKeychainAddCallback(hear, kSecEveryEventMask, &count), errSecNotAvailable);
    CHECK_STATUS(SecKeychainRemoveCallback(hear), errSecSuccess);
    CHECK_STATUS(SecKeychainRemoveCallback(hear_deletions), errSecSuccess);
    _exit(failures);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);

  CHECK_STATUS(SecKeychainRemoveCallback(hear_deletions), errSecSuccess);
  CHECK_STATUS(SecKeychainRemoveCallback(hear_deletions), errSecInvalidCallback);
  CHECK_STATUS(SecKeychainItemDelete(heard[4].item), errSecSuccess);
  wait_for(&count, 6);
  CHECK(heard[5].event == kSecDeleteEvent);
  CHECK_STATUS(SecKeychainRemoveCallback(hear), errSecSuccess);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("late"), TEXT("one"), NULL),
               errSecSuccess);
  /* A callback does not receive events that occurred before the callback was added. */
  CHECK_STATUS(SecKeychainAddCallback(hear, kSecAddEventMask, &count), errSecSuccess);
  CHECK_STATUS(SecKeychainAddGenericPassword(NULL, TEXT("mail"), TEXT("later"), TEXT("one"), &item),
               errSecSuccess);
  wait_for(&count, 7);
  check_heard(6, kSecAddEvent, item, getpid());
  CHECK_STATUS(SecKeychainRemoveCallback(hear), errSecSuccess);
  CHECK(deletions == 1);
  CFRelease(item);
  for (int index = 0; index < count; index++) {
    if (heard[index].item) CFRelease(heard[index].item);
  }
  return report();
}
