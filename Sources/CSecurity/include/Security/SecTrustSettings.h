#ifndef SECURITY_SECTRUSTSETTINGS_H
#define SECURITY_SECTRUSTSETTINGS_H

/* Trust settings: decisions on certificates. Evaluations of trust use these decisions. */

#include <Security/SecBase.h>
#include <Security/SecTrustSettingsConstants.h>

CF_EXTERN_C_BEGIN

/** A domain of trust settings. */
typedef CF_ENUM(uint32_t, SecTrustSettingsDomain) {
  /** The trust settings of the user. */
  kSecTrustSettingsDomainUser = 0,
  /** The trust settings of the administrator, for all users. */
  kSecTrustSettingsDomainAdmin = 1,
  /** The certificate authorities of the distribution. These settings cannot be changed. */
  kSecTrustSettingsDomainSystem = 2
};

/** A decision on a certificate: the values of kSecTrustSettingsResult. */
typedef CF_ENUM(uint32_t, SecTrustSettingsResult) {
  /** Never used in trust settings. */
  kSecTrustSettingsResultInvalid = 0,
  /** The certificate is trusted as a root. This decision is only for self-signed certificates. */
  kSecTrustSettingsResultTrustRoot = 1,
  /** The certificate is trusted like a root. This decision is only for certificates that are not self-signed. */
  kSecTrustSettingsResultTrustAsRoot = 2,
  /** The certificate is not trusted. */
  kSecTrustSettingsResultDeny = 3,
  /** The certificate is neither trusted nor denied. */
  kSecTrustSettingsResultUnspecified = 4
};

/** The uses of a key, as bits of kSecTrustSettingsKeyUsage. */
typedef CF_OPTIONS(uint32_t, SecTrustSettingsKeyUsage) {
  /** Signing and verifying data. */
  kSecTrustSettingsKeyUseSignature = 0x01,
  /** Encrypting and decrypting data. */
  kSecTrustSettingsKeyUseEnDecryptData = 0x02,
  /** Encrypting and decrypting keys. */
  kSecTrustSettingsKeyUseEnDecryptKey = 0x04,
  /** Signing certificates. */
  kSecTrustSettingsKeyUseSignCert = 0x08,
  /** Signing revocation lists and OCSP responses. */
  kSecTrustSettingsKeyUseSignRevocation = 0x10,
  /** Key exchange. */
  kSecTrustSettingsKeyUseKeyExchange = 0x20,
  /** Any use. */
  kSecTrustSettingsKeyUseAny = 0xffffffff
};

/** A value that represents all roots without settings. Every function returns errSecUnimplemented for this value. */
#define kSecTrustSettingsDefaultRootCertSetting ((SecCertificateRef)-1)

/* Every function returns errSecInvalidTrustSettings if the settings of the domain are damaged, belong to another user,
   or are writable by other users. Every function returns errSecParam for an argument of a wrong type. */

/** Finds the trust settings of a certificate.

    @param trustSettings Receives an array of dictionaries. An empty dictionary trusts the certificate as a root for
    every purpose.
    @return errSecSuccess; errSecItemNotFound if the certificate has no settings. */
extern OSStatus SecTrustSettingsCopyTrustSettings(SecCertificateRef certRef,
                                                  SecTrustSettingsDomain domain,
                                                  CFArrayRef *trustSettings);

/** Sets the trust settings of a certificate. The new settings replace the earlier settings of the certificate.

    @param trustSettingsDictOrArray A dictionary, or an array of dictionaries. NULL or an empty array trusts a root
    for every purpose.
    @return errSecSuccess; errSecWrPerm for the administrator's domain if the program lacks the privileges;
    errSecReadOnly for the system's domain. */
extern OSStatus SecTrustSettingsSetTrustSettings(SecCertificateRef certRef,
                                                 SecTrustSettingsDomain domain,
                                                 CFTypeRef trustSettingsDictOrArray);

/** Removes the trust settings of a certificate.

    @return errSecSuccess; errSecItemNotFound if the certificate has no settings; otherwise the same statuses as
    SecTrustSettingsSetTrustSettings. */
extern OSStatus SecTrustSettingsRemoveTrustSettings(SecCertificateRef certRef,
                                                    SecTrustSettingsDomain domain);

/** Finds the certificates that have trust settings in a domain.

    @return errSecSuccess; errSecNoTrustSettings if the domain has no settings. */
extern OSStatus SecTrustSettingsCopyCertificates(SecTrustSettingsDomain domain,
                                                 CFArrayRef *certArray);

/** Finds the modification date of a certificate's trust settings; NULL if another system wrote the settings without
    a date.

    @return errSecSuccess; errSecItemNotFound if the certificate has no settings. */
extern OSStatus SecTrustSettingsCopyModificationDate(SecCertificateRef certRef,
                                                     SecTrustSettingsDomain domain,
                                                     CFDateRef *modificationDate);

/** Exports the settings of a domain as data, in the property list format of macOS.

    @return errSecSuccess; errSecNoTrustSettings if the domain has no settings. */
extern OSStatus SecTrustSettingsCreateExternalRepresentation(SecTrustSettingsDomain domain,
                                                             CFDataRef *trustSettings);

/** Replaces the settings of a domain with settings that Latchkey or macOS exported.

    @return errSecSuccess; errSecInvalidTrustSettings if the data cannot be read; otherwise the same statuses as
    SecTrustSettingsSetTrustSettings. */
extern OSStatus SecTrustSettingsImportExternalRepresentation(SecTrustSettingsDomain domain,
                                                             CFDataRef trustSettings);

CF_EXTERN_C_END

#endif
