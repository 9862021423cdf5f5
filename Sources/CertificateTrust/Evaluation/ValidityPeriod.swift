import X509Certificates

/// The longest allowed validity of a TLS server's certificate (specification: keys-and-certificates 4.6).
enum ValidityPeriod {
  /// 825 days.
  private static let longest = 825 * 86_400.0

  /// 2019-07-01. Certificates that were issued earlier may be valid for longer.
  private static let begin = 583_632_000.0

  /// Checks the validity period of a leaf. Authorities of the system follow rules of their own, so certificates
  /// below them are not checked. A leaf that is itself an anchor is not checked either.
  ///
  /// - Parameter decided: Anchors from trust settings. Certificates below them are not checked.
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
