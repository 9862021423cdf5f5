// Made by scripts/names from Tables/names.txt.

public import Foundation

// Fields of a certificate, by the object identifiers that CDSA gives them (The Open Group, Common
// Security: CDSA and CSSM).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The version: a string. Raw value `2.16.840.1.113741.2.1.1.1.2`.
nonisolated(unsafe) public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"

/// The serial number: a string of hexadecimal digits in pairs. Raw value
/// `2.16.840.1.113741.2.1.1.1.3`.
nonisolated(unsafe) public let kSecOIDX509V1SerialNumber: CFString = "2.16.840.1.113741.2.1.1.1.3"

/// The issuer: a section of strings, each under its object identifier. Raw value
/// `2.16.840.1.113741.2.1.1.1.5`.
nonisolated(unsafe) public let kSecOIDX509V1IssuerName: CFString = "2.16.840.1.113741.2.1.1.1.5"

/// From when on the certificate is valid: seconds since 2001-01-01 00:00:00 UTC. Raw value
/// `2.16.840.1.113741.2.1.1.1.6`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotBefore: CFString =
  "2.16.840.1.113741.2.1.1.1.6"

/// Until when the certificate is valid: seconds since 2001-01-01 00:00:00 UTC. Raw value
/// `2.16.840.1.113741.2.1.1.1.7`.
nonisolated(unsafe) public let kSecOIDX509V1ValidityNotAfter: CFString =
  "2.16.840.1.113741.2.1.1.1.7"

/// The subject: a section of strings, each under its object identifier. Raw value
/// `2.16.840.1.113741.2.1.1.1.8`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectName: CFString = "2.16.840.1.113741.2.1.1.1.8"

/// What the public key is of: a section of `Algorithm` and `Parameters`. Raw value
/// `2.16.840.1.113741.2.1.1.1.9`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString =
  "2.16.840.1.113741.2.1.1.1.9"

/// The bits of the public key: data. Raw value `2.16.840.1.113741.2.1.1.1.10`.
nonisolated(unsafe) public let kSecOIDX509V1SubjectPublicKey: CFString =
  "2.16.840.1.113741.2.1.1.1.10"

/// How the certificate is signed: a section of `Algorithm` and `Parameters`. Raw value
/// `2.16.840.1.113741.2.1.3.2.1`.
nonisolated(unsafe) public let kSecOIDX509V1SignatureAlgorithm: CFString =
  "2.16.840.1.113741.2.1.3.2.1"

/// The signature: data. Raw value `2.16.840.1.113741.2.1.3.2.2`.
nonisolated(unsafe) public let kSecOIDX509V1Signature: CFString = "2.16.840.1.113741.2.1.3.2.2"
