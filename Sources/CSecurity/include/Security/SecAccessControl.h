#ifndef SECURITY_SECACCESSCONTROL_H
#define SECURITY_SECACCESSCONTROL_H

/* Access control: the proofs that the keychain demands before an item may be used. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The proofs that the keychain demands before an item may be used. */
typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
  /** The presence of the user, proven by biometry or by the passcode. */
  kSecAccessControlUserPresence = 1UL << 0,
  /** Biometry. Latchkey does not support biometry, so an item that requires biometry cannot be stored. */
  kSecAccessControlBiometryAny = 1UL << 1,
  /** The older name of kSecAccessControlBiometryAny. */
  kSecAccessControlTouchIDAny = 1UL << 1,
  /** Biometry with the fingers or faces that are enrolled now. Latchkey does not support biometry. */
  kSecAccessControlBiometryCurrentSet = 1UL << 3,
  /** The older name of kSecAccessControlBiometryCurrentSet. */
  kSecAccessControlTouchIDCurrentSet = 1UL << 3,
  /** The passcode of the keychain. */
  kSecAccessControlDevicePasscode = 1UL << 4,
  /** The presence of a paired watch. Latchkey does not support paired devices. */
  kSecAccessControlWatch = 1UL << 5,
  /** The presence of a paired device. Latchkey does not support paired devices. */
  kSecAccessControlCompanion = 1UL << 5,
  /** One of the other constraints suffices. */
  kSecAccessControlOr = 1UL << 14,
  /** All other constraints are required. */
  kSecAccessControlAnd = 1UL << 15,
  /** The private key may be used, but not read. */
  kSecAccessControlPrivateKeyUsage = 1UL << 30,
  /** The application password, which is a password for this item alone. */
  kSecAccessControlApplicationPassword = 1UL << 31
};

/** Returns the type of access control objects. */
extern CFTypeID SecAccessControlGetTypeID(void);

/** Makes an object for kSecAttrAccessControl. The caller must release it.

    @param allocator Ignored; pass NULL.
    @param protection One of the kSecAttrAccessible... constants.
    @param flags The proofs that the keychain demands.
    @param error Receives an error if the result is NULL; the caller must release the error. The status is
    errSecParam for another protection, and for flags that contradict each other. Pass NULL to ignore the error. */
extern SecAccessControlRef SecAccessControlCreateWithFlags(CFAllocatorRef allocator,
                                                           CFTypeRef protection,
                                                           SecAccessControlCreateFlags flags,
                                                           CFErrorRef *error);

CF_EXTERN_C_END

#endif
