/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECTRUSTSETTINGSCONSTANTS_H
#define SECURITY_SECTRUSTSETTINGSCONSTANTS_H

/* Keys of trust settings. SecTrustSettings.h includes them. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* The keys of a setting. What is absent constrains nothing. */

/** The policy that the setting is for: a SecPolicyRef, of which its identifier counts, or that
    identifier as a string. */
#define kSecTrustSettingsPolicy CFSTR("kSecTrustSettingsPolicy")

/** A program. Programs cannot be told apart here: errSecParam. */
#define kSecTrustSettingsApplication CFSTR("kSecTrustSettingsApplication")

/** The host of TLS, or the address of mail, that the setting is for. A string. */
#define kSecTrustSettingsPolicyString CFSTR("kSecTrustSettingsPolicyString")

/** The uses that the setting is for. A number. */
#define kSecTrustSettingsKeyUsage CFSTR("kSecTrustSettingsKeyUsage")

/** A status that is no failure for this certificate. A number. */
#define kSecTrustSettingsAllowedError CFSTR("kSecTrustSettingsAllowedError")

/** The decision. A number; kSecTrustSettingsResultTrustRoot when it is absent. */
#define kSecTrustSettingsResult CFSTR("kSecTrustSettingsResult")

CF_EXTERN_C_END

#endif
