/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECCERTIFICATEOIDS_H
#define SECURITY_SECCERTIFICATEOIDS_H

/* Object identifiers with dots. SecCertificateCopyValues returns some of them. The others occur in
   certificates. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Fields of a certificate. CDSA defines their object identifiers (The Open Group, Common Security:
   CDSA and CSSM). */

/** The version. The value is a string. Raw value `2.16.840.1.113741.2.1.1.1.2`. */
extern const CFStringRef kSecOIDX509V1Version;

/** The serial number. The value is a string of hexadecimal digits in pairs. Raw value
    `2.16.840.1.113741.2.1.1.1.3`. */
extern const CFStringRef kSecOIDX509V1SerialNumber;

/** The issuer. The value is a section of strings. The label of each string is its object
    identifier. Raw value `2.16.840.1.113741.2.1.1.1.5`. */
extern const CFStringRef kSecOIDX509V1IssuerName;

/** The start of the validity period. The value is in seconds since 2001-01-01 00:00:00 UTC. Raw
    value `2.16.840.1.113741.2.1.1.1.6`. */
extern const CFStringRef kSecOIDX509V1ValidityNotBefore;

/** The end of the validity period. The value is in seconds since 2001-01-01 00:00:00 UTC. Raw value
    `2.16.840.1.113741.2.1.1.1.7`. */
extern const CFStringRef kSecOIDX509V1ValidityNotAfter;

/** The subject. The value is a section of strings. The label of each string is its object
    identifier. Raw value `2.16.840.1.113741.2.1.1.1.8`. */
extern const CFStringRef kSecOIDX509V1SubjectName;

/** The algorithm of the public key. The value is a section with `Algorithm` and `Parameters`. Raw
    value `2.16.840.1.113741.2.1.1.1.9`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKeyAlgorithm;

/** The bits of the public key. The value is data. Raw value `2.16.840.1.113741.2.1.1.1.10`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKey;

/** The algorithm of the signature. The value is a section with `Algorithm` and `Parameters`. Raw
    value `2.16.840.1.113741.2.1.3.2.1`. */
extern const CFStringRef kSecOIDX509V1SignatureAlgorithm;

/** The signature. The value is data. Raw value `2.16.840.1.113741.2.1.3.2.2`. */
extern const CFStringRef kSecOIDX509V1Signature;

/* Attributes of names (X.520; RFC 3671, 4519 and 2985). */

/** The common name of a person or a thing. Raw value `2.5.4.3`. */
extern const CFStringRef kSecOIDCommonName;

/** The family name. Raw value `2.5.4.4`. */
extern const CFStringRef kSecOIDSurname;

/** The serial number of a device or a person. The serial number of a certificate is
    `kSecOIDX509V1SerialNumber`. Raw value `2.5.4.5`. */
extern const CFStringRef kSecOIDSerialNumber;

/** The two-letter code of the country. Raw value `2.5.4.6`. */
extern const CFStringRef kSecOIDCountryName;

/** The town. Raw value `2.5.4.7`. */
extern const CFStringRef kSecOIDLocalityName;

/** The state or province. Raw value `2.5.4.8`. */
extern const CFStringRef kSecOIDStateProvinceName;

/** The state or province of a group. Raw value `2.5.4.8.1`. */
extern const CFStringRef kSecOIDCollectiveStateProvinceName;

/** The street. Raw value `2.5.4.9`. */
extern const CFStringRef kSecOIDStreetAddress;

/** The street of a group. Raw value `2.5.4.9.1`. */
extern const CFStringRef kSecOIDCollectiveStreetAddress;

/** The organization. Raw value `2.5.4.10`. */
extern const CFStringRef kSecOIDOrganizationName;

/** The unit of the organization. Raw value `2.5.4.11`. */
extern const CFStringRef kSecOIDOrganizationalUnitName;

/** The position of a person in the organization. Raw value `2.5.4.12`. */
extern const CFStringRef kSecOIDTitle;

/** The description of a person or a thing. Raw value `2.5.4.13`. */
extern const CFStringRef kSecOIDDescription;

/** The given name. Raw value `2.5.4.42`. */
extern const CFStringRef kSecOIDGivenName;

/** The e-mail address in a name. Raw value `1.2.840.113549.1.9.1`. */
extern const CFStringRef kSecOIDEmailAddress;

/* Extensions of certificates and revocation lists (RFC 5280, 3739). */

/** Further attributes of the subject. Raw value `2.5.29.9`. */
extern const CFStringRef kSecOIDSubjectDirectoryAttributes;

/** The identifier of the public key. The value is a section with `Critical` and `Key Identifier`.
    Raw value `2.5.29.14`. */
extern const CFStringRef kSecOIDSubjectKeyIdentifier;

/** The permitted uses of the key. The value is a number with the bits of the extension. The first
    bit of the extension is the lowest bit of the number. Raw value `2.5.29.15`. */
extern const CFStringRef kSecOIDKeyUsage;

/** The period in which the private key may be used. Raw value `2.5.29.16`. */
extern const CFStringRef kSecOIDPrivateKeyUsagePeriod;

/** The host names and addresses of the subject. The value is a section. Raw value `2.5.29.17`. */
extern const CFStringRef kSecOIDSubjectAltName;

/** The host names and addresses of the issuer. The value is a section. Raw value `2.5.29.18`. */
extern const CFStringRef kSecOIDIssuerAltName;

/** Whether the subject is a certificate authority. The value is a section with `Critical`,
    `Certificate Authority` and `Path Length Constraint`. Raw value `2.5.29.19`. */
extern const CFStringRef kSecOIDBasicConstraints;

/** The number of a revocation list. Raw value `2.5.29.20`. */
extern const CFStringRef kSecOIDCrlNumber;

/** The reason for the revocation of a certificate. Raw value `2.5.29.21`. */
extern const CFStringRef kSecOIDCrlReason;

/** The instruction for a certificate on hold. Raw value `2.5.29.23`. */
extern const CFStringRef kSecOIDHoldInstructionCode;

/** The time at which a revoked certificate became invalid. Raw value `2.5.29.24`. */
extern const CFStringRef kSecOIDInvalidityDate;

/** The mark of a revocation list that completes another list. Raw value `2.5.29.27`. */
extern const CFStringRef kSecOIDDeltaCrlIndicator;

/** The distribution point of a revocation list. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoint;

/** The distribution point of a revocation list. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoints;

/** The issuer of a revoked certificate. Raw value `2.5.29.29`. */
extern const CFStringRef kSecOIDCertIssuer;

/** The names for which an authority may issue certificates. Raw value `2.5.29.30`. */
extern const CFStringRef kSecOIDNameConstraints;

/** The locations of the revocation list. Raw value `2.5.29.31`. */
extern const CFStringRef kSecOIDCrlDistributionPoints;

/** The policies under which the certificate was issued. Raw value `2.5.29.32`. */
extern const CFStringRef kSecOIDCertificatePolicies;

/** The policies of two authorities that are equivalent. Raw value `2.5.29.33`. */
extern const CFStringRef kSecOIDPolicyMappings;

/** The identifier of the key of the issuer. The value is a section with `Critical`,
    `Key Identifier` and other properties. Raw value `2.5.29.35`. */
extern const CFStringRef kSecOIDAuthorityKeyIdentifier;

/** Whether the certificates of a chain must name policies. Raw value `2.5.29.36`. */
extern const CFStringRef kSecOIDPolicyConstraints;

/** The purposes of the certificate. The value is an array of object identifiers. Raw value
    `2.5.29.37`. */
extern const CFStringRef kSecOIDExtendedKeyUsage;

/** The locations of information about the issuer. Raw value `1.3.6.1.5.5.7.1.1`. */
extern const CFStringRef kSecOIDAuthorityInfoAccess;

/** The digests of biometric data, for example of pictures. Raw value `1.3.6.1.5.5.7.1.2`. */
extern const CFStringRef kSecOIDBiometricInfo;

/** The statements of a qualified certificate. Raw value `1.3.6.1.5.5.7.1.3`. */
extern const CFStringRef kSecOIDQC_Statements;

/** The locations of information about the subject. Raw value `1.3.6.1.5.5.7.1.11`. */
extern const CFStringRef kSecOIDSubjectInfoAccess;

/** The purposes of the certificate in Netscape's form. Raw value `2.16.840.1.113730.1.1`. */
extern const CFStringRef kSecOIDNetscapeCertType;

/* Purposes in the extension `kSecOIDExtendedKeyUsage`, and other identifiers in certificates (RFC
   5280, 4556, 4945 and 4985; Microsoft and Netscape). */

/** The certificate serves any purpose. Raw value `2.5.29.37.0`. */
extern const CFStringRef kSecOIDExtendedKeyUsageAny;

/** The certificate serves TLS servers. Raw value `1.3.6.1.5.5.7.3.1`. */
extern const CFStringRef kSecOIDServerAuth;

/** The certificate serves TLS clients. Raw value `1.3.6.1.5.5.7.3.2`. */
extern const CFStringRef kSecOIDClientAuth;

/** The certificate serves signed code. Raw value `1.3.6.1.5.5.7.3.3`. */
extern const CFStringRef kSecOIDExtendedUseCodeSigning;

/** The certificate serves mail. Raw value `1.3.6.1.5.5.7.3.4`. */
extern const CFStringRef kSecOIDEmailProtection;

/** The certificate serves time stamps. Raw value `1.3.6.1.5.5.7.3.8`. */
extern const CFStringRef kSecOIDTimeStamping;

/** The certificate serves signed answers about revocation (OCSP). Raw value `1.3.6.1.5.5.7.3.9`. */
extern const CFStringRef kSecOIDOCSPSigning;

/** The certificate serves Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`. */
extern const CFStringRef kSecOIDEKU_IPSec;

/** The certificate serves Kerberos clients. Raw value `1.3.6.1.5.2.3.4`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH;

/** The certificate serves Kerberos servers. Raw value `1.3.6.1.5.2.3.5`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_KDC;

/** The certificate serves TLS servers. This is an old identifier of Microsoft. Raw value
    `1.3.6.1.4.1.311.10.3.3`. */
extern const CFStringRef kSecOIDMicrosoftSGC;

/** The certificate serves TLS servers. This is an old identifier of Netscape. Raw value
    `2.16.840.1.113730.4.1`. */
extern const CFStringRef kSecOIDNetscapeSGC;

/** A sequence of certificates in Netscape's form. Raw value `2.16.840.1.113730.2.5`. */
extern const CFStringRef kSecOIDNetscapeCertSequence;

/** The name of a Windows account in the subject alternative name. Raw value
    `1.3.6.1.4.1.311.20.2.3`. */
extern const CFStringRef kSecOIDMS_NTPrincipalName;

/** The name of a service in the subject alternative name. Raw value `1.3.6.1.5.5.7.8.7`. */
extern const CFStringRef kSecOIDSRVName;

CF_EXTERN_C_END

#endif
