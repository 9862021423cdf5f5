/* Creates a keychain with a password, locks and unlocks it, and sets when it locks automatically. */
#include "check.h"

#define TEXT(text) (UInt32)strlen(text), text

int main(void) {
  SecKeychainRef keychain = NULL;
  /* A password that is too long is rejected. The call must not create a keychain without a password. */
  static const char endless[(1 << 20) + 1];
  CHECK_STATUS(
      SecKeychainCreate("login.keychain", sizeof endless, endless, false, NULL, &keychain),
      errSecParam);
  CHECK_STATUS(SecKeychainCreate("login.keychain", TEXT("open sesame"), false, NULL, &keychain),
               errSecSuccess);
  CHECK(keychain && CFGetTypeID(keychain) == SecKeychainGetTypeID());
  CHECK_STATUS(SecKeychainCreate("login.keychain", 0, NULL, false, NULL, NULL),
               errSecDuplicateKeychain);
  SecKeychainStatus state = 0;
  CHECK_STATUS(SecKeychainGetStatus(keychain, &state), errSecSuccess);
  CHECK(state & kSecUnlockStateStatus);
  CHECK_STATUS(SecKeychainAddGenericPassword(keychain, TEXT("s"), TEXT("a"), TEXT("secret"), NULL),
               errSecSuccess);

  SecKeychainSettings settings = {SEC_KEYCHAIN_SETTINGS_VERS1, true, true, 3600};
  CHECK_STATUS(SecKeychainSetSettings(keychain, &settings), errSecSuccess);
  settings.lockInterval = 0;
  CHECK_STATUS(SecKeychainSetSettings(keychain, &settings), errSecParam);
  CHECK_STATUS(SecKeychainCopySettings(keychain, &settings), errSecSuccess);
  CHECK(settings.lockOnSleep && settings.useLockInterval && settings.lockInterval == 3600);

  CHECK_STATUS(SecKeychainLock(keychain), errSecSuccess);
  CHECK_STATUS(SecKeychainGetStatus(keychain, &state), errSecSuccess);
  CHECK(state == (kSecReadPermStatus | kSecWritePermStatus));
  UInt32 length = 0;
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("s"), TEXT("a"), &length, NULL, NULL),
               errSecInteractionNotAllowed);
  CHECK_STATUS(SecKeychainUnlock(keychain, 0, NULL, false), errSecInteractionNotAllowed);
  CHECK_STATUS(SecKeychainUnlock(keychain, 0, NULL, true), errSecAuthFailed);
  CHECK_STATUS(SecKeychainUnlock(keychain, TEXT("wrong"), true), errSecAuthFailed);
  CHECK_STATUS(SecKeychainUnlock(keychain, 5, NULL, true), errSecParam);
  CHECK_STATUS(SecKeychainUnlock(keychain, TEXT("open sesame"), true), errSecSuccess);
  CHECK_STATUS(SecKeychainGetStatus(keychain, &state), errSecSuccess);
  CHECK(state & kSecUnlockStateStatus);
  CHECK_STATUS(SecKeychainFindGenericPassword(NULL, TEXT("s"), TEXT("a"), &length, NULL, NULL),
               errSecSuccess);
  CHECK(length == 6);
  CHECK_STATUS(SecKeychainUnlock(keychain, 0, NULL, false), errSecSuccess);
  CFRelease(keychain);
  return report();
}
