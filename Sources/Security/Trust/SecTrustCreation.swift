public import Foundation
import CertificateTrust

/// Makes a trust object.
///
/// - Parameters:
///   - certificates: A certificate, or an array. The first member is the leaf; the others may form a chain from the
///     leaf to an anchor.
///   - policies: A policy, or an array of policies; nil for the basic X.509 policy.
///   - trust: Receives the object.
/// - Returns: `errSecSuccess`; `errSecParam` for an empty array or another object.
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
/// - Returns: `errSecSuccess`; `errSecParam` for an empty array or another object.
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
