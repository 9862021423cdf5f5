public import Foundation
import PublicKeys

/// Returns the policy that judges the path alone: signatures, validity, basic constraints, names, the
/// strength of keys and signatures, and the anchor.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Returns the policy for TLS.
///
/// - Parameters:
///   - server: Whether the certificate is a server's.
///   - hostname: For a server, the host or the address that its certificate must be for; nil for any.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  SecPolicy(.tls(isServer: server, host: hostname.map { $0 as String }))
}

/// Returns a policy for revocation. Nothing is asked of the network: with
/// `kSecRevocationRequirePositiveResponse` every certificate fails, without it none.
///
/// - Parameter revocationFlags: One or several of the `kSecRevocation...` flags.
/// - Returns: The policy; nil without flags and for unknown ones.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
  PolicyIdentifier.revocation(revocationFlags).map { SecPolicy($0) }
}

/// Returns the policy with an identifier.
///
/// - Parameters:
///   - policyIdentifier: One of the `kSecPolicyApple...` constants.
///   - properties: `kSecPolicyName`, `kSecPolicyClient`, `kSecPolicyRevocationFlags`; nil for none.
/// - Returns: The policy; nil for an identifier that is not known here.
public func SecPolicyCreateWithProperties(
  _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
  guard let identifier = policyIdentifier as? NSString else { return nil }
  return PolicyIdentifier.policy(identifier, properties).map { SecPolicy($0) }
}

/// Returns the identifier of a policy and what it was made with, as `SecPolicyCreateWithProperties`
/// takes it.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
  PolicyIdentifier.properties(of: policyRef.policy)
}
