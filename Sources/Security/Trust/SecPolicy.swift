public import Foundation
package import PublicKeys

/// What certificates are judged for.
///
/// `@unchecked Sendable` holds because the class is final and its property is a constant of a Sendable
/// type.
public final class SecPolicy: NSObject, @unchecked Sendable {
  package let policy: TrustPolicy

  package init(_ policy: TrustPolicy) { self.policy = policy }

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
