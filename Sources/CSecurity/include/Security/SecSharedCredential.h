#ifndef SECURITY_SECSHAREDCREDENTIAL_H
#define SECURITY_SECSHAREDCREDENTIAL_H

/* Passwords that programs share with web sites. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The greatest length of a generated password. A number. Raw value `PasswordMaxLength`. Private on
    Apple's platforms. */
extern const CFStringRef kSecPasswordMaxLength;

/** The smallest length of a generated password. A number; has the raw value of
    `kSecPasswordMaxLength`, as on Apple's platforms. Raw value `PasswordMaxLength`. Private on
    Apple's platforms. */
extern const CFStringRef kSecPasswordMinLength;

/** The characters that a generated password may contain. A string. Raw value
    `PasswordAllowedCharacters`. Private on Apple's platforms. */
extern const CFStringRef kSecPasswordAllowedCharacters;

/** The sets of characters of which a generated password must contain one each. An array of strings.
    Raw value `PasswordRequiredCharacters`. Private on Apple's platforms. */
extern const CFStringRef kSecPasswordRequiredCharacters;

/** The password in a shared web credential. A string. Raw value `spwd`. */
extern const CFStringRef kSecSharedPassword;
/** Returns a new random password that people can read and type. The caller must release it. */
extern CFStringRef SecCreateSharedWebCredentialPassword(void);

#if __BLOCKS__
/** Always fails: there is no service that shares passwords between programs and web sites. The block is called
    asynchronously on another thread, with errSecUnimplemented. */
extern void SecAddSharedWebCredential(CFStringRef fqdn, CFStringRef account, CFStringRef password,
                                      void (^completionHandler)(CFErrorRef error));

/** Always fails: there is no service that shares passwords between programs and web sites. The block is called
    asynchronously on another thread, with errSecUnimplemented. */
extern void SecRequestSharedWebCredential(CFStringRef fqdn, CFStringRef account,
                                          void (^completionHandler)(CFArrayRef credentials,
                                                                    CFErrorRef error));
#endif

CF_EXTERN_C_END

#endif
