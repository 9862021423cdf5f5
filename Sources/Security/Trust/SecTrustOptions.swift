import CertificateTrust
public import Foundation

/// Sets the options of later evaluations. The new options replace the earlier options.
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
/// - Parameter anchors: Receives an array of certificates. The array is empty if the distribution configures no
///   authorities.
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecTrustCopyAnchorCertificates(
  _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
  anchors.pointee = SystemAnchors.certificates.map { SecCertificate($0) } as NSArray
  return errSecSuccess
}

/// Options for `SecTrustSetOptions` (specification: keys-and-certificates 4.1).
public struct SecTrustOptionFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Accepts certificates that have expired or are not valid yet, except for the root.
  public static let allowExpired = SecTrustOptionFlags(rawValue: 1)
  /// Accepts a certificate authority as the leaf. Latchkey always accepts such a leaf, so the option has no effect.
  public static let leafIsCA = SecTrustOptionFlags(rawValue: 2)
  /// Allows fetching missing issuers, unless `SecTrustSetNetworkFetchAllowed` forbids it.
  public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 4)
  /// Accepts a root that has expired or is not valid yet.
  public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 8)
  /// Rejects a certificate whose revocation status is unknown.
  public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
  /// Uses trust settings. In Latchkey, every evaluation uses trust settings, so the option has no effect.
  public static let useTrustSettings = SecTrustOptionFlags(rawValue: 0x20)
  /// Trusts self-signed certificates that were given with the leaf, unless trust settings deny them.
  public static let implicitAnchors = SecTrustOptionFlags(rawValue: 0x40)

  /// All known flags.
  static let all = SecTrustOptionFlags(rawValue: 0x7F)
}

extension SecTrustOptionFlags {
  func apply(to evaluation: inout TrustEvaluation) {
    evaluation.trustsGivenRoots = contains(.implicitAnchors)
    evaluation.expiry.includesOthers = contains(.allowExpired)
    evaluation.expiry.includesRoots = contains(.allowExpiredRoot)
    if contains(.requireRevPerCert) {
      let flags = UInt(
        kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse)
      evaluation.policies.append(.revocation(flags: flags))
    }
  }
}
