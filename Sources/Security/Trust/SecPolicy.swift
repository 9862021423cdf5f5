package import CertificateTrust
public import Foundation
import KeychainModel

/// A policy: the rules by which certificates are evaluated for one purpose.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
public final class SecPolicy: NSObject, @unchecked Sendable {
  private let state: ForkSafeMutex<TrustPolicy>

  package init(_ policy: TrustPolicy) { state = ForkSafeMutex(policy) }

  /// The current policy. A program in C can change the properties of the policy.
  package var policy: TrustPolicy { state.withLock { $0 } }

  /// Sets properties, as `SecPolicySetProperties` does in C. Properties that are not given stay unchanged. Trust
  /// objects that use the policy are evaluated again on the next request.
  ///
  /// - Returns: `errSecSuccess`; `errSecParam` if a property is unknown, if the policy cannot have the property, or if
  ///   the value of the property has the wrong type. After a failure, the policy is unchanged.
  package func set(_ properties: CFDictionary) -> OSStatus {
    state.withLock { policy in
      guard let changed = PolicyIdentifier.policy(policy, changing: properties) else {
        return errSecParam
      }
      policy = changed
      return errSecSuccess
    }
  }

  /// Returns whether the other object is an equal policy.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecPolicy)?.policy == policy
  }

  /// Equal policies have equal hashes.
  public override var hash: Int { policy.hashValue }

  /// The identifier of the policy.
  public override var description: String { "<SecPolicy: oid: \(PolicyIdentifier.of(policy))>" }
}

extension SecPolicy: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .policy }
}

/// Returns the type number of policies, as returned by `CFGetTypeID`.
public func SecPolicyGetTypeID() -> CFTypeID {
  SecPolicy.typeIdentifier.rawValue
}

/// Returns the policy that checks only the certification path: signatures, validity, basic constraints, names, the
/// strength of keys and signatures, and the anchor.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Returns the policy for TLS.
///
/// The policy rejects signatures with SHA-1, RSA keys below 2048 bits and keys on curves below 256 bits. It also
/// rejects a server certificate that was issued since 2019-07-01 and is valid for more than 825 days. The limit of 825
/// days does not apply if the chain ends with an authority of the system, or with an authority that trust settings
/// trust.
///
/// - Parameters:
///   - server: Whether the certificate belongs to a server.
///   - hostname: The host or the address for which the certificate of a server must be valid. Nil accepts any host. A
///     string that is not valid Unicode is treated as an empty host name, which no certificate matches.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
  let host = hostname.map { ArgumentChecks.areValid($0) ? $0 as String : "" }
  return SecPolicy(.tls(isServer: server, host: host))
}

/// Returns a policy for revocation.
///
/// An evaluation with this policy checks every certificate below the anchor. It first uses the data from
/// `SecTrustSetOCSPResponse`. If the chain is otherwise valid, the evaluation then uses HTTP to ask the OCSP responders
/// and to fetch the revocation lists that the certificates name. `kSecRevocationNetworkAccessDisabled` and
/// `SecTrustSetNetworkFetchAllowed` can forbid the use of the network. The use of the network takes at most 15 seconds,
/// plus the time for looking up host names.
///
/// If the revocation status of a certificate is unknown, the check passes, unless the flags contain
/// `kSecRevocationRequirePositiveResponse`.
///
/// - Parameter revocationFlags: One or more of the `kSecRevocation...` flags.
/// - Returns: The policy; nil if the flags are 0 or have unknown bits.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
  PolicyIdentifier.revocation(revocationFlags).map { SecPolicy($0) }
}

/// Returns the policy that an identifier names.
///
/// - Parameters:
///   - policyIdentifier: One of the `kSecPolicyApple...` constants.
///   - properties: `kSecPolicyName`, `kSecPolicyClient` and `kSecPolicyRevocationFlags`; nil for none.
/// - Returns: The policy; nil if the identifier is not implemented, or if a property has the wrong type.
public func SecPolicyCreateWithProperties(
  _ policyIdentifier: CFTypeRef, _ properties: CFDictionary?
) -> SecPolicy? {
  guard ArgumentChecks.areValid(policyIdentifier, properties),
    let identifier = policyIdentifier as? NSString
  else { return nil }
  return PolicyIdentifier.policy(identifier, properties).map { SecPolicy($0) }
}

/// Returns the identifier and the properties of a policy, in the form that `SecPolicyCreateWithProperties` takes.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
  PolicyIdentifier.properties(of: policyRef.policy)
}
