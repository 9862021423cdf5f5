public import Foundation
import CertificateTrust

/// Returns the policy that judges the path alone: signatures, validity, basic constraints, names, the
/// strength of keys and signatures, and the anchor.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Returns the policy for TLS. Signatures over SHA-1, RSA keys below 2048 bits and keys on curves below 256 bits fail,
/// and so do certificates of servers that were issued since 2019-07-01 and are valid for more than 825 days, unless
/// the chain ends with an authority of the system or one that trust settings trust.
///
/// - Parameters:
///   - server: Whether the certificate is a server's.
///   - hostname: For a server, the host or the address that its certificate must be for; nil for any. A string that
///     is no Unicode text is the empty host, for which no certificate is.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  let host = hostname.map { Arguments.areSound($0) ? $0 as String : "" }
  return SecPolicy(.tls(isServer: server, host: host))
}

/// Returns a policy for revocation. Every certificate below the anchor is looked up: in what
/// `SecTrustSetOCSPResponse` brought, then, when the chain is good otherwise and neither
/// `kSecRevocationNetworkAccessDisabled` nor `SecTrustSetNetworkFetchAllowed` forbids it, at the responders (OCSP)
/// and for the lists that the certificate names, over HTTP, for 15 seconds at most beside the time that
/// names of hosts take.
///
/// A certificate of which nothing is known passes, unless `kSecRevocationRequirePositiveResponse` is among
/// the flags.
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
  guard Arguments.areSound(policyIdentifier, properties),
    let identifier = policyIdentifier as? NSString
  else { return nil }
  return PolicyIdentifier.policy(identifier, properties).map { SecPolicy($0) }
}

/// Returns the identifier of a policy and what it was made with, as `SecPolicyCreateWithProperties`
/// takes it.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
  PolicyIdentifier.properties(of: policyRef.policy)
}
