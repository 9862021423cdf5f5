#ifndef SECURITY_SECCERTIFICATE_H
#define SECURITY_SECCERTIFICATE_H

/* Certificates. */

#include <Security/SecBase.h>
#include <Security/cssmtype.h>
#include <Security/x509defs.h>

CF_EXTERN_C_BEGIN

/* Keys of the dictionaries that `SecCertificateCopyValues` returns. */

/** What the value is: one of `kSecPropertyType…`. Raw value `type`. */
extern const CFStringRef kSecPropertyKeyType;

/** A name for the value: a string. Raw value `label`. */
extern const CFStringRef kSecPropertyKeyLabel;

/** The name in the language of the user: a string, here always the label.
    Raw value `localized label`. */
extern const CFStringRef kSecPropertyKeyLocalizedLabel;

/** The value. Raw value `value`. */
extern const CFStringRef kSecPropertyKeyValue;

/* What the values of properties are. */

/** A string that warns. Raw value `warning`. */
extern const CFStringRef kSecPropertyTypeWarning;

/** A string that says what is wrong. Raw value `error`. */
extern const CFStringRef kSecPropertyTypeError;

/** A string that says that all is well. Raw value `success`. */
extern const CFStringRef kSecPropertyTypeSuccess;

/** A string that is a title. Raw value `title`. */
extern const CFStringRef kSecPropertyTypeTitle;

/** An array of properties. Raw value `section`. */
extern const CFStringRef kSecPropertyTypeSection;

/** Data. Raw value `data`. */
extern const CFStringRef kSecPropertyTypeData;

/** A string. Raw value `string`. */
extern const CFStringRef kSecPropertyTypeString;

/** A URL. Raw value `url`. */
extern const CFStringRef kSecPropertyTypeURL;

/** A date. Raw value `date`. */
extern const CFStringRef kSecPropertyTypeDate;

/** An array of strings. Raw value `array`. */
extern const CFStringRef kSecPropertyTypeArray;

/** A number. Raw value `number`. */
extern const CFStringRef kSecPropertyTypeNumber;

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

/** Returns all that is said in a certificate, or some of it, under object identifiers with dots
    (SecCertificateOIDs.h). Each value is a dictionary of kSecPropertyKey…; a section is an array of such
    dictionaries. Attributes of the subject are arrays of strings, extensions that are not known sections of
    their bytes. So are those with more than 1 000 names or purposes; a name with more than 1 000 attributes is
    data.

    @param keys An array of object identifiers; NULL for all. What the certificate does not have is left out.
    @param error Receives an error that the caller releases. */
extern CFDictionaryRef SecCertificateCopyValues(SecCertificateRef certificate, CFArrayRef keys,
                                                CFErrorRef *error);

/** Returns what a certificate says, for a person to read.

    @param alloc Ignored; pass NULL.
    @param error Receives an error that the caller releases. */
extern CFStringRef SecCertificateCopyLongDescription(CFAllocatorRef alloc,
                                                     SecCertificateRef certificate,
                                                     CFErrorRef *error);

/** Returns what a certificate is, in a few words: SecCertificateCopySubjectSummary.

    @param alloc Ignored; pass NULL.
    @param error Receives an error that the caller releases; errSecInternal when there is nothing to say. */
extern CFStringRef SecCertificateCopyShortDescription(CFAllocatorRef alloc,
                                                      SecCertificateRef certificate,
                                                      CFErrorRef *error);

/** Returns the normalised name of the issuer without the header of its sequence, as items have it in
    kSecAttrIssuer.

    @param error Receives an error that the caller releases. */
extern CFDataRef SecCertificateCopyNormalizedIssuerContent(SecCertificateRef certificate,
                                                           CFErrorRef *error);

/** Returns the normalised name of the subject without the header of its sequence, as items have it in
    kSecAttrSubject.

    @param error Receives an error that the caller releases. */
extern CFDataRef SecCertificateCopyNormalizedSubjectContent(SecCertificateRef certificate,
                                                            CFErrorRef *error);

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

/** Remembers which certificate a person prefers for a name, to encrypt mail for it and the like.

    @param certificate A certificate in the keychain; NULL to prefer none any more.
    @param name What it is for, as in SecIdentitySetPreferred.
    @param keyUsage An array of kSecAttrCan…; NULL or empty for everything.
    @return As SecIdentitySetPreferred. */
extern OSStatus SecCertificateSetPreferred(SecCertificateRef certificate, CFStringRef name,
                                           CFArrayRef keyUsage);

/** Finds the certificate that is preferred for a name, as SecIdentityCopyPreferred finds an identity.

    @param keyUsage An array of kSecAttrCan…; NULL or empty when it does not matter.
    @return NULL when there is none. */
extern SecCertificateRef SecCertificateCopyPreferred(CFStringRef name, CFArrayRef keyUsage);

/** SecCertificateSetPreferred in its older form.

    @param keyUsage As in SecIdentitySetPreference.
    @param date Ignored; pass NULL.
    @return As SecIdentitySetPreference. */
extern OSStatus SecCertificateSetPreference(SecCertificateRef certificate, CFStringRef name,
                                            UInt32 keyUsage, CFDateRef date);

/** SecCertificateCopyPreferred in its older form.

    @param keyUsage As in SecIdentityCopyPreference.
    @return As SecIdentityCopyPreference. */
extern OSStatus SecCertificateCopyPreference(CFStringRef name, UInt32 keyUsage,
                                             SecCertificateRef *certificate);

/* The types of CDSA. What a Get function points at belongs to the certificate: it stays at its place as long as
   the certificate is there, is the same at every call, and is not to be written to. Each answers errSecParam for
   NULL and for another object, and sets what it would give to 0 or NULL when it fails. */

/** SecCertificateCreateWithData in its older form.

    @param data The certificate in DER.
    @param type CSSM_CERT_X_509v1, CSSM_CERT_X_509v2 or CSSM_CERT_X_509v3. Which of them makes no difference: the
    certificate says its version itself.
    @param encoding CSSM_CERT_ENCODING_DER or CSSM_CERT_ENCODING_BER. Which of them makes no difference: X.509 has
    certificates in DER, which is BER.
    @param certificate Receives the certificate, which the caller releases; NULL when there is none.
    @return errSecSuccess; errSecParam for another type or encoding, and for no bytes; errSecUnknownFormat for
    bytes that are no certificate. */
extern OSStatus SecCertificateCreateFromData(const CSSM_DATA *data, CSSM_CERT_TYPE type,
                                             CSSM_CERT_ENCODING encoding,
                                             SecCertificateRef *certificate);

/** Finds a certificate in DER.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetData(SecCertificateRef certificate, CSSM_DATA_PTR data);

/** Finds the version of a certificate, as it says it: CSSM_CERT_X_509v1, CSSM_CERT_X_509v2 or CSSM_CERT_X_509v3.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetType(SecCertificateRef certificate,
                                      CSSM_CERT_TYPE *certificateType);

/** Finds the subject, as it is written; it may be empty.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetSubject(SecCertificateRef certificate,
                                         const CSSM_X509_NAME **subject);

/** Finds the issuer, as it is written.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetIssuer(SecCertificateRef certificate,
                                        const CSSM_X509_NAME **issuer);

/** Is there so that programs compile: no certificate library of CDSA stands behind a certificate.

    @return errSecUnimplemented; errSecParam. */
extern OSStatus SecCertificateGetCLHandle(SecCertificateRef certificate, CSSM_CL_HANDLE *clHandle);

/** Finds the algorithm that a certificate is signed with.

    @return errSecSuccess; errSecParam. */
extern OSStatus SecCertificateGetAlgorithmID(SecCertificateRef certificate,
                                             const CSSM_X509_ALGORITHM_IDENTIFIER **algid);

CF_EXTERN_C_END

#endif
