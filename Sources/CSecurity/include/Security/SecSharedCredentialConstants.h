/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECSHAREDCREDENTIALCONSTANTS_H
#define SECURITY_SECSHAREDCREDENTIALCONSTANTS_H

/* Keys of passwords that programs share with web sites. SecSharedCredential.h includes them. */

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

CF_EXTERN_C_END

#endif
