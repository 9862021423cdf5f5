// Made by scripts/names from Tables/names.txt.

public import Foundation

// Fields of a certificate. CDSA defines their object identifiers (The Open Group, Common Security:
// CDSA and CSSM).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The version. The value is a string. Raw value `2.16.840.1.113741.2.1.1.1.2`.
nonisolated(unsafe) public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"

/// The serial number. The value is a string of hexadecimal digits in pairs. Raw value
/// `2.16.840.1.113741.2.1.1.1.3`.
nonisolated(unsafe) public let kSecOIDX509V1SerialNumber: CFString = "2.16.840.1.113741.2.1.1.1.3"

/// The issuer. The value is a section of strings. The label of each string is its object
/// identifier. Raw value `2.16.840.1.113741.2.1.1.1.5`.
nonisolated(unsafe) public let kSecOIDX509V1IssuerName: CFString = "2.16.840.1.113741.2.1.1.1.5"

/// The start of the validity period. The value is in seconds since 2001-01-01 00:00:00 UTC. Raw
/// value `2.16.840.1.113741.2.1.1.1.6`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotBefore: CFString =
  "2.16.840.1.113741.2.1.1.1.6"

/// The end of the validity period. The value is in seconds since 2001-01-01 00:00:00 UTC. Raw value
/// `2.16.840.1.113741.2.1.1.1.7`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotAfter: CFString =
  "2.16.840.1.113741.2.1.1.1.7"

/// The subject. The value is a section of strings. The label of each string is its object
/// identifier. Raw value `2.16.840.1.113741.2.1.1.1.8`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectName: CFString = "2.16.840.1.113741.2.1.1.1.8"

/// The algorithm of the public key. The value is a section with `Algorithm` and `Parameters`. Raw
/// value `2.16.840.1.113741.2.1.1.1.9`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString =
  "2.16.840.1.113741.2.1.1.1.9"

/// The bits of the public key. The value is data. Raw value `2.16.840.1.113741.2.1.1.1.10`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKey: CFString =
  "2.16.840.1.113741.2.1.1.1.10"

/// The algorithm of the signature. The value is a section with `Algorithm` and `Parameters`. Raw
/// value `2.16.840.1.113741.2.1.3.2.1`.
nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithm: CFString =
  "2.16.840.1.113741.2.1.3.2.1"

/// The signature. The value is data. Raw value `2.16.840.1.113741.2.1.3.2.2`.
nonisolated(unsafe) public let kSecOIDX509V1Signature: CFString = "2.16.840.1.113741.2.1.3.2.2"
