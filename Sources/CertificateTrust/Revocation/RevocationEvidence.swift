import COpenSSL
import OpenSSLSupport

/// What a caller brings to tell whether certificates were revoked: answers of OCSP responders, as a server
/// sends them in a handshake, and lists of revoked certificates.
package struct RevocationEvidence: Sendable {
  package private(set) var responses: [[UInt8]] = []
  package private(set) var lists: [[UInt8]] = []

  /// - Parameter parts: The DER of an OCSP response or of a revocation list each, in any order. What is
  ///   neither says nothing.
  package init(_ parts: [[UInt8]] = []) {
    for part in parts {
      if RevocationList(part) == nil { responses.append(part) } else { lists.append(part) }
    }
  }

  /// How they are used when no policy says: what they say counts, and nothing is asked of the network.
  var flags: RevocationFlags? {
    responses.isEmpty && lists.isEmpty ? nil : [.ocsp, .lists, .isOffline]
  }
}
