/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECCERTIFICATEOIDS_H
#define SECURITY_SECCERTIFICATEOIDS_H

/* This header declares object identifiers in the form with dots. SecCertificateCopyValues returns
   some of these identifiers. The other identifiers occur in certificates. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Fields of a certificate. CDSA defines their object identifiers (The Open Group, Common Security:
   CDSA and CSSM). */

/** The version of the certificate. The value is a string. Raw value
    `2.16.840.1.113741.2.1.1.1.2`. */
extern const CFStringRef kSecOIDX509V1Version;

/** The serial number of the certificate. The value is a string of hexadecimal digits in pairs. Raw
    value `2.16.840.1.113741.2.1.1.1.3`. */
extern const CFStringRef kSecOIDX509V1SerialNumber;

/** The issuer of the certificate. The value is a section (an array of properties) with one string
    for each attribute. The label of each string is the object identifier of the attribute. Raw
    value `2.16.840.1.113741.2.1.1.1.5`. */
extern const CFStringRef kSecOIDX509V1IssuerName;

/** The start of the validity period of the certificate. The value is the number of seconds since
    2001-01-01 00:00:00 UTC. Raw value `2.16.840.1.113741.2.1.1.1.6`. */
extern const CFStringRef kSecOIDX509V1ValidityNotBefore;

/** The end of the validity period of the certificate. The value is the number of seconds since
    2001-01-01 00:00:00 UTC. Raw value `2.16.840.1.113741.2.1.1.1.7`. */
extern const CFStringRef kSecOIDX509V1ValidityNotAfter;

/** The subject of the certificate. The value is a section (an array of properties) with one string
    for each attribute. The label of each string is the object identifier of the attribute. Raw
    value `2.16.840.1.113741.2.1.1.1.8`. */
extern const CFStringRef kSecOIDX509V1SubjectName;

/** The algorithm of the public key in the certificate. The value is a section (an array of
    properties) with `Algorithm` and `Parameters`. Raw value `2.16.840.1.113741.2.1.1.1.9`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKeyAlgorithm;

/** The bits of the public key in the certificate. The value is data. Raw value
    `2.16.840.1.113741.2.1.1.1.10`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKey;

/** The algorithm of the signature of the certificate. The value is a section (an array of
    properties) with `Algorithm` and `Parameters`. Raw value `2.16.840.1.113741.2.1.3.2.1`. */
extern const CFStringRef kSecOIDX509V1SignatureAlgorithm;

/** The signature of the certificate. The value is data. Raw value `2.16.840.1.113741.2.1.3.2.2`. */
extern const CFStringRef kSecOIDX509V1Signature;

/* Attributes of names (X.520; RFC 3671, 4519 and 2985). */

/** The common name of a person or a thing. Raw value `2.5.4.3`. */
extern const CFStringRef kSecOIDCommonName;

/** The family name of a person. Raw value `2.5.4.4`. */
extern const CFStringRef kSecOIDSurname;

/** The serial number of a device or a person. The serial number of a certificate is
    `kSecOIDX509V1SerialNumber`. Raw value `2.5.4.5`. */
extern const CFStringRef kSecOIDSerialNumber;

/** The two-letter code of a country. Raw value `2.5.4.6`. */
extern const CFStringRef kSecOIDCountryName;

/** The name of a town. Raw value `2.5.4.7`. */
extern const CFStringRef kSecOIDLocalityName;

/** The name of a state or province. Raw value `2.5.4.8`. */
extern const CFStringRef kSecOIDStateProvinceName;

/** The name of the state or province of a group of people. Raw value `2.5.4.8.1`. */
extern const CFStringRef kSecOIDCollectiveStateProvinceName;

/** The street of an address. Raw value `2.5.4.9`. */
extern const CFStringRef kSecOIDStreetAddress;

/** The street of the address of a group of people. Raw value `2.5.4.9.1`. */
extern const CFStringRef kSecOIDCollectiveStreetAddress;

/** The name of an organization. Raw value `2.5.4.10`. */
extern const CFStringRef kSecOIDOrganizationName;

/** The name of a unit of an organization. Raw value `2.5.4.11`. */
extern const CFStringRef kSecOIDOrganizationalUnitName;

/** The position of a person in an organization. Raw value `2.5.4.12`. */
extern const CFStringRef kSecOIDTitle;

/** The description of a person or a thing. Raw value `2.5.4.13`. */
extern const CFStringRef kSecOIDDescription;

/** The given name of a person. Raw value `2.5.4.42`. */
extern const CFStringRef kSecOIDGivenName;

/** The e-mail address of a person or a thing. Raw value `1.2.840.113549.1.9.1`. */
extern const CFStringRef kSecOIDEmailAddress;

/* Extensions of certificates and revocation lists (RFC 5280, 3739). */

/** An extension of a certificate: further attributes of the subject. Raw value `2.5.29.9`. */
extern const CFStringRef kSecOIDSubjectDirectoryAttributes;

/** An extension of a certificate: the identifier of the public key. The value is a section (an
    array of properties) with `Critical` and `Key Identifier`. Raw value `2.5.29.14`. */
extern const CFStringRef kSecOIDSubjectKeyIdentifier;

/** An extension of a certificate: the permitted uses of the key. The value is a number with the
    bits of the extension. The first bit of the extension is the lowest bit of the number. Raw value
    `2.5.29.15`. */
extern const CFStringRef kSecOIDKeyUsage;

/** An extension of a certificate: the period in which the private key may be used. Raw value
    `2.5.29.16`. */
extern const CFStringRef kSecOIDPrivateKeyUsagePeriod;

/** An extension of a certificate: the host names and addresses of the subject. The value is a
    section (an array of properties). Raw value `2.5.29.17`. */
extern const CFStringRef kSecOIDSubjectAltName;

/** An extension of a certificate: the host names and addresses of the issuer. The value is a
    section (an array of properties). Raw value `2.5.29.18`. */
extern const CFStringRef kSecOIDIssuerAltName;

/** An extension of a certificate: whether the subject is a certificate authority. The value is a
    section (an array of properties) with `Critical`, `Certificate Authority` and
    `Path Length Constraint`. Raw value `2.5.29.19`. */
extern const CFStringRef kSecOIDBasicConstraints;

/** An extension of a revocation list: the number of the list. Raw value `2.5.29.20`. */
extern const CFStringRef kSecOIDCrlNumber;

/** An extension of an entry in a revocation list: the reason for the revocation of a certificate.
    Raw value `2.5.29.21`. */
extern const CFStringRef kSecOIDCrlReason;

/** An extension of an entry in a revocation list: the instruction for a certificate on hold. Raw
    value `2.5.29.23`. */
extern const CFStringRef kSecOIDHoldInstructionCode;

/** An extension of an entry in a revocation list: the time at which a revoked certificate became
    invalid. Raw value `2.5.29.24`. */
extern const CFStringRef kSecOIDInvalidityDate;

/** An extension of a revocation list: the mark of a list that contains only the changes to another
    list. Raw value `2.5.29.27`. */
extern const CFStringRef kSecOIDDeltaCrlIndicator;

/** An extension of a revocation list: the distribution point of the list. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoint;

/** An extension of a revocation list: the distribution point of the list. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoints;

/** An extension of an entry in a revocation list: the issuer of a revoked certificate. Raw value
    `2.5.29.29`. */
extern const CFStringRef kSecOIDCertIssuer;

/** An extension of a certificate: the names for which an authority may issue certificates. Raw
    value `2.5.29.30`. */
extern const CFStringRef kSecOIDNameConstraints;

/** An extension of a certificate: the locations of the revocation list. Raw value `2.5.29.31`. */
extern const CFStringRef kSecOIDCrlDistributionPoints;

/** An extension of a certificate: the policies under which the certificate was issued. Raw value
    `2.5.29.32`. */
extern const CFStringRef kSecOIDCertificatePolicies;

/** An extension of a certificate: pairs of equivalent policies, each pair from two authorities. Raw
    value `2.5.29.33`. */
extern const CFStringRef kSecOIDPolicyMappings;

/** An extension of a certificate: the identifier of the key of the issuer. The value is a section
    (an array of properties) with `Critical`, `Key Identifier` and other properties. Raw value
    `2.5.29.35`. */
extern const CFStringRef kSecOIDAuthorityKeyIdentifier;

/** An extension of a certificate: whether the certificates of a chain must name policies. Raw value
    `2.5.29.36`. */
extern const CFStringRef kSecOIDPolicyConstraints;

/** An extension of a certificate: the purposes of the certificate. The value is an array of object
    identifiers. Raw value `2.5.29.37`. */
extern const CFStringRef kSecOIDExtendedKeyUsage;

/** An extension of a certificate: the locations of information about the issuer. Raw value
    `1.3.6.1.5.5.7.1.1`. */
extern const CFStringRef kSecOIDAuthorityInfoAccess;

/** An extension of a certificate: the digests of biometric data, for example of pictures. Raw value
    `1.3.6.1.5.5.7.1.2`. */
extern const CFStringRef kSecOIDBiometricInfo;

/** An extension of a certificate: the statements of a qualified certificate. Raw value
    `1.3.6.1.5.5.7.1.3`. */
extern const CFStringRef kSecOIDQC_Statements;

/** An extension of a certificate: the locations of information about the subject. Raw value
    `1.3.6.1.5.5.7.1.11`. */
extern const CFStringRef kSecOIDSubjectInfoAccess;

/** An extension of a certificate: the purposes of the certificate in Netscape's form. Raw value
    `2.16.840.1.113730.1.1`. */
extern const CFStringRef kSecOIDNetscapeCertType;

/* Purposes in the extension `kSecOIDExtendedKeyUsage`, and other identifiers in certificates (RFC
   5280, 4556, 4945 and 4985; Microsoft and Netscape). */

/** The certificate is valid for any purpose. Raw value `2.5.29.37.0`. */
extern const CFStringRef kSecOIDExtendedKeyUsageAny;

/** The certificate is valid for TLS servers. Raw value `1.3.6.1.5.5.7.3.1`. */
extern const CFStringRef kSecOIDServerAuth;

/** The certificate is valid for TLS clients. Raw value `1.3.6.1.5.5.7.3.2`. */
extern const CFStringRef kSecOIDClientAuth;

/** The certificate is valid for signed code. Raw value `1.3.6.1.5.5.7.3.3`. */
extern const CFStringRef kSecOIDExtendedUseCodeSigning;

/** The certificate is valid for mail. Raw value `1.3.6.1.5.5.7.3.4`. */
extern const CFStringRef kSecOIDEmailProtection;

/** The certificate is valid for time stamps. Raw value `1.3.6.1.5.5.7.3.8`. */
extern const CFStringRef kSecOIDTimeStamping;

/** The certificate is valid for signed OCSP answers. Raw value `1.3.6.1.5.5.7.3.9`. */
extern const CFStringRef kSecOIDOCSPSigning;

/** The certificate is valid for Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`. */
extern const CFStringRef kSecOIDEKU_IPSec;

/** The certificate is valid for Kerberos clients. Raw value `1.3.6.1.5.2.3.4`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH;

/** The certificate is valid for Kerberos servers. Raw value `1.3.6.1.5.2.3.5`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_KDC;

/** The certificate is valid for TLS servers. This object identifier is an old identifier of
    Microsoft. Raw value `1.3.6.1.4.1.311.10.3.3`. */
extern const CFStringRef kSecOIDMicrosoftSGC;

/** The certificate is valid for TLS servers. This object identifier is an old identifier of
    Netscape. Raw value `2.16.840.1.113730.4.1`. */
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
