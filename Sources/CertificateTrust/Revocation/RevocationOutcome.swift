/// The result of a revocation check for a chain.
package struct RevocationOutcome: Sendable, Equatable {
  /// Whether every certificate below the anchor is known to be good.
  package var isChecked = false
  /// The earliest time at which this knowledge expires, in seconds since 2001-01-01 00:00:00 UTC; nil
  /// when unknown.
  package var validUntil: Double?
  /// The reason of the revocation nearest to the leaf, as a number of RFC 5280, 5.3.1; nil when no
  /// certificate is revoked.
  package var reason: Int?
}
