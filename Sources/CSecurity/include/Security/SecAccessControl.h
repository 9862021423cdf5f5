#ifndef SECURITY_SECACCESSCONTROL_H
#define SECURITY_SECACCESSCONTROL_H

/* Access control: what has to be proven before an item may be used. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** What has to be proven. */
typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
  /** That a person is there: biometry or the passcode. */
  kSecAccessControlUserPresence = 1UL << 0,
  /** Biometry. There is none here: such items are refused when they are stored. */
  kSecAccessControlBiometryAny = 1UL << 1,
  /** The older name of kSecAccessControlBiometryAny. */
  kSecAccessControlTouchIDAny = 1UL << 1,
  /** Biometry as it is enrolled now. */
  kSecAccessControlBiometryCurrentSet = 1UL << 3,
  /** The older name of kSecAccessControlBiometryCurrentSet. */
  kSecAccessControlTouchIDCurrentSet = 1UL << 3,
  /** The keychain's passcode. */
  kSecAccessControlDevicePasscode = 1UL << 4,
  /** A paired watch. */
  kSecAccessControlWatch = 1UL << 5,
  /** A paired device. */
  kSecAccessControlCompanion = 1UL << 5,
  /** One of the constraints is enough. */
  kSecAccessControlOr = 1UL << 14,
  /** All of the constraints are needed. */
  kSecAccessControlAnd = 1UL << 15,
  /** The private key may be used, but not read. */
  kSecAccessControlPrivateKeyUsage = 1UL << 30,
  /** A password of the program. */
  kSecAccessControlApplicationPassword = 1UL << 31
};

/** Returns the type of access control objects. */
extern CFTypeID SecAccessControlGetTypeID(void);

/** Makes an object for kSecAttrAccessControl; the caller releases it.

    @param allocator Ignored; pass NULL.
    @param protection One of the kSecAttrAccessible... constants.
    @param flags What has to be proven.
    @param error Receives, when the result is NULL, an error that the caller releases: errSecParam for
    another protection, and for flags that contradict each other. NULL to ignore it. */
extern SecAccessControlRef SecAccessControlCreateWithFlags(CFAllocatorRef allocator,
                                                           CFTypeRef protection,
                                                           SecAccessControlCreateFlags flags,
                                                           CFErrorRef *error);

CF_EXTERN_C_END

#endif
