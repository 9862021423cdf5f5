public import Foundation
import CertificateTrust

/// Sets the options of later evaluations. They replace earlier options.
///
/// - Parameters:
///   - trustRef: The trust object.
///   - options: The options.
/// - Returns: `errSecSuccess`; `errSecParam` for an unknown flag.
@discardableResult
public func SecTrustSetOptions(_ trustRef: SecTrust, _ options: SecTrustOptionFlags) -> OSStatus {
  guard options.isSubset(of: .all) else { return errSecParam }
  trustRef.with { $0.options = options }
  return errSecSuccess
}

/// Has no effect, as on macOS since 10.12.
///
/// - Parameters:
///   - trust: The trust object.
///   - keychainOrArray: Ignored.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustSetKeychains(_ trust: SecTrust, _ keychainOrArray: CFTypeRef?) -> OSStatus {
  errSecSuccess
}

/// Finds the certificate authorities that the distribution trusts.
///
/// - Parameter anchors: Receives an array of certificates. It is empty if the distribution configures none.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyAnchorCertificates(
  _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  anchors.pointee = SystemAnchors.certificates.map { SecCertificate($0) } as NSArray
  return errSecSuccess
}
