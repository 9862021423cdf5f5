// Made by scripts/names from Tables/names.txt.

public import Foundation

// The keys of a policy's properties (keys-and-certificates 4.4).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The identifier of the policy. A string. Raw value `SecPolicyOid`.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"

/// The host of TLS, or the address of mail. A string, or an array of one. Raw value
/// `SecPolicyName`.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"

/// Whether the certificate is a client's. A Boolean. Raw value `SecPolicyClient`.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// The flags of revocation. A number. Raw value `SecPolicyRevocationFlags`.
nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"
