public import Foundation
import CertificateTrust

/// Says how a judgement differs from the usual one. What was said before is forgotten.
///
/// - Parameters:
///   - trustRef: The trust object.
///   - options: The differences.
/// - Returns: `errSecSuccess`; `errSecParam` for a flag that there is none of.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
  guard options.isSubset(of: .all) else { return errSecParam }
  trustRef.with { $0.options = options }
  return errSecSuccess
}

/// Without effect, as on macOS since 10.12.
///
/// - Parameters:
///   - trust: The trust object.
///   - keychainOrArray: Not looked at.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetKeychains(_ trust: SecTrust, _ keychainOrArray: CFTypeRef?) -> OSStatus {
  errSecSuccess
}

/// Finds the authorities that the distribution trusts.
///
/// - Parameter anchors: Receives an array of certificates, empty where the distribution names none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyAnchorCertificates(
  _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  anchors.pointee = SystemAnchors.certificates.map { SecCertificate($0) } as NSArray
  return errSecSuccess
}
