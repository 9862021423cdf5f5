import COpenSSL
import KeychainModel

/// Looks for certificates of a chain that their issuers revoked.
struct RevocationCheck {
  /// From the leaf to the anchor.
  let chain: [Certificate]
  let flags: RevocationFlags
  let evidence: RevocationEvidence
  let date: Double
  /// Nil when the network must not be asked.
  let network: RevocationNetwork?

  func run() -> ([TrustFailure], RevocationOutcome) {
    let handles = chain.map(X509Handle.init)
    let lists = evidence.lists.compactMap(RevocationList.init)
    var failures: [TrustFailure] = []
    var outcome = RevocationOutcome(isChecked: chain.count > 1)
    for index in chain.indices.dropLast() {
      var status = RevocationStatus.unknown
      if let certificate = handles[index], let issuer = handles[index + 1] {
        status = self.status(of: certificate, issuer, lists)
      }
      switch status {
      case .good(let until):
        if let until { outcome.validUntil = min(outcome.validUntil ?? until, until) }
      case .revoked(let reason):
        failures.append(TrustFailure(.revocation, at: index))
        // Zero stands for a reason that is not given.
        if outcome.reason == nil { outcome.reason = reason ?? 0 }
        outcome.isChecked = false
      case .unknown:
        if flags.contains(.requiresResponse) {
          failures.append(TrustFailure(.revocationResponse, at: index))
        }
        outcome.isChecked = false
      }
    }
    if !outcome.isChecked { outcome.validUntil = nil }
    return (failures, outcome)
  }

  /// What was brought comes first, then the network; a revocation that anything tells of counts.
  private func status(
    of certificate: X509Handle, _ issuer: X509Handle, _ lists: [RevocationList]
  ) -> RevocationStatus {
    var methods: [RevocationFlags] = [.ocsp, .lists]
    if flags.contains(.prefersLists) { methods.reverse() }
    methods = methods.filter(flags.allows)
    var best = RevocationStatus.unknown
    for method in methods {
      let status =
        method == .ocsp
        ? self.status(in: evidence.responses, certificate, issuer)
        : RevocationList.status(of: certificate, issuer: issuer, in: lists, date: date)
      if case .revoked = status { return status }
      if best == .unknown { best = status }
    }
    guard best == .unknown, let network, !flags.contains(.isOffline) else { return best }
    for method in methods where best == .unknown {
      best =
        method == .ocsp
        ? self.status(in: network.responses(certificate, issuer), certificate, issuer)
        : RevocationList.status(
          of: certificate, issuer: issuer,
          in: network.lists(certificate).compactMap(RevocationList.init), date: date)
    }
    return best
  }

  private func status(
    in responses: [[UInt8]], _ certificate: X509Handle, _ issuer: X509Handle
  ) -> RevocationStatus {
    var best = RevocationStatus.unknown
    for response in responses {
      let status = OCSPResponse.status(
        of: certificate, issuer: issuer, in: response, date: date)
      if case .revoked = status { return status }
      if best == .unknown { best = status }
    }
    return best
  }
}
