public import Foundation
import KeychainModel
package import CertificateTrust

/// What certificates are judged for.
///
/// `@unchecked Sendable` holds because the class is final and its state is behind a lock.
public final class SecPolicy: NSObject, @unchecked Sendable {
  private let state: Guarded<TrustPolicy>

  package init(_ policy: TrustPolicy) { state = Guarded(policy) }

  /// The policy as it is now: a program in C may set its properties.
  package var policy: TrustPolicy { state.withLock { $0 } }

  /// Sets properties, as `SecPolicySetProperties` does in C. A property that is not given stays as it was. Trust
  /// objects that have the policy judge again when they are asked.
  ///
  /// - Returns: `errSecSuccess`; `errSecParam` for a property that is not known or that the policy does not have, and
  ///   for a value of a wrong type; the policy stays as it was then.
  package func set(_ properties: CFDictionary) -> OSStatus {
    state.withLock { policy in
      guard let changed = PolicyIdentifier.policy(policy, changing: properties) else {
        return errSecParam
      }
      policy = changed
      return errSecSuccess
    }
  }

  /// Whether the other object is a policy that judges in the same way.
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

/// Returns the type number of policies, as `CFGetTypeID` gives it.
public func SecPolicyGetTypeID() -> CFTypeID {
  SecPolicy.typeIdentifier.rawValue
}
