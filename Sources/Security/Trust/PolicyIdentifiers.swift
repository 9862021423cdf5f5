// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the identifiers of policies, which are Apple's object identifiers
// (specification: keys-and-certificates 4.4).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The policy for a certification path that has no particular purpose (RFC 5280). Raw value
/// `1.2.840.113635.100.1.2`.
nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"

/// The policy for TLS. Raw value `1.2.840.113635.100.1.3`.
nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"

/// The policy for mail. Raw value `1.2.840.113635.100.1.8`.
nonisolated(unsafe) public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"

/// The policy for signed code. Raw value `1.2.840.113635.100.1.16`.
nonisolated(unsafe) public let kSecPolicyAppleCodeSigning: CFString = "1.2.840.113635.100.1.16"

/// The policy for time stamps. Raw value `1.2.840.113635.100.1.20`.
nonisolated(unsafe) public let kSecPolicyAppleTimeStamping: CFString = "1.2.840.113635.100.1.20"

/// The policy for revocation. Raw value `1.2.840.113635.100.1.21`.
nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"
