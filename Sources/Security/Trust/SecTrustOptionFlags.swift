import CertificateTrust

/// What `SecTrustSetOptions` can ask for (keys-and-certificates 4.1).
public struct SecTrustOptionFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Takes bits as they are.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Certificates that are expired, or not valid yet, are none the worse for it: except for the root.
  public static let allowExpired = SecTrustOptionFlags(rawValue: 1)
  /// The leaf may be an authority. It always may.
  public static let leafIsCA = SecTrustOptionFlags(rawValue: 2)
  /// Missing issuers may be fetched, unless `SecTrustSetNetworkFetchAllowed` says no.
  public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 4)
  /// A root that is expired, or not valid yet, is none the worse for it.
  public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 8)
  /// A certificate of which nobody said that it was not revoked fails.
  public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
  /// Trust settings count. They always do.
  public static let useTrustSettings = SecTrustOptionFlags(rawValue: 0x20)
  /// Certificates that came with the leaf and are signed by themselves are trusted, unless trust settings
  /// deny them.
  public static let implicitAnchors = SecTrustOptionFlags(rawValue: 0x40)

  /// All that there are.
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
