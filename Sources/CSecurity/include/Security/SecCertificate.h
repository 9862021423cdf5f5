#ifndef SECURITY_SECCERTIFICATE_H
#define SECURITY_SECCERTIFICATE_H

/* Certificates. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* What a function of this file copies or creates, the caller releases. NULL or another object in the
   place of a certificate gives NULL, or errSecParam. */

/** Returns the type of certificates. */
extern CFTypeID SecCertificateGetTypeID(void);

/** Reads a certificate.

    @param allocator Ignored; pass NULL.
    @param data The certificate in DER.
    @return NULL for what is no certificate. */
extern SecCertificateRef SecCertificateCreateWithData(CFAllocatorRef allocator, CFDataRef data);

/** Returns a certificate in DER. */
extern CFDataRef SecCertificateCopyData(SecCertificateRef certificate);

/** Returns a name of the subject for a person to read; NULL when there is none. */
extern CFStringRef SecCertificateCopySubjectSummary(SecCertificateRef certificate);

/** Finds the common name of the subject: the last, when there are several.

    @return errSecSuccess; errSecInternal when there is none. */
extern OSStatus SecCertificateCopyCommonName(SecCertificateRef certificate, CFStringRef *commonName);

/** Finds the addresses for mail.

    @return errSecSuccess, also when there are none and the array is empty. */
extern OSStatus SecCertificateCopyEmailAddresses(SecCertificateRef certificate,
                                                 CFArrayRef *emailAddresses);

/** Returns the normalised name of the issuer, as kSecMatchIssuers takes it. */
extern CFDataRef SecCertificateCopyNormalizedIssuerSequence(SecCertificateRef certificate);

/** Returns the normalised name of the subject. */
extern CFDataRef SecCertificateCopyNormalizedSubjectSequence(SecCertificateRef certificate);

/** Returns the public key; NULL when it is of a kind that there is no SecKeyRef of. */
extern SecKeyRef SecCertificateCopyKey(SecCertificateRef certificate);

/** Finds the public key, in the form that macOS has.

    @return errSecSuccess; errSecUnsupportedKeyFormat for a key of another kind. */
extern OSStatus SecCertificateCopyPublicKey(SecCertificateRef certificate, SecKeyRef *key);

/** Returns the serial number.

    @param error Receives an error that the caller releases. */
extern CFDataRef SecCertificateCopySerialNumberData(SecCertificateRef certificate,
                                                    CFErrorRef *error);

/** The older name of SecCertificateCopySerialNumberData. */
extern CFDataRef SecCertificateCopySerialNumber(SecCertificateRef certificate, CFErrorRef *error);

/** Returns from when on a certificate is valid. */
extern CFDateRef SecCertificateCopyNotValidBeforeDate(SecCertificateRef certificate);

/** Returns until when a certificate is valid. */
extern CFDateRef SecCertificateCopyNotValidAfterDate(SecCertificateRef certificate);

/** Stores a certificate.

    @param keychain NULL for the default keychain.
    @return errSecSuccess; errSecDuplicateItem when it is stored already; errSecNoSuchKeychain;
    errSecParam; otherwise as SecItemAdd. */
extern OSStatus SecCertificateAddToKeychain(SecCertificateRef certificate, SecKeychainRef keychain);

CF_EXTERN_C_END

#endif
