public import Foundation

// The keys of a policy's properties, and the flags of revocation (keys-and-certificates 4.4).
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.

/// The identifier of the policy. A string. Raw value `SecPolicyOid`.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"

/// The host of TLS, or the address of mail. A string, or an array of one. Raw value `SecPolicyName`.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"

/// Whether the certificate is a client's. A Boolean. Raw value `SecPolicyClient`.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"

/// The flags of revocation. A number. Raw value `SecPolicyRevocationFlags`.
nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"

/// Ask by OCSP. Without this and the next flag every way is taken.
public let kSecRevocationOCSPMethod: CFOptionFlags = 1

/// Ask by revocation lists.
public let kSecRevocationCRLMethod: CFOptionFlags = 2

/// Lists rather than OCSP.
public let kSecRevocationPreferCRL: CFOptionFlags = 4

/// A certificate of which nothing is known fails.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8

/// Nothing is asked of the network, nor are issuers fetched.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16

/// Any method.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
