import X509Certificates

/// Checks the length of the validity period of a TLS server's certificate (specification: keys-and-certificates 4.6).
enum ValidityPeriod {
  /// The longest allowed validity period, in seconds: 825 days.
  private static let longest = 825 * 86_400.0

  /// 2019-07-01, in seconds since 2001-01-01. Certificates that were issued earlier may be valid for longer than 825
  /// days.
  private static let begin = 583_632_000.0

  /// Checks the validity period of a leaf. A leaf that is an anchor is not checked. A leaf below an authority of the
  /// system is not checked either, because these authorities follow rules of their own.
  ///
  /// - Parameter decided: The anchors from trust settings. A leaf below such an anchor is not checked.
  static func failures(
    _ path: CertificatePath, _ policies: [TrustPolicy], decided: [Certificate]
  ) -> [TrustFailure] {
    let isServer = policies.contains {
      if case .tls(isServer: true, _) = $0 { true } else { false }
    }
    guard isServer, path.isComplete, path.chain.count > 1, let leaf = path.chain.first,
      let anchor = path.chain.last,
      leaf.notValidBefore >= begin, leaf.notValidAfter - leaf.notValidBefore > longest,
      !SystemAnchors.contain(anchor.der), !decided.contains(where: { $0.der == anchor.der })
    else { return [] }
    return [TrustFailure(.otherValidityPeriod, at: 0)]
  }
}
