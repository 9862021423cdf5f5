/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECTRUSTSETTINGSCONSTANTS_H
#define SECURITY_SECTRUSTSETTINGSCONSTANTS_H

/* This header declares the keys of trust settings. SecTrustSettings.h includes this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Keys of the dictionary of a trust setting. A missing key does not restrict the setting. */

/** The policy to which the setting applies. The value is a `SecPolicy`, or the identifier of a
    policy as a string. Latchkey uses only the identifier of a `SecPolicy`. The default is every
    policy. */
#define kSecTrustSettingsPolicy CFSTR("kSecTrustSettingsPolicy")

/** The program to which the setting applies. The value is data; any other value gives
    `errSecParam`. Latchkey stores the data, but cannot distinguish programs. Therefore, a setting
    with this key never makes a certificate trusted. If the setting denies a certificate, Latchkey
    denies the certificate for all programs. */
#define kSecTrustSettingsApplication CFSTR("kSecTrustSettingsApplication")

/** The TLS host or the e-mail address to which the setting applies. The value is a string. The
    default is every host and every address. */
#define kSecTrustSettingsPolicyString CFSTR("kSecTrustSettingsPolicyString")

/** The uses of the key to which the setting applies. The value is a number with the bits of
    `SecTrustSettingsKeyUsage`. The default is every use. */
#define kSecTrustSettingsKeyUsage CFSTR("kSecTrustSettingsKeyUsage")

/** The status of a failure that the evaluation ignores for this certificate. The value is a
    number. */
#define kSecTrustSettingsAllowedError CFSTR("kSecTrustSettingsAllowedError")

/** The decision of the setting. The value is a `SecTrustSettingsResult` as a number. The default is
    kSecTrustSettingsResultTrustRoot. */
#define kSecTrustSettingsResult CFSTR("kSecTrustSettingsResult")

CF_EXTERN_C_END

#endif
