package import KeychainModel

/// Conditions on the content of a certificate, in addition to its attributes: the `kSecMatch…` keys that need
/// neither trust settings nor a chain (secitem 8). A certificate must meet all conditions. A filter without
/// conditions passes every readable certificate.
package struct CertificateFilter: Sendable {
  /// Encoded names. One of them must be the name of an issuer on the way to the root. Empty for any
  /// issuer.
  package var issuers: Set<[UInt8]> = []

  /// The conditions on the texts of the subject.
  package var subject: [SubjectCondition] = []

  /// How texts of the subject are compared.
  package var comparison: TextComparison = []

  /// An email address that the certificate must contain, if it contains any (D10).
  package var emailAddress: String?

  /// A time at which the certificate must be valid, in seconds since 2001-01-01 00:00:00 UTC.
  package var validity: Double?

  package init() {}

  /// Whether every certificate passes.
  package var isEmpty: Bool {
    issuers.isEmpty && subject.isEmpty && emailAddress == nil && validity == nil
  }
}
