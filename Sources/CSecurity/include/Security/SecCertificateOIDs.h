/* Made by scripts/names from Tables/names.txt. */

#ifndef SECURITY_SECCERTIFICATEOIDS_H
#define SECURITY_SECCERTIFICATEOIDS_H

/* What SecCertificateCopyValues knows of a certificate, and what certificates name: object
   identifiers with dots. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Fields of a certificate, by the object identifiers that CDSA gives them (The Open Group, Common
   Security: CDSA and CSSM). */

/** The version: a string. Raw value `2.16.840.1.113741.2.1.1.1.2`. */
extern const CFStringRef kSecOIDX509V1Version;

/** The serial number: a string of hexadecimal digits in pairs. Raw value
    `2.16.840.1.113741.2.1.1.1.3`. */
extern const CFStringRef kSecOIDX509V1SerialNumber;

/** The issuer: a section of strings, each under its object identifier. Raw value
    `2.16.840.1.113741.2.1.1.1.5`. */
extern const CFStringRef kSecOIDX509V1IssuerName;

/** From when on the certificate is valid: seconds since 2001-01-01 00:00:00 UTC. Raw value
    `2.16.840.1.113741.2.1.1.1.6`. */
extern const CFStringRef kSecOIDX509V1ValidityNotBefore;

/** Until when the certificate is valid: seconds since 2001-01-01 00:00:00 UTC. Raw value
    `2.16.840.1.113741.2.1.1.1.7`. */
extern const CFStringRef kSecOIDX509V1ValidityNotAfter;

/** The subject: a section of strings, each under its object identifier. Raw value
    `2.16.840.1.113741.2.1.1.1.8`. */
extern const CFStringRef kSecOIDX509V1SubjectName;

/** What the public key is of: a section of `Algorithm` and `Parameters`. Raw value
    `2.16.840.1.113741.2.1.1.1.9`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKeyAlgorithm;

/** The bits of the public key: data. Raw value `2.16.840.1.113741.2.1.1.1.10`. */
extern const CFStringRef kSecOIDX509V1SubjectPublicKey;

/** How the certificate is signed: a section of `Algorithm` and `Parameters`. Raw value
    `2.16.840.1.113741.2.1.3.2.1`. */
extern const CFStringRef kSecOIDX509V1SignatureAlgorithm;

/** The signature: data. Raw value `2.16.840.1.113741.2.1.3.2.2`. */
extern const CFStringRef kSecOIDX509V1Signature;

/* Attributes of names (X.520; RFC 3671, 4519 and 2985). */

/** The name that somebody is known by. Raw value `2.5.4.3`. */
extern const CFStringRef kSecOIDCommonName;

/** The family name. Raw value `2.5.4.4`. */
extern const CFStringRef kSecOIDSurname;

/** The number of a device or a person; not that of a certificate. Raw value `2.5.4.5`. */
extern const CFStringRef kSecOIDSerialNumber;

/** The country, in two letters. Raw value `2.5.4.6`. */
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

/** The part of the organization. Raw value `2.5.4.11`. */
extern const CFStringRef kSecOIDOrganizationalUnitName;

/** What somebody is in the organization. Raw value `2.5.4.12`. */
extern const CFStringRef kSecOIDTitle;

/** What is said of somebody. Raw value `2.5.4.13`. */
extern const CFStringRef kSecOIDDescription;

/** The given name. Raw value `2.5.4.42`. */
extern const CFStringRef kSecOIDGivenName;

/** The address for mail, in a name. Raw value `1.2.840.113549.1.9.1`. */
extern const CFStringRef kSecOIDEmailAddress;

/* Extensions of certificates and revocation lists (RFC 5280, 3739). */

/** Further attributes of the subject. Raw value `2.5.29.9`. */
extern const CFStringRef kSecOIDSubjectDirectoryAttributes;

/** A number for the public key: a section of `Critical` and `Key Identifier`. Raw value
    `2.5.29.14`. */
extern const CFStringRef kSecOIDSubjectKeyIdentifier;

/** What the key is for: a number, whose bits are those of the certificate, the first of them the
    lowest. Raw value `2.5.29.15`. */
extern const CFStringRef kSecOIDKeyUsage;

/** When the private key may be used. Raw value `2.5.29.16`. */
extern const CFStringRef kSecOIDPrivateKeyUsagePeriod;

/** Hosts and addresses of the subject: a section. Raw value `2.5.29.17`. */
extern const CFStringRef kSecOIDSubjectAltName;

/** Hosts and addresses of the issuer: a section. Raw value `2.5.29.18`. */
extern const CFStringRef kSecOIDIssuerAltName;

/** Whether the subject is an authority: a section of `Critical`, `Certificate Authority` and
    `Path Length Constraint`. Raw value `2.5.29.19`. */
extern const CFStringRef kSecOIDBasicConstraints;

/** The number of a revocation list. Raw value `2.5.29.20`. */
extern const CFStringRef kSecOIDCrlNumber;

/** Why a certificate was revoked. Raw value `2.5.29.21`. */
extern const CFStringRef kSecOIDCrlReason;

/** What to do with a certificate on hold. Raw value `2.5.29.23`. */
extern const CFStringRef kSecOIDHoldInstructionCode;

/** From when on a revoked certificate is no good. Raw value `2.5.29.24`. */
extern const CFStringRef kSecOIDInvalidityDate;

/** That a revocation list completes another. Raw value `2.5.29.27`. */
extern const CFStringRef kSecOIDDeltaCrlIndicator;

/** Where a revocation list is from. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoint;

/** Where a revocation list is from. Raw value `2.5.29.28`. */
extern const CFStringRef kSecOIDIssuingDistributionPoints;

/** Who issued a revoked certificate. Raw value `2.5.29.29`. */
extern const CFStringRef kSecOIDCertIssuer;

/** For which names an authority issues certificates. Raw value `2.5.29.30`. */
extern const CFStringRef kSecOIDNameConstraints;

/** Where the revocation list is. Raw value `2.5.29.31`. */
extern const CFStringRef kSecOIDCrlDistributionPoints;

/** The policies that the certificate was issued under. Raw value `2.5.29.32`. */
extern const CFStringRef kSecOIDCertificatePolicies;

/** Which policies of two authorities are the same. Raw value `2.5.29.33`. */
extern const CFStringRef kSecOIDPolicyMappings;

/** A number for the issuer's key: a section of `Critical`, `Key Identifier` and others. Raw value
    `2.5.29.35`. */
extern const CFStringRef kSecOIDAuthorityKeyIdentifier;

/** Whether policies must be named. Raw value `2.5.29.36`. */
extern const CFStringRef kSecOIDPolicyConstraints;

/** What the certificate is for: an array of object identifiers. Raw value `2.5.29.37`. */
extern const CFStringRef kSecOIDExtendedKeyUsage;

/** Where to ask about the issuer. Raw value `1.3.6.1.5.5.7.1.1`. */
extern const CFStringRef kSecOIDAuthorityInfoAccess;

/** Digests of pictures and the like. Raw value `1.3.6.1.5.5.7.1.2`. */
extern const CFStringRef kSecOIDBiometricInfo;

/** What is stated of a qualified certificate. Raw value `1.3.6.1.5.5.7.1.3`. */
extern const CFStringRef kSecOIDQC_Statements;

/** Where to ask about the subject. Raw value `1.3.6.1.5.5.7.1.11`. */
extern const CFStringRef kSecOIDSubjectInfoAccess;

/** What the certificate is for, as Netscape had it. Raw value `2.16.840.1.113730.1.1`. */
extern const CFStringRef kSecOIDNetscapeCertType;

/* Purposes that `kSecOIDExtendedKeyUsage` names, and other things that certificates name (RFC 5280,
   4556, 4945 and 4985; Microsoft and Netscape). */

/** Any purpose. Raw value `2.5.29.37.0`. */
extern const CFStringRef kSecOIDExtendedKeyUsageAny;

/** Servers of TLS. Raw value `1.3.6.1.5.5.7.3.1`. */
extern const CFStringRef kSecOIDServerAuth;

/** Clients of TLS. Raw value `1.3.6.1.5.5.7.3.2`. */
extern const CFStringRef kSecOIDClientAuth;

/** Signed code. Raw value `1.3.6.1.5.5.7.3.3`. */
extern const CFStringRef kSecOIDExtendedUseCodeSigning;

/** Mail. Raw value `1.3.6.1.5.5.7.3.4`. */
extern const CFStringRef kSecOIDEmailProtection;

/** Time stamps. Raw value `1.3.6.1.5.5.7.3.8`. */
extern const CFStringRef kSecOIDTimeStamping;

/** Answers about revocation. Raw value `1.3.6.1.5.5.7.3.9`. */
extern const CFStringRef kSecOIDOCSPSigning;

/** Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`. */
extern const CFStringRef kSecOIDEKU_IPSec;

/** Clients of Kerberos. Raw value `1.3.6.1.5.2.3.4`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH;

/** Servers of Kerberos. Raw value `1.3.6.1.5.2.3.5`. */
extern const CFStringRef kSecOIDKERBv5_PKINIT_KP_KDC;

/** Servers of TLS, as Microsoft once had it. Raw value `1.3.6.1.4.1.311.10.3.3`. */
extern const CFStringRef kSecOIDMicrosoftSGC;

/** Servers of TLS, as Netscape once had it. Raw value `2.16.840.1.113730.4.1`. */
extern const CFStringRef kSecOIDNetscapeSGC;

/** A sequence of certificates, as Netscape had it. Raw value `2.16.840.1.113730.2.5`. */
extern const CFStringRef kSecOIDNetscapeCertSequence;

/** The name of a Windows account, among the alternative names. Raw value
    `1.3.6.1.4.1.311.20.2.3`. */
extern const CFStringRef kSecOIDMS_NTPrincipalName;

/** The name of a service, among the alternative names. Raw value `1.3.6.1.5.5.7.8.7`. */
extern const CFStringRef kSecOIDSRVName;

CF_EXTERN_C_END

#endif
