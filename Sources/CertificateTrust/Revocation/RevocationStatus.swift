/// Whether a certificate is revoked, according to its issuer.
package enum RevocationStatus: Sendable, Equatable {
  /// The certificate is not revoked. The value is the time at which this knowledge expires, in seconds
  /// since 2001-01-01 00:00:00 UTC; nil when unknown.
  case good(until: Double?)
  /// The certificate is revoked. The reason is a number of RFC 5280, 5.3.1; nil when none is given.
  case revoked(reason: Int?)
  /// No trustworthy source has a status.
  case unknown

  var isRevoked: Bool {
    if case .revoked = self { return true }
    return false
  }

  /// The only reason of a revocation that can be undone.
  static let certificateHold = 6
}
