/// The result of a search that reads every certificate.
struct CertificateReport: Codable {
  var filter: String
  /// The number of found certificates. Their data is also returned.
  var found: Int
  var keychain: Summary
}
