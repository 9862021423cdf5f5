/// Whether a certificate was revoked, by what its issuer says of it.
package enum RevocationStatus: Sendable, Equatable {
  /// It was not. Until when that is known, in seconds since 2001-01-01 00:00:00 UTC; nil when nothing says.
  case good(until: Double?)
  /// The reason by its number (RFC 5280, 5.3.1); nil when none is given.
  case revoked(reason: Int?)
  /// Nothing that can be believed says anything of it.
  case unknown

  var isRevoked: Bool {
    if case .revoked = self { return true }
    return false
  }

  /// The reason that may be taken back.
  static let certificateHold = 6
}
