package import KeychainModel

/// What a certificate must be like, beside its attributes: the `kSecMatch…` keys that its content answers
/// (secitem 8). All conditions must hold. A filter without conditions passes every certificate that can be read.
package struct CertificateFilter: Sendable {
  /// Names, as they are stored, one of which must be an issuer on the way to the root. Empty for any.
  package var issuers: Set<[UInt8]> = []

  /// What attributes of the subject must be like.
  package var subject: [SubjectCondition] = []

  /// How texts of the subject are compared.
  package var comparison: TextComparison = []

  /// An address that the certificate must have if it has any (D10).
  package var emailAddress: String?

  /// A time at which the certificate must be valid, in seconds since 2001-01-01 00:00:00 UTC.
  package var validity: Double?

  package init() {}

  /// Whether every certificate passes.
  package var isEmpty: Bool {
    issuers.isEmpty && subject.isEmpty && emailAddress == nil && validity == nil
  }
}
