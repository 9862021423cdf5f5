// Made by scripts/names from Tables/names.txt.

public import Foundation

// This file declares the keys of the properties of policies (specification: keys-and-certificates
// 4.4).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The identifier of the policy. The value is a string. Raw value `SecPolicyOid`.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"

/// The host of a TLS policy, or the e-mail address of a mail policy. The value is a string, or an
/// array of one string. Raw value `SecPolicyName`.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"

/// Whether the certificate belongs to a client. The value is a Boolean. Raw value
/// `SecPolicyClient`.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// The revocation flags. The value is a number. Raw value `SecPolicyRevocationFlags`.
nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"
