/// What was found out about the revocation of a chain's certificates.
package struct RevocationOutcome: Sendable, Equatable {
  /// Whether every certificate below the anchor is known not to be revoked.
  package var isChecked = false
  /// Until when that is known at least, in seconds since 2001-01-01 00:00:00 UTC; nil when nothing says.
  package var validUntil: Double?
  /// Why the lowest certificate that was revoked was, by the number of RFC 5280, 5.3.1; nil when none was.
  package var reason: Int?
}
