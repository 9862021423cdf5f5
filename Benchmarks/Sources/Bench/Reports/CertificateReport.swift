/// The result of a search that reads every certificate.
struct CertificateReport: Codable {
  var filter: String
  /// The number of found certificates. The search also returns the data of these certificates.
  var found: Int
  var keychain: Summary
}
