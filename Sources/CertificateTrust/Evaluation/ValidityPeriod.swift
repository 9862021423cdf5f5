import X509Certificates

/// How long the certificate of a TLS server may be valid (keys-and-certificates 4.6).
enum ValidityPeriod {
  /// 825 days.
  private static let longest = 825 * 86_400.0

  /// 2019-07-01: what was issued before may be valid for longer.
  private static let begin = 583_632_000.0

  /// The rules for authorities of the system are theirs, and not checked. A certificate that is the anchor itself
  /// was issued below none.
  ///
  /// - Parameter decided: Anchors that somebody decided to trust, for as long as they want.
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
