/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECTRUSTSETTINGSCONSTANTS_H
#define SECURITY_SECTRUSTSETTINGSCONSTANTS_H

/* Keys of trust settings. SecTrustSettings.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* The keys of a trust setting. A missing key sets no condition. */

/** The policy of the setting. The value is a `SecPolicy`, or the identifier of a policy as a
    string. Only the identifier of a `SecPolicy` is used. The default is every policy. */
#define kSecTrustSettingsPolicy CFSTR("kSecTrustSettingsPolicy")

/** The program of the setting. Latchkey cannot distinguish programs, so a call with this key gives
    `errSecParam`. Latchkey keeps such a setting if another system wrote it. The setting then trusts
    nothing. */
#define kSecTrustSettingsApplication CFSTR("kSecTrustSettingsApplication")

/** The TLS host or the e-mail address of the setting. The value is a string. The default is every
    host and every address. */
#define kSecTrustSettingsPolicyString CFSTR("kSecTrustSettingsPolicyString")

/** The uses of the key to which the setting applies. The value is a number with the bits of
    `SecTrustSettingsKeyUsage`. The default is every use. */
#define kSecTrustSettingsKeyUsage CFSTR("kSecTrustSettingsKeyUsage")

/** The status of a failure that the evaluation ignores for this certificate. The value is a
    number. */
#define kSecTrustSettingsAllowedError CFSTR("kSecTrustSettingsAllowedError")

/** The decision. The value is a `SecTrustSettingsResult` as a number. The default is
    kSecTrustSettingsResultTrustRoot. */
#define kSecTrustSettingsResult CFSTR("kSecTrustSettingsResult")

CF_EXTERN_C_END

#endif
