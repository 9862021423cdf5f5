import CertificateTrust
public import Foundation
import KeychainModel

/// A trust object: certificates, and the policies by which they are evaluated.
///
/// Several threads may use a trust object at once. An evaluation may use the network. No call waits for an evaluation
/// in another thread. A change during an evaluation takes effect at the next evaluation.
///
/// `@unchecked Sendable` is safe: the class is final, and a mutex protects its state.
public final class SecTrust: NSObject, @unchecked Sendable {
  private let guarded: ForkSafeMutex<TrustState>

  init(_ state: TrustState) { guarded = ForkSafeMutex(state) }

  /// Describes the trust object by its address.
  public override var description: String {
    "<SecTrustRef: 0x\(String(UInt(bitPattern: ObjectIdentifier(self).hashValue), radix: 16))>"
  }

  func with<Result>(_ body: (inout TrustState) -> Result) -> Result { guarded.withLock(body) }

  /// Returns the result of the evaluation. Evaluates the certificates again if the object has changed since the last
  /// evaluation. The function does not hold the mutex during the evaluation.
  func evaluationResult() -> TrustEvaluationResult {
    let state = with { $0 }
    if let evaluationResult = state.evaluationResult { return evaluationResult }
    let policies = state.policies.map(\.policy)
    let made = state.evaluated(policies)
    return with { $0.keep(made, of: state, policies) }
  }
}

extension SecTrust: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .trust }
}

/// Returns the type number of trust objects, as returned by `CFGetTypeID`.
public func SecTrustGetTypeID() -> CFTypeID {
  SecTrust.typeIdentifier.rawValue
}

/// Makes a trust object.
///
/// - Parameters:
///   - certificates: A certificate, or an array of certificates. The first certificate is the leaf. The other
///     certificates may form a chain from the leaf to an anchor.
///   - policies: A policy, or an array of policies; nil for the basic X.509 policy.
///   - trust: Receives the object.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty array, or for an object of another type.
@discardableResult
public func SecTrustCreateWithCertificates(
  _ certificates: CFTypeRef, _ policies: CFTypeRef?, _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
  guard ArgumentChecks.areValid(certificates, policies),
    let certificates = TrustArguments.list(certificates, of: SecCertificate.self),
    let policies = policies.map({ TrustArguments.list($0, of: SecPolicy.self) })
      ?? [SecPolicy(.basic)]
  else { return errSecParam }
  trust.pointee = SecTrust(TrustState(certificates, policies))
  return errSecSuccess
}

/// Sets the policies of later evaluations.
///
/// - Parameters:
///   - trust: The trust object.
///   - policies: A policy, or an array of policies.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty array, or for an object of another type.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
  guard ArgumentChecks.areValid(policies),
    let policies = TrustArguments.list(policies, of: SecPolicy.self)
  else { return errSecParam }
  trust.with { $0.policies = policies }
  return errSecSuccess
}

/// Finds the policies of a trust object.
///
/// - Parameters:
///   - trust: The trust object.
///   - policies: Receives an array.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyPolicies(
  _ trust: SecTrust, _ policies: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  policies.pointee = trust.with { $0.policies } as NSArray
  return errSecSuccess
}

/// Converts the arguments of the trust functions.
enum TrustArguments {
  /// Returns the members of an array. Returns an array with the object if `value` is a single object. Returns nil for
  /// an empty array, and for an object of another type.
  static func list<Member: NSObject>(_ value: CFTypeRef, of type: Member.Type) -> [Member]? {
    if let one = value as? Member { return [one] }
    guard let array = value as? NSArray else { return nil }
    let members = members(array, of: type)
    return members?.isEmpty == true ? nil : members
  }

  /// Returns the members of an array. Returns nil if a member has another type.
  static func members<Member: NSObject>(_ array: NSArray, of type: Member.Type) -> [Member]? {
    var members: [Member] = []
    for member in array {
      guard let member = member as? Member else { return nil }
      members.append(member)
    }
    return members
  }
}
