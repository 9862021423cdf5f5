public import Foundation
import KeychainModel
package import CertificateTrust

/// A policy: the rules by which certificates are evaluated for one purpose.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
public final class SecPolicy: NSObject, @unchecked Sendable {
  private let state: ForkSafeMutex<TrustPolicy>

  package init(_ policy: TrustPolicy) { state = ForkSafeMutex(policy) }

  /// The current policy. A program in C may change its properties.
  package var policy: TrustPolicy { state.withLock { $0 } }

  /// Sets properties, as `SecPolicySetProperties` does in C. Properties that are not given stay unchanged. Trust
  /// objects that use the policy are evaluated again on the next request.
  ///
  /// - Returns: `errSecSuccess`; `errSecParam` if a property is unknown, the policy cannot have it, or its value has
  ///   the wrong type. On failure the policy stays unchanged.
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
