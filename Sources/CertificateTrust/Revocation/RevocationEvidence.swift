import COpenSSL
import OpenSSLSupport

/// The revocation data that a caller supplies: OCSP responses, as a server sends them in a handshake, and
/// revocation lists.
package struct RevocationEvidence: Sendable {
  package private(set) var responses: [[UInt8]] = []
  package private(set) var lists: [[UInt8]] = []

  /// - Parameter parts: The DER of OCSP responses and revocation lists, in any order. Other data is
  ///   ignored.
  package init(_ parts: [[UInt8]] = []) {
    for part in parts {
      if RevocationList(part) == nil { responses.append(part) } else { lists.append(part) }
    }
  }

  /// The flags when no policy requests a revocation check: the evidence is used, but not the network.
  var flags: RevocationFlags? {
    responses.isEmpty && lists.isEmpty ? nil : [.ocsp, .lists, .isOffline]
  }
}
