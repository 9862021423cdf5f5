/// A search that looks at every certificate.
struct CertificateReport: Codable {
  var filter: String
  /// How many it returns, with their data.
  var found: Int
  var keychain: Summary
}
