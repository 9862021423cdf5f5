import CertificateTrust

/// Options for `SecTrustSetOptions` (keys-and-certificates 4.1).
public struct SecTrustOptionFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Accepts certificates that have expired or are not valid yet, except for the root.
  public static let allowExpired = SecTrustOptionFlags(rawValue: 1)
  /// Accepts a certificate authority as the leaf. It is always accepted here, so the option has no effect.
  public static let leafIsCA = SecTrustOptionFlags(rawValue: 2)
  /// Allows fetching missing issuers, unless `SecTrustSetNetworkFetchAllowed` forbids it.
  public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 4)
  /// Accepts a root that has expired or is not valid yet.
  public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 8)
  /// Rejects a certificate whose revocation status is unknown.
  public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
  /// Uses trust settings. Evaluations always use them here, so the option has no effect.
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
