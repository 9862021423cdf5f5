/// A search that reads every certificate.
struct CertificateReport: Codable {
  var filter: String
  /// The number of results, which include the data.
  var found: Int
  var keychain: Summary
}
