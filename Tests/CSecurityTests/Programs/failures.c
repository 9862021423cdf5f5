/* Tests the functions that return the cause of the last failed call. */
#include "check.h"

#include <Security/LatchkeyFailure.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *in_another_thread(void *nothing) {
  (void)nothing;
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseNone);
  CHECK_STATUS(SecItemDelete(NULL), errSecParam);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseInvalidArgument);
  return NULL;
}

static Boolean reason_contains(const char *text) {
  CFStringRef reason = LatchkeyCopyLastFailureReason();
  if (!reason) return false;
  CFStringRef part = string(text);
  Boolean result = CFStringFind(reason, part, 0).location != kCFNotFound;
  CFRelease(part);
  CFRelease(reason);
  return result;
}

int main(void) {
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseNone);
  CHECK_STATUS(LatchkeyGetLastFailureStatus(), errSecSuccess);
  CHECK(!LatchkeyCopyLastFailureReason());

  CFMutableDictionaryRef query = password("failures", "anna");
  CHECK_STATUS(SecItemCopyMatching(query, NULL), errSecItemNotFound);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseItemNotFound);
  CHECK_STATUS(LatchkeyGetLastFailureStatus(), errSecItemNotFound);

  /* Each thread has its own last failure. */
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, in_another_thread, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseItemNotFound);

  /* A successful call clears the last failure. */
  CHECK_STATUS(SecItemAdd(query, NULL), errSecSuccess);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseNone);

  /* A NULL pointer is detected before the keychain is used. It also sets the last failure. */
  CHECK_STATUS(SecKeychainItemCopyKeychain(NULL, NULL), errSecParam);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseInvalidArgument);

  /* An error object contains the same cause as the last failure. */
  CFErrorRef error = NULL;
  CFMutableDictionaryRef attributes = dictionary();
  CHECK(!SecKeyCreateRandomKey(attributes, NULL));
  CHECK(reason_contains("type"));
  put(attributes, kSecAttrKeyType, CFRetain(kSecAttrKeyTypeRSA));
  CHECK(!SecKeyCreateRandomKey(attributes, &error));
  CHECK(error != NULL);
  if (error) {
    CFDictionaryRef information = CFErrorCopyUserInfo(error);
    CFNumberRef number = CFDictionaryGetValue(information, kLatchkeyFailureCauseErrorKey);
    int32_t cause = 0;
    CHECK(number && CFNumberGetValue(number, kCFNumberSInt32Type, &cause));
    CHECK(cause == LatchkeyGetLastFailureCause() && cause != kLatchkeyFailureCauseNone);
    CFStringRef reason = CFErrorCopyFailureReason(error);
    CFStringRef last = LatchkeyCopyLastFailureReason();
    CHECK(reason && last && CFEqual(reason, last));
    if (reason) CFRelease(reason);
    if (last) CFRelease(last);
    CFRelease(information);
    CFRelease(error);
  }
  CFRelease(attributes);

  /* The status errSecNotAvailable has several causes. For a missing database, the reason names the missing file. */
  char path[4096];
  snprintf(path, sizeof path, "%s/keychain.db", getenv("LATCHKEY_HOME"));
  CHECK(unlink(path) == 0);
  CHECK_STATUS(SecItemAdd(query, NULL), errSecNotAvailable);
  CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseDatabaseMissing);
  CHECK(reason_contains("keychain.db"));
  CFStringRef advice = LatchkeyCopyFailureCauseAdvice(LatchkeyGetLastFailureCause());
  CHECK(advice != NULL);
  if (advice) CFRelease(advice);
  CFStringRef name = LatchkeyCopyFailureCauseName(kLatchkeyFailureCauseDeviceKeyMissing);
  CHECK(is_text(name, "device-key-missing"));
  if (name) CFRelease(name);
  CHECK(!LatchkeyCopyFailureCauseName(9999) && !LatchkeyCopyFailureCauseName(kLatchkeyFailureCauseNone));
  CFRelease(query);
  return report();
}
