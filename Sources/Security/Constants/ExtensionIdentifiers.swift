// Made by scripts/names from Tables/names.txt.

public import Foundation

// Extensions of certificates and revocation lists (RFC 5280, 3739).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Further attributes of the subject. Raw value `2.5.29.9`.
nonisolated(unsafe) public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"

/// The identifier of the public key. The value is a section with `Critical` and `Key Identifier`.
/// Raw value `2.5.29.14`.
nonisolated(unsafe) public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"

/// The permitted uses of the key. The value is a number with the bits of the extension. The first
/// bit of the extension is the lowest bit of the number. Raw value `2.5.29.15`.
nonisolated(unsafe) public let kSecOIDKeyUsage: CFString = "2.5.29.15"

/// The period in which the private key may be used. Raw value `2.5.29.16`.
nonisolated(unsafe) public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"

/// The host names and addresses of the subject. The value is a section. Raw value `2.5.29.17`.
nonisolated(unsafe) public let kSecOIDSubjectAltName: CFString = "2.5.29.17"

/// The host names and addresses of the issuer. The value is a section. Raw value `2.5.29.18`.
nonisolated(unsafe) public let kSecOIDIssuerAltName: CFString = "2.5.29.18"

/// Whether the subject is a certificate authority. The value is a section with `Critical`,
/// `Certificate Authority` and `Path Length Constraint`. Raw value `2.5.29.19`.
nonisolated(unsafe) public let kSecOIDBasicConstraints: CFString = "2.5.29.19"

/// The number of a revocation list. Raw value `2.5.29.20`.
nonisolated(unsafe) public let kSecOIDCrlNumber: CFString = "2.5.29.20"

/// The reason for the revocation of a certificate. Raw value `2.5.29.21`.
nonisolated(unsafe) public let kSecOIDCrlReason: CFString = "2.5.29.21"

/// The instruction for a certificate on hold. Raw value `2.5.29.23`.
nonisolated(unsafe) public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"

/// The time at which a revoked certificate became invalid. Raw value `2.5.29.24`.
nonisolated(unsafe) public let kSecOIDInvalidityDate: CFString = "2.5.29.24"

/// The mark of a revocation list that completes another list. Raw value `2.5.29.27`.
nonisolated(unsafe) public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"

/// The distribution point of a revocation list. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"

/// The distribution point of a revocation list. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"

/// The issuer of a revoked certificate. Raw value `2.5.29.29`.
nonisolated(unsafe) public let kSecOIDCertIssuer: CFString = "2.5.29.29"

/// The names for which an authority may issue certificates. Raw value `2.5.29.30`.
nonisolated(unsafe) public let kSecOIDNameConstraints: CFString = "2.5.29.30"

/// The locations of the revocation list. Raw value `2.5.29.31`.
nonisolated(unsafe) public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"

/// The policies under which the certificate was issued. Raw value `2.5.29.32`.
nonisolated(unsafe) public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"

/// The policies of two authorities that are equivalent. Raw value `2.5.29.33`.
nonisolated(unsafe) public let kSecOIDPolicyMappings: CFString = "2.5.29.33"

/// The identifier of the key of the issuer. The value is a section with `Critical`,
/// `Key Identifier` and other properties. Raw value `2.5.29.35`.
nonisolated(unsafe) public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"

/// Whether the certificates of a chain must name policies. Raw value `2.5.29.36`.
nonisolated(unsafe) public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"

/// The purposes of the certificate. The value is an array of object identifiers. Raw value
/// `2.5.29.37`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"

/// The locations of information about the issuer. Raw value `1.3.6.1.5.5.7.1.1`.
nonisolated(unsafe) public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"

/// The digests of biometric data, for example of pictures. Raw value `1.3.6.1.5.5.7.1.2`.
nonisolated(unsafe) public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"

/// The statements of a qualified certificate. Raw value `1.3.6.1.5.5.7.1.3`.
nonisolated(unsafe) public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"

/// The locations of information about the subject. Raw value `1.3.6.1.5.5.7.1.11`.
nonisolated(unsafe) public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"

/// The purposes of the certificate in Netscape's form. Raw value `2.16.840.1.113730.1.1`.
nonisolated(unsafe) public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"
