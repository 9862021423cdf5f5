// Made by scripts/names from Tables/names.txt.

public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

// MARK: Fields of a certificate. CDSA defines their object identifiers (The Open Group, Common
// Security: CDSA and CSSM).

/// The version of the certificate. The value is a string. Raw value `2.16.840.1.113741.2.1.1.1.2`.
nonisolated(unsafe) public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"

/// The serial number of the certificate. The value is a string of hexadecimal digits in pairs. Raw
/// value `2.16.840.1.113741.2.1.1.1.3`.
nonisolated(unsafe) public let kSecOIDX509V1SerialNumber: CFString = "2.16.840.1.113741.2.1.1.1.3"

/// The issuer of the certificate. The value is a section (an array of properties) with one string
/// for each attribute. The label of each string is the object identifier of the attribute. Raw
/// value `2.16.840.1.113741.2.1.1.1.5`.
nonisolated(unsafe) public let kSecOIDX509V1IssuerName: CFString = "2.16.840.1.113741.2.1.1.1.5"

/// The start of the validity period of the certificate. The value is the number of seconds since
/// 2001-01-01 00:00:00 UTC. Raw value `2.16.840.1.113741.2.1.1.1.6`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotBefore: CFString =
  "2.16.840.1.113741.2.1.1.1.6"

/// The end of the validity period of the certificate. The value is the number of seconds since
/// 2001-01-01 00:00:00 UTC. Raw value `2.16.840.1.113741.2.1.1.1.7`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotAfter: CFString =
  "2.16.840.1.113741.2.1.1.1.7"

/// The subject of the certificate. The value is a section (an array of properties) with one string
/// for each attribute. The label of each string is the object identifier of the attribute. Raw
/// value `2.16.840.1.113741.2.1.1.1.8`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectName: CFString = "2.16.840.1.113741.2.1.1.1.8"

/// The algorithm of the public key in the certificate. The value is a section (an array of
/// properties) with `Algorithm` and `Parameters`. Raw value `2.16.840.1.113741.2.1.1.1.9`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString =
  "2.16.840.1.113741.2.1.1.1.9"

/// The bits of the public key in the certificate. The value is data. Raw value
/// `2.16.840.1.113741.2.1.1.1.10`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKey: CFString =
  "2.16.840.1.113741.2.1.1.1.10"

/// The algorithm of the signature of the certificate. The value is a section (an array of
/// properties) with `Algorithm` and `Parameters`. Raw value `2.16.840.1.113741.2.1.3.2.1`.
nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithm: CFString =
  "2.16.840.1.113741.2.1.3.2.1"

/// The signature of the certificate. The value is data. Raw value `2.16.840.1.113741.2.1.3.2.2`.
nonisolated(unsafe) public let kSecOIDX509V1Signature: CFString = "2.16.840.1.113741.2.1.3.2.2"

// MARK: Attributes of names (X.520; RFC 3671, 4519 and 2985).

/// The common name of a person or a thing. Raw value `2.5.4.3`.
nonisolated(unsafe) public let kSecOIDCommonName: CFString = "2.5.4.3"

/// The family name of a person. Raw value `2.5.4.4`.
nonisolated(unsafe) public let kSecOIDSurname: CFString = "2.5.4.4"

/// The serial number of a device or a person. The serial number of a certificate is
/// `kSecOIDX509V1SerialNumber`. Raw value `2.5.4.5`.
nonisolated(unsafe) public let kSecOIDSerialNumber: CFString = "2.5.4.5"

/// The two-letter code of a country. Raw value `2.5.4.6`.
nonisolated(unsafe) public let kSecOIDCountryName: CFString = "2.5.4.6"

/// The name of a town. Raw value `2.5.4.7`.
nonisolated(unsafe) public let kSecOIDLocalityName: CFString = "2.5.4.7"

/// The name of a state or province. Raw value `2.5.4.8`.
nonisolated(unsafe) public let kSecOIDStateProvinceName: CFString = "2.5.4.8"

/// The name of the state or province of a group of people. Raw value `2.5.4.8.1`.
nonisolated(unsafe) public let kSecOIDCollectiveStateProvinceName: CFString = "2.5.4.8.1"

/// The street of an address. Raw value `2.5.4.9`.
nonisolated(unsafe) public let kSecOIDStreetAddress: CFString = "2.5.4.9"

/// The street of the address of a group of people. Raw value `2.5.4.9.1`.
nonisolated(unsafe) public let kSecOIDCollectiveStreetAddress: CFString = "2.5.4.9.1"

/// The name of an organization. Raw value `2.5.4.10`.
nonisolated(unsafe) public let kSecOIDOrganizationName: CFString = "2.5.4.10"

/// The name of a unit of an organization. Raw value `2.5.4.11`.
nonisolated(unsafe) public let kSecOIDOrganizationalUnitName: CFString = "2.5.4.11"

/// The position of a person in an organization. Raw value `2.5.4.12`.
nonisolated(unsafe) public let kSecOIDTitle: CFString = "2.5.4.12"

/// The description of a person or a thing. Raw value `2.5.4.13`.
nonisolated(unsafe) public let kSecOIDDescription: CFString = "2.5.4.13"

/// The given name of a person. Raw value `2.5.4.42`.
nonisolated(unsafe) public let kSecOIDGivenName: CFString = "2.5.4.42"

/// The e-mail address of a person or a thing. Raw value `1.2.840.113549.1.9.1`.
nonisolated(unsafe) public let kSecOIDEmailAddress: CFString = "1.2.840.113549.1.9.1"

// MARK: Extensions of certificates and revocation lists (RFC 5280, 3739).

/// An extension of a certificate: further attributes of the subject. Raw value `2.5.29.9`.
nonisolated(unsafe) public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"

/// An extension of a certificate: the identifier of the public key. The value is a section (an
/// array of properties) with `Critical` and `Key Identifier`. Raw value `2.5.29.14`.
nonisolated(unsafe) public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"

/// An extension of a certificate: the permitted uses of the key. The value is a number with the
/// bits of the extension. The first bit of the extension is the lowest bit of the number. Raw value
/// `2.5.29.15`.
nonisolated(unsafe) public let kSecOIDKeyUsage: CFString = "2.5.29.15"

/// An extension of a certificate: the period in which the private key may be used. Raw value
/// `2.5.29.16`.
nonisolated(unsafe) public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"

/// An extension of a certificate: the host names and addresses of the subject. The value is a
/// section (an array of properties). Raw value `2.5.29.17`.
nonisolated(unsafe) public let kSecOIDSubjectAltName: CFString = "2.5.29.17"

/// An extension of a certificate: the host names and addresses of the issuer. The value is a
/// section (an array of properties). Raw value `2.5.29.18`.
nonisolated(unsafe) public let kSecOIDIssuerAltName: CFString = "2.5.29.18"

/// An extension of a certificate: whether the subject is a certificate authority. The value is a
/// section (an array of properties) with `Critical`, `Certificate Authority` and
/// `Path Length Constraint`. Raw value `2.5.29.19`.
nonisolated(unsafe) public let kSecOIDBasicConstraints: CFString = "2.5.29.19"

/// An extension of a revocation list: the number of the list. Raw value `2.5.29.20`.
nonisolated(unsafe) public let kSecOIDCrlNumber: CFString = "2.5.29.20"

/// An extension of an entry in a revocation list: the reason for the revocation of a certificate.
/// Raw value `2.5.29.21`.
nonisolated(unsafe) public let kSecOIDCrlReason: CFString = "2.5.29.21"

/// An extension of an entry in a revocation list: the instruction for a certificate on hold. Raw
/// value `2.5.29.23`.
nonisolated(unsafe) public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"

/// An extension of an entry in a revocation list: the time at which a revoked certificate became
/// invalid. Raw value `2.5.29.24`.
nonisolated(unsafe) public let kSecOIDInvalidityDate: CFString = "2.5.29.24"

/// An extension of a revocation list: the mark of a list that contains only the changes to another
/// list. Raw value `2.5.29.27`.
nonisolated(unsafe) public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"

/// An extension of a revocation list: the distribution point of the list. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"

/// An extension of a revocation list: the distribution point of the list. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"

/// An extension of an entry in a revocation list: the issuer of a revoked certificate. Raw value
/// `2.5.29.29`.
nonisolated(unsafe) public let kSecOIDCertIssuer: CFString = "2.5.29.29"

/// An extension of a certificate: the names for which an authority may issue certificates. Raw
/// value `2.5.29.30`.
nonisolated(unsafe) public let kSecOIDNameConstraints: CFString = "2.5.29.30"

/// An extension of a certificate: the locations of the revocation list. Raw value `2.5.29.31`.
nonisolated(unsafe) public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"

/// An extension of a certificate: the policies under which the certificate was issued. Raw value
/// `2.5.29.32`.
nonisolated(unsafe) public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"

/// An extension of a certificate: pairs of equivalent policies, each pair from two authorities. Raw
/// value `2.5.29.33`.
nonisolated(unsafe) public let kSecOIDPolicyMappings: CFString = "2.5.29.33"

/// An extension of a certificate: the identifier of the key of the issuer. The value is a section
/// (an array of properties) with `Critical`, `Key Identifier` and other properties. Raw value
/// `2.5.29.35`.
nonisolated(unsafe) public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"

/// An extension of a certificate: whether the certificates of a chain must name policies. Raw value
/// `2.5.29.36`.
nonisolated(unsafe) public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"

/// An extension of a certificate: the purposes of the certificate. The value is an array of object
/// identifiers. Raw value `2.5.29.37`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"

/// An extension of a certificate: the locations of information about the issuer. Raw value
/// `1.3.6.1.5.5.7.1.1`.
nonisolated(unsafe) public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"

/// An extension of a certificate: the digests of biometric data, for example of pictures. Raw value
/// `1.3.6.1.5.5.7.1.2`.
nonisolated(unsafe) public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"

/// An extension of a certificate: the statements of a qualified certificate. Raw value
/// `1.3.6.1.5.5.7.1.3`.
nonisolated(unsafe) public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"

/// An extension of a certificate: the locations of information about the subject. Raw value
/// `1.3.6.1.5.5.7.1.11`.
nonisolated(unsafe) public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"

/// An extension of a certificate: the purposes of the certificate in Netscape's form. Raw value
/// `2.16.840.1.113730.1.1`.
nonisolated(unsafe) public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"

// MARK: Purposes in the extension `kSecOIDExtendedKeyUsage`, and other identifiers in certificates
// (RFC 5280, 4556, 4945 and 4985; Microsoft and Netscape).

/// The certificate is valid for any purpose. Raw value `2.5.29.37.0`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsageAny: CFString = "2.5.29.37.0"

/// The certificate is valid for TLS servers. Raw value `1.3.6.1.5.5.7.3.1`.
nonisolated(unsafe) public let kSecOIDServerAuth: CFString = "1.3.6.1.5.5.7.3.1"

/// The certificate is valid for TLS clients. Raw value `1.3.6.1.5.5.7.3.2`.
nonisolated(unsafe) public let kSecOIDClientAuth: CFString = "1.3.6.1.5.5.7.3.2"

/// The certificate is valid for signed code. Raw value `1.3.6.1.5.5.7.3.3`.
nonisolated(unsafe) public let kSecOIDExtendedUseCodeSigning: CFString = "1.3.6.1.5.5.7.3.3"

/// The certificate is valid for mail. Raw value `1.3.6.1.5.5.7.3.4`.
nonisolated(unsafe) public let kSecOIDEmailProtection: CFString = "1.3.6.1.5.5.7.3.4"

/// The certificate is valid for time stamps. Raw value `1.3.6.1.5.5.7.3.8`.
nonisolated(unsafe) public let kSecOIDTimeStamping: CFString = "1.3.6.1.5.5.7.3.8"

/// The certificate is valid for signed OCSP answers. Raw value `1.3.6.1.5.5.7.3.9`.
nonisolated(unsafe) public let kSecOIDOCSPSigning: CFString = "1.3.6.1.5.5.7.3.9"

/// The certificate is valid for Internet Key Exchange. Raw value `1.3.6.1.5.5.8.2.2`.
nonisolated(unsafe) public let kSecOIDEKU_IPSec: CFString = "1.3.6.1.5.5.8.2.2"

/// The certificate is valid for Kerberos clients. Raw value `1.3.6.1.5.2.3.4`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH: CFString = "1.3.6.1.5.2.3.4"

/// The certificate is valid for Kerberos servers. Raw value `1.3.6.1.5.2.3.5`.
nonisolated(unsafe) public let kSecOIDKERBv5_PKINIT_KP_KDC: CFString = "1.3.6.1.5.2.3.5"

/// The certificate is valid for TLS servers. This object identifier is an old identifier of
/// Microsoft. Raw value `1.3.6.1.4.1.311.10.3.3`.
nonisolated(unsafe) public let kSecOIDMicrosoftSGC: CFString = "1.3.6.1.4.1.311.10.3.3"

/// The certificate is valid for TLS servers. This object identifier is an old identifier of
/// Netscape. Raw value `2.16.840.1.113730.4.1`.
nonisolated(unsafe) public let kSecOIDNetscapeSGC: CFString = "2.16.840.1.113730.4.1"

/// A sequence of certificates in Netscape's form. Raw value `2.16.840.1.113730.2.5`.
nonisolated(unsafe) public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"

/// The name of a Windows account in the subject alternative name. Raw value
/// `1.3.6.1.4.1.311.20.2.3`.
nonisolated(unsafe) public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"

/// The name of a service in the subject alternative name. Raw value `1.3.6.1.5.5.7.8.7`.
nonisolated(unsafe) public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"
