#ifndef SECURITY_SECCERTIFICATE_H
#define SECURITY_SECCERTIFICATE_H

/* Certificates. */

#include <Security/SecBase.h>
#include <Security/SecCertificateConstants.h>
#include <Security/cssmtype.h>
#include <Security/x509defs.h>

CF_EXTERN_C_BEGIN

/* The caller must release the objects that Copy and Create functions return. If the certificate argument is NULL or
   another object, a function returns NULL or errSecParam. */

/** Returns the type of certificates. */
extern CFTypeID SecCertificateGetTypeID(void);

/** Makes a certificate from its bytes.

    @param allocator Ignored; pass NULL.
    @param data The certificate in DER.
    @return The certificate; NULL if the data are not a certificate. */
extern SecCertificateRef SecCertificateCreateWithData(CFAllocatorRef allocator, CFDataRef data);

/** Returns the DER of a certificate. */
extern CFDataRef SecCertificateCopyData(SecCertificateRef certificate);

/** Returns a name of the subject that a program can show to the user; NULL if the subject has no such name. */
extern CFStringRef SecCertificateCopySubjectSummary(SecCertificateRef certificate);

/** Finds the common name of the subject. If the subject has several common names, the function finds the last.

    @return errSecSuccess; errSecInternal if the subject has no common name. */
extern OSStatus SecCertificateCopyCommonName(SecCertificateRef certificate, CFStringRef *commonName);

/** Finds the e-mail addresses of a certificate.

    @return errSecSuccess. If the certificate has no addresses, the array is empty. */
extern OSStatus SecCertificateCopyEmailAddresses(SecCertificateRef certificate,
                                                 CFArrayRef *emailAddresses);

/** Returns fields and extensions of a certificate in a dictionary. The keys are dotted object identifiers
    (SecCertificateOIDs.h). Each value is a property: a dictionary with kSecPropertyKey… keys. A section is an array of
    properties. An attribute of the subject, such as kSecOIDCommonName, is an array of strings. An unknown extension,
    and an extension with more than 1 000 names or purposes, is a section that contains the bytes of the extension. A
    name with more than 1 000 attributes is data.

    @param keys An array of object identifiers; NULL for all identifiers. The result omits identifiers that the
    certificate does not have.
    @param error Receives an error that the caller must release. */
extern CFDictionaryRef SecCertificateCopyValues(SecCertificateRef certificate, CFArrayRef keys,
                                                CFErrorRef *error);

/** Returns a long description of a certificate, which a program can show to the user.

    @param alloc Ignored; pass NULL.
    @param error Receives an error that the caller must release. */
extern CFStringRef SecCertificateCopyLongDescription(CFAllocatorRef alloc,
                                                     SecCertificateRef certificate,
                                                     CFErrorRef *error);

/** Returns a description of a certificate in a few words: the text of SecCertificateCopySubjectSummary.

    @param alloc Ignored; pass NULL.
    @param error Receives an error that the caller must release; errSecInternal if the subject has no printable
    attribute. */
extern CFStringRef SecCertificateCopyShortDescription(CFAllocatorRef alloc,
                                                      SecCertificateRef certificate,
                                                      CFErrorRef *error);

/** Returns the normalized name of the issuer without the header of its sequence. These bytes are the value of
    kSecAttrIssuer in an item.

    @param error Receives an error that the caller must release. */
extern CFDataRef SecCertificateCopyNormalizedIssuerContent(SecCertificateRef certificate,
                                                           CFErrorRef *error);

/** Returns the normalized name of the subject without the header of its sequence. These bytes are the value of
    kSecAttrSubject in an item.

    @param error Receives an error that the caller must release. */
extern CFDataRef SecCertificateCopyNormalizedSubjectContent(SecCertificateRef certificate,
                                                            CFErrorRef *error);

/** Returns the normalized name of the issuer, in the form that kSecMatchIssuers takes. */
extern CFDataRef SecCertificateCopyNormalizedIssuerSequence(SecCertificateRef certificate);

/** Returns the normalized name of the subject, as a whole sequence in DER. */
extern CFDataRef SecCertificateCopyNormalizedSubjectSequence(SecCertificateRef certificate);

/** Returns the public key of a certificate; NULL if SecKeyRef does not support the type of the key. */
extern SecKeyRef SecCertificateCopyKey(SecCertificateRef certificate);

/** Finds the public key of a certificate. This is the form of SecCertificateCopyKey on macOS.

    @return errSecSuccess; errSecUnsupportedKeyFormat if SecKeyRef does not support the key. */
extern OSStatus SecCertificateCopyPublicKey(SecCertificateRef certificate, SecKeyRef *key);

/** Returns the serial number of a certificate.

    @param error Receives an error that the caller must release. */
extern CFDataRef SecCertificateCopySerialNumberData(SecCertificateRef certificate,
                                                    CFErrorRef *error);

/** Returns the serial number of a certificate. This is the older name of SecCertificateCopySerialNumberData. */
extern CFDataRef SecCertificateCopySerialNumber(SecCertificateRef certificate, CFErrorRef *error);

/** Returns the start of a certificate's validity period. */
extern CFDateRef SecCertificateCopyNotValidBeforeDate(SecCertificateRef certificate);

/** Returns the end of a certificate's validity period. */
extern CFDateRef SecCertificateCopyNotValidAfterDate(SecCertificateRef certificate);

/** Stores a certificate.

    @param keychain NULL for the default keychain.
    @return errSecSuccess; errSecDuplicateItem if the certificate is already stored; errSecNoSuchKeychain;
    errSecParam; otherwise the statuses of SecItemAdd. */
extern OSStatus SecCertificateAddToKeychain(SecCertificateRef certificate, SecKeychainRef keychain);

/** Stores the user's preferred certificate for a name, for example for encrypting mail to an address.

    @param certificate A certificate in the keychain; NULL removes the preference.
    @param name The name that the preference applies to, as in SecIdentitySetPreferred.
    @param keyUsage An array of kSecAttrCan… constants; NULL or empty for all uses.
    @return The same statuses as SecIdentitySetPreferred. */
extern OSStatus SecCertificateSetPreferred(SecCertificateRef certificate, CFStringRef name,
                                           CFArrayRef keyUsage);

/** Finds the preferred certificate for a name. SecIdentityCopyPreferred describes the search.

    @param keyUsage An array of kSecAttrCan… constants; NULL or empty for any use.
    @return The certificate; NULL if no certificate is found. */
extern SecCertificateRef SecCertificateCopyPreferred(CFStringRef name, CFArrayRef keyUsage);

/** Stores the user's preferred certificate for a name. This is an older form of SecCertificateSetPreferred.

    @param keyUsage The uses, as in SecIdentitySetPreference.
    @param date Ignored; pass NULL.
    @return The same statuses as SecIdentitySetPreference. */
extern OSStatus SecCertificateSetPreference(SecCertificateRef certificate, CFStringRef name,
                                            UInt32 keyUsage, CFDateRef date);

/** Finds the preferred certificate for a name. This is an older form of SecCertificateCopyPreferred.

    @param keyUsage The required uses, as in SecIdentityCopyPreference.
    @return The same statuses as SecIdentityCopyPreference. */
extern OSStatus SecCertificateCopyPreference(CFStringRef name, UInt32 keyUsage,
                                             SecCertificateRef *certificate);

/* Functions with the types of CDSA. The pointers that the Get functions return belong to the certificate. The pointers
   stay valid as long as the certificate exists, and each call returns the same pointer. The caller must not write to
   the memory. Each function returns errSecParam for NULL and for another object. A function that fails stores 0 or
   NULL as the result. */

/** Makes a certificate from its bytes. This is an older form of SecCertificateCreateWithData.

    @param data The certificate in DER.
    @param type CSSM_CERT_X_509v1, CSSM_CERT_X_509v2 or CSSM_CERT_X_509v3. The function ignores the difference: the
    certificate states its own version.
    @param encoding CSSM_CERT_ENCODING_DER or CSSM_CERT_ENCODING_BER. The function ignores the difference: X.509
    certificates are DER, which is also BER.
    @param certificate Receives the certificate, which the caller must release; NULL on failure.
    @return errSecSuccess; errSecParam for another type or encoding, or if there are no bytes; errSecUnknownFormat
    if the bytes are not a certificate. */
extern OSStatus SecCertificateCreateFromData(const CSSM_DATA *data, CSSM_CERT_TYPE type,
                                             CSSM_CERT_ENCODING encoding,
                                             SecCertificateRef *certificate);

/** Finds the DER of a certificate.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetData(SecCertificateRef certificate, CSSM_DATA_PTR data);

/** Finds the version of a certificate: CSSM_CERT_X_509v1, CSSM_CERT_X_509v2 or CSSM_CERT_X_509v3.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetType(SecCertificateRef certificate,
                                      CSSM_CERT_TYPE *certificateType);

/** Finds the subject as the certificate contains it, without normalization. A certificate can have an empty subject.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetSubject(SecCertificateRef certificate,
                                         const CSSM_X509_NAME **subject);

/** Finds the issuer as the certificate contains it, without normalization.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetIssuer(SecCertificateRef certificate,
                                        const CSSM_X509_NAME **issuer);

/** Always fails. Latchkey has no CDSA certificate library, and the function exists only so that programs compile.

    @return errSecUnimplemented; errSecParam. */
extern OSStatus SecCertificateGetCLHandle(SecCertificateRef certificate, CSSM_CL_HANDLE *clHandle);

/** Finds the signature algorithm of a certificate.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetAlgorithmID(SecCertificateRef certificate,
                                             const CSSM_X509_ALGORITHM_IDENTIFIER **algid);

CF_EXTERN_C_END

#endif
