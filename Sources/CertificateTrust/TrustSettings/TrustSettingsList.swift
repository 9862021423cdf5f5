import AsymmetricKeys
package import X509Certificates
package import KeychainModel

/// The decisions of one domain.
package struct TrustSettingsList: Sendable {
  /// By the SHA-1 of the certificates, in capital hexadecimal digits.
  package var records: [String: TrustSettingsRecord] = [:]

  /// What counts for roots that have no record.
  package var defaultRoot: TrustSettingsRecord?

  /// Whether the settings of users count for nothing. Only the administrator's list can say so.
  package var disablesUsers = false

  package init() {}

  package var isEmpty: Bool { records.isEmpty && defaultRoot == nil }

  /// The name of a certificate in a list.
  ///
  /// - Throws: What computing a digest throws.
  package static func key(of certificate: Certificate) throws(KeychainError) -> String {
    HexadecimalText.digits(try HashAlgorithm.sha1.digest(of: certificate.der))
  }

  /// What was decided about a certificate; nil when nothing was. One of the same SHA-1 that was made to
  /// look like it is another.
  package func record(of certificate: Certificate) throws(KeychainError) -> TrustSettingsRecord? {
    guard let record = records[try Self.key(of: certificate)] else { return nil }
    guard let own = record.certificate else { return record }
    return own.der == certificate.der ? record : nil
  }

  /// What counts for a certificate: the settings of its record, and the denials of others of which it
  /// differs only in what its signer did not sign. Anybody can write a signature of an elliptic-curve key
  /// in another way, and would else have a certificate that nobody denied.
  ///
  /// - Returns: Nil when nothing was decided about it.
  func decidingSettings(
    of certificate: Certificate
  ) throws(KeychainError) -> [TrustSetting]? {
    let own = try record(of: certificate)
    var settings = own?.effectiveSettings ?? []
    var content: ArraySlice<UInt8>?
    var hasDigests = false
    for record in records.values {
      let denials = record.denials
      guard !denials.isEmpty else { continue }
      guard let other = record.certificate else {
        hasDigests = true
        continue
      }
      guard other.der != certificate.der else { continue }
      let known = content ?? certificate.signedContent
      content = known
      if other.signedContent == known { settings += denials }
    }
    if hasDigests {
      for twin in certificate.signatureTwins {
        let key = HexadecimalText.digits(try HashAlgorithm.sha1.digest(of: twin))
        guard let record = records[key], record.certificate == nil else { continue }
        settings += record.denials
      }
    }
    return own == nil && settings.isEmpty ? nil : settings
  }

  /// Decides about a certificate anew.
  package mutating func set(
    _ settings: [TrustSetting], for certificate: Certificate, modified: Double
  ) throws(KeychainError) {
    records[try Self.key(of: certificate)] = TrustSettingsRecord(
      certificate, settings, modified: modified)
  }

  /// Forgets what was decided about a certificate; false when nothing was.
  package mutating func remove(_ certificate: Certificate) throws(KeychainError) -> Bool {
    guard try record(of: certificate) != nil else { return false }
    records[try Self.key(of: certificate)] = nil
    return true
  }

  /// Whether there are records that hold only digests.
  package var lacksCertificates: Bool { records.values.contains { $0.certificate == nil } }

  /// Puts in the certificates of records that hold only digests, as far as they are among others.
  package mutating func complete(from certificates: [Certificate]) throws(KeychainError) {
    guard lacksCertificates else { return }
    for certificate in certificates {
      let key = try Self.key(of: certificate)
      if records[key] != nil, records[key]?.certificate == nil {
        records[key]?.certificate = certificate
      }
    }
  }
}
