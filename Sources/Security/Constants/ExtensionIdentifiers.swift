// Made by scripts/names from Tables/names.txt.

public import Foundation

// Extensions of certificates and revocation lists (RFC 5280, 3739).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// Further attributes of the subject. Raw value `2.5.29.9`.
nonisolated(unsafe) public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"

/// A number for the public key: a section of `Critical` and `Key Identifier`. Raw value
/// `2.5.29.14`.
nonisolated(unsafe) public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"

/// What the key is for: a number, whose bits are those of the certificate, the first of them the
/// lowest. Raw value `2.5.29.15`.
nonisolated(unsafe) public let kSecOIDKeyUsage: CFString = "2.5.29.15"

/// When the private key may be used. Raw value `2.5.29.16`.
nonisolated(unsafe) public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"

/// Hosts and addresses of the subject: a section. Raw value `2.5.29.17`.
nonisolated(unsafe) public let kSecOIDSubjectAltName: CFString = "2.5.29.17"

/// Hosts and addresses of the issuer: a section. Raw value `2.5.29.18`.
nonisolated(unsafe) public let kSecOIDIssuerAltName: CFString = "2.5.29.18"

/// Whether the subject is an authority: a section of `Critical`, `Certificate Authority` and
/// `Path Length Constraint`. Raw value `2.5.29.19`.
nonisolated(unsafe) public let kSecOIDBasicConstraints: CFString = "2.5.29.19"

/// The number of a revocation list. Raw value `2.5.29.20`.
nonisolated(unsafe) public let kSecOIDCrlNumber: CFString = "2.5.29.20"

/// Why a certificate was revoked. Raw value `2.5.29.21`.
nonisolated(unsafe) public let kSecOIDCrlReason: CFString = "2.5.29.21"

/// What to do with a certificate on hold. Raw value `2.5.29.23`.
nonisolated(unsafe) public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"

/// From when on a revoked certificate is no good. Raw value `2.5.29.24`.
nonisolated(unsafe) public let kSecOIDInvalidityDate: CFString = "2.5.29.24"

/// That a revocation list completes another. Raw value `2.5.29.27`.
nonisolated(unsafe) public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"

/// Where a revocation list is from. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"

/// Where a revocation list is from. Raw value `2.5.29.28`.
nonisolated(unsafe) public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"

/// Who issued a revoked certificate. Raw value `2.5.29.29`.
nonisolated(unsafe) public let kSecOIDCertIssuer: CFString = "2.5.29.29"

/// For which names an authority issues certificates. Raw value `2.5.29.30`.
nonisolated(unsafe) public let kSecOIDNameConstraints: CFString = "2.5.29.30"

/// Where the revocation list is. Raw value `2.5.29.31`.
nonisolated(unsafe) public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"

/// The policies that the certificate was issued under. Raw value `2.5.29.32`.
nonisolated(unsafe) public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"

/// Which policies of two authorities are the same. Raw value `2.5.29.33`.
nonisolated(unsafe) public let kSecOIDPolicyMappings: CFString = "2.5.29.33"

/// A number for the issuer's key: a section of `Critical`, `Key Identifier` and others. Raw value
/// `2.5.29.35`.
nonisolated(unsafe) public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"

/// Whether policies must be named. Raw value `2.5.29.36`.
nonisolated(unsafe) public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"

/// What the certificate is for: an array of object identifiers. Raw value `2.5.29.37`.
nonisolated(unsafe) public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"

/// Where to ask about the issuer. Raw value `1.3.6.1.5.5.7.1.1`.
nonisolated(unsafe) public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"

/// Digests of pictures and the like. Raw value `1.3.6.1.5.5.7.1.2`.
nonisolated(unsafe) public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"

/// What is stated of a qualified certificate. Raw value `1.3.6.1.5.5.7.1.3`.
nonisolated(unsafe) public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"

/// Where to ask about the subject. Raw value `1.3.6.1.5.5.7.1.11`.
nonisolated(unsafe) public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"

/// What the certificate is for, as Netscape had it. Raw value `2.16.840.1.113730.1.1`.
nonisolated(unsafe) public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"
