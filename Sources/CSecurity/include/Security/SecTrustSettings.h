#ifndef SECURITY_SECTRUSTSETTINGS_H
#define SECURITY_SECTRUSTSETTINGS_H

/* Trust settings: what was decided about certificates. Judgements heed it. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** Whose settings. */
typedef CF_ENUM(uint32_t, SecTrustSettingsDomain) {
  /** Those of the user. */
  kSecTrustSettingsDomainUser = 0,
  /** Those of the machine's administrator, for all users. */
  kSecTrustSettingsDomainAdmin = 1,
  /** The distribution's authorities. Cannot be changed. */
  kSecTrustSettingsDomainSystem = 2
};

/** What was decided: the values of kSecTrustSettingsResult. */
typedef CF_ENUM(uint32_t, SecTrustSettingsResult) {
  /** Never in trust settings. */
  kSecTrustSettingsResultInvalid = 0,
  /** Trusted as a root. For certificates that are signed by themselves. */
  kSecTrustSettingsResultTrustRoot = 1,
  /** Trusted as if it were a root. For the others. */
  kSecTrustSettingsResultTrustAsRoot = 2,
  /** Not trusted. */
  kSecTrustSettingsResultDeny = 3,
  /** Neither. */
  kSecTrustSettingsResultUnspecified = 4
};

/** Uses of a key: the bits of kSecTrustSettingsKeyUsage. */
typedef CF_OPTIONS(uint32_t, SecTrustSettingsKeyUsage) {
  /** Signs and verifies data. */
  kSecTrustSettingsKeyUseSignature = 0x01,
  /** Encrypts and decrypts data. */
  kSecTrustSettingsKeyUseEnDecryptData = 0x02,
  /** Encrypts and decrypts keys. */
  kSecTrustSettingsKeyUseEnDecryptKey = 0x04,
  /** Signs certificates. */
  kSecTrustSettingsKeyUseSignCert = 0x08,
  /** Signs revocations. */
  kSecTrustSettingsKeyUseSignRevocation = 0x10,
  /** Agrees on keys. */
  kSecTrustSettingsKeyUseKeyExchange = 0x20,
  /** All of it. */
  kSecTrustSettingsKeyUseAny = 0xffffffff
};

/* The keys of a setting. What is absent constrains nothing. */

/** The policy that the setting is for: a SecPolicyRef, of which its identifier counts, or that identifier
    as a string. */
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

/** Stands for all roots without settings of their own. Functions answer errSecUnimplemented. */
#define kSecTrustSettingsDefaultRootCertSetting ((SecCertificateRef)-1)

/* Every function answers errSecInvalidTrustSettings when the settings of the domain are damaged, belong to
   somebody else or may be written by others, and errSecParam for other objects. */

/** Finds what was decided about a certificate.

    @param trustSettings Receives an array of dictionaries; an empty one trusts the certificate as a root
    for everything.
    @return errSecItemNotFound when nothing was decided about it. */
extern OSStatus SecTrustSettingsCopyTrustSettings(SecCertificateRef certRef,
                                                  SecTrustSettingsDomain domain,
                                                  CFArrayRef *trustSettings);

/** Decides about a certificate, in place of what was decided before.

    @param trustSettingsDictOrArray A dictionary, or an array of them; NULL, or an empty array, trusts a
    root for everything.
    @return errSecWrPerm for the administrator's domain without the rights, errSecReadOnly for the
    system's. */
extern OSStatus SecTrustSettingsSetTrustSettings(SecCertificateRef certRef,
                                                 SecTrustSettingsDomain domain,
                                                 CFTypeRef trustSettingsDictOrArray);

/** Forgets what was decided about a certificate.

    @return errSecItemNotFound when nothing was; otherwise as SecTrustSettingsSetTrustSettings. */
extern OSStatus SecTrustSettingsRemoveTrustSettings(SecCertificateRef certRef,
                                                    SecTrustSettingsDomain domain);

/** Finds the certificates about which something was decided.

    @return errSecNoTrustSettings when there are none. */
extern OSStatus SecTrustSettingsCopyCertificates(SecTrustSettingsDomain domain,
                                                 CFArrayRef *certArray);

/** Finds when a decision was made; NULL when another system did not say.

    @return errSecItemNotFound when nothing was decided about the certificate. */
extern OSStatus SecTrustSettingsCopyModificationDate(SecCertificateRef certRef,
                                                     SecTrustSettingsDomain domain,
                                                     CFDateRef *modificationDate);

/** Writes the settings of a domain as data: a property list, as macOS writes it.

    @return errSecNoTrustSettings when there are none. */
extern OSStatus SecTrustSettingsCreateExternalRepresentation(SecTrustSettingsDomain domain,
                                                             CFDataRef *trustSettings);

/** Puts settings that were written so, here or on macOS, in place of those of a domain.

    @return errSecInvalidTrustSettings for other data; otherwise as SecTrustSettingsSetTrustSettings. */
extern OSStatus SecTrustSettingsImportExternalRepresentation(SecTrustSettingsDomain domain,
                                                             CFDataRef trustSettings);

CF_EXTERN_C_END

#endif
