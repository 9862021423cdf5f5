import COpenSSL
import KeychainModel
import OpenSSLSupport
import X509Certificates

/// Checks whether certificates of a chain are revoked by their issuers.
struct RevocationCheck {
  /// The certificates from the leaf to the anchor.
  private let chain: [X509Handle?]
  private let flags: RevocationFlags
  private let lists: [RevocationList]
  private let responses: [OCSPResponse]
  private let date: Double
  /// The fetcher of revocation data; nil when the network must not be used.
  private let network: RevocationFetcher?

  init(
    chain: [Certificate], flags: RevocationFlags, evidence: RevocationEvidence, date: Double,
    network: RevocationFetcher?
  ) {
    self.chain = chain.map { X509Handle($0) }
    self.flags = flags
    lists = evidence.lists.compactMap(RevocationList.init)
    responses = evidence.responses.compactMap(OCSPResponse.init)
    self.date = date
    self.network = flags.contains(.isOffline) ? nil : network
  }

  func run() -> ([TrustFailure], RevocationOutcome) {
    var failures: [TrustFailure] = []
    var outcome = RevocationOutcome(isChecked: chain.count > 1)
    for index in chain.indices.dropLast() {
      var status = RevocationStatus.unknown
      if let certificate = chain[index], let issuer = chain[index + 1] {
        status = self.status(of: certificate, issuer)
      }
      switch status {
      case .good(let until):
        if let until { outcome.validUntil = min(outcome.validUntil ?? until, until) }
      case .revoked(let reason):
        failures.append(TrustFailure(.revocation, at: index))
        // The reason 0 means that the issuer gave no reason.
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

  /// The status of a certificate. A revocation is accepted from any source. The status "good" is accepted only from a
  /// method that the flags allow. The caller's evidence is used first, and then the network.
  private func status(of certificate: X509Handle, _ issuer: X509Handle) -> RevocationStatus {
    let answered = status(in: responses, certificate, issuer)
    if answered.isRevoked { return answered }
    let listed = RevocationList.status(
      of: certificate, issuer: issuer, in: lists, date: date)
    if listed.isRevoked { return listed }
    for (method, status) in [(RevocationFlags.ocsp, answered), (.lists, listed)]
    where flags.allows(method) && status != .unknown {
      return status
    }
    return network.map { ask($0, certificate, issuer) } ?? .unknown
  }

  private func ask(
    _ network: RevocationFetcher, _ certificate: X509Handle, _ issuer: X509Handle
  ) -> RevocationStatus {
    var methods: [RevocationFlags] = [.ocsp, .lists]
    if flags.contains(.prefersLists) { methods.reverse() }
    for method in methods.filter(flags.allows) {
      let status =
        method == .ocsp
        ? network.ask(.responders, certificate, issuer) { der in
          self.status(in: [der].compactMap(OCSPResponse.init), certificate, issuer)
        }
        : network.ask(.lists, certificate, issuer) { der in
          RevocationList.status(
            of: certificate, issuer: issuer, in: [der].compactMap(RevocationList.init), date: date)
        }
      if status != .unknown { return status }
    }
    return .unknown
  }

  private func status(
    in responses: [OCSPResponse], _ certificate: X509Handle, _ issuer: X509Handle
  ) -> RevocationStatus {
    var best = RevocationStatus.unknown
    for response in responses {
      let status = response.status(of: certificate, issuer: issuer, date: date) {
        isRevoked($0, issuer)
      }
      if status.isRevoked { return status }
      if best == .unknown { best = status }
    }
    return best
  }

  /// Whether the caller's evidence says that a responder is revoked. Only statements that the issuer itself signed are
  /// used.
  private func isRevoked(_ responder: X509Handle, _ issuer: X509Handle) -> Bool {
    let listed = RevocationList.status(of: responder, issuer: issuer, in: lists, date: date)
    return listed.isRevoked
      || responses.contains { response in
        response.status(of: responder, issuer: issuer, date: date) { _ in true }.isRevoked
      }
  }
}

/// The options of a revocation check: the flags of `SecPolicyCreateRevocation` (specification: keys-and-certificates
/// 4.4).
package struct RevocationFlags: OptionSet, Sendable {
  package let rawValue: UInt
  package init(rawValue: UInt) { self.rawValue = rawValue }

  package static let ocsp = RevocationFlags(rawValue: 1)
  package static let lists = RevocationFlags(rawValue: 2)
  package static let prefersLists = RevocationFlags(rawValue: 4)
  package static let requiresResponse = RevocationFlags(rawValue: 8)
  package static let isOffline = RevocationFlags(rawValue: 16)

  /// The combined flags of several policies; nil when no policy requests a revocation check.
  static func union(_ policies: [TrustPolicy]) -> RevocationFlags? {
    var result: RevocationFlags?
    for case .revocation(let flags) in policies {
      result = (result ?? []).union(RevocationFlags(rawValue: flags))
    }
    return result
  }

  /// Whether the flags allow a method. If the flags name no method, all methods are allowed.
  func allows(_ method: RevocationFlags) -> Bool {
    contains(method) || isDisjoint(with: [.ocsp, .lists])
  }
}

/// The revocation data that a caller supplies: revocation lists, and OCSP responses, for example from a TLS handshake.
package struct RevocationEvidence: Sendable {
  package private(set) var responses: [[UInt8]] = []
  package private(set) var lists: [[UInt8]] = []

  /// - Parameter parts: The DER encodings of OCSP responses and revocation lists, in any order. Other data has no
  ///   effect.
  package init(_ parts: [[UInt8]] = []) {
    for part in parts {
      if RevocationList(part) == nil { responses.append(part) } else { lists.append(part) }
    }
  }

  /// The flags that are used when no policy requests a revocation check: the evidence is checked without the network.
  /// Nil when there is no evidence.
  var flags: RevocationFlags? {
    responses.isEmpty && lists.isEmpty ? nil : [.ocsp, .lists, .isOffline]
  }
}

/// The result of a revocation check for a chain.
package struct RevocationOutcome: Sendable, Equatable {
  /// Whether the check found the status "good" for every certificate below the anchor.
  package var isChecked = false
  /// The earliest time at which a status "good" expires, in seconds since 2001-01-01 00:00:00 UTC. Nil when the time is
  /// unknown.
  package var validUntil: Double?
  /// The revocation reason of the revoked certificate nearest to the leaf, as a number of RFC 5280, 5.3.1. Nil when no
  /// certificate is revoked.
  package var reason: Int?
}

/// The revocation status of a certificate, according to its issuer.
package enum RevocationStatus: Sendable, Equatable {
  /// The certificate is not revoked. `until` is the time at which this status expires, in seconds since 2001-01-01
  /// 00:00:00 UTC; nil when the time is unknown.
  case good(until: Double?)
  /// The certificate is revoked. `reason` is a number of RFC 5280, 5.3.1; nil when the issuer gave no reason.
  case revoked(reason: Int?)
  /// No trustworthy source states the status of the certificate.
  case unknown

  var isRevoked: Bool {
    if case .revoked = self { return true }
    return false
  }

  /// The reason `certificateHold`. It is the only revocation reason that the issuer can undo.
  static let certificateHold = 6
}
