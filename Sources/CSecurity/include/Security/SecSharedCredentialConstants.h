/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECSHAREDCREDENTIALCONSTANTS_H
#define SECURITY_SECSHAREDCREDENTIALCONSTANTS_H

/* This header declares the keys for passwords that programs share with web sites.
   SecSharedCredential.h includes this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** The greatest length of a generated password. The value is a number. Raw value
    `PasswordMaxLength`. Private on Apple's platforms. */
extern const CFStringRef kSecPasswordMaxLength;

/** The smallest length of a generated password. The value is a number. The raw value is the same as
    for `kSecPasswordMaxLength`, as on Apple's platforms. Raw value `PasswordMaxLength`. Private on
    Apple's platforms. */
extern const CFStringRef kSecPasswordMinLength;

/** The characters that a generated password may contain. The value is a string. Raw value
    `PasswordAllowedCharacters`. Private on Apple's platforms. */
extern const CFStringRef kSecPasswordAllowedCharacters;

/** The sets of required characters. A generated password contains at least one character of each
    set. The value is an array of strings. Raw value `PasswordRequiredCharacters`. Private on
    Apple's platforms. */
extern const CFStringRef kSecPasswordRequiredCharacters;

/** The password in a shared web credential. The value is a string. Raw value `spwd`. */
extern const CFStringRef kSecSharedPassword;

CF_EXTERN_C_END

#endif
