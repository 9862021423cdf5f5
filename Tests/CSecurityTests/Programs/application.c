/* Tests the first call of an application in a program without the set-group-ID bit: the call fails, and the keychain
   cannot be used afterwards. SecurityToolTests has programs with the bit. */
#include "check.h"

#include <Security/LatchkeyApplication.h>
#include <Security/LatchkeyFailure.h>

int main(void) {
  CHECK_STATUS(LatchkeyBeginApplication(NULL), errSecParam);
  CFMutableDictionaryRef item = password("application", "anna");
  for (int attempt = 0; attempt < 2; attempt++) {
    CHECK_STATUS(LatchkeyBeginApplication("com.example.test"), errSecMissingEntitlement);
    CHECK(LatchkeyGetLastFailureCause() == kLatchkeyFailureCauseMissingEntitlement);
    CFStringRef reason = LatchkeyCopyLastFailureReason();
    CHECK(reason && CFStringGetLength(reason) > 0);
    if (reason) CFRelease(reason);
  }
  CHECK_STATUS(SecItemAdd(item, NULL), errSecMissingEntitlement);
  CFRelease(item);
  return report();
}
