import AsymmetricKeys
package import KeychainModel
package import X509Certificates

/// The trust settings of one domain.
package struct TrustSettingsList: Sendable {
  /// The records by the SHA-1 digest of their certificate, as upper-case hexadecimal digits.
  package var records: [String: TrustSettingsRecord] = [:]

  /// The record for roots that have no record in `records`.
  package var defaultRoot: TrustSettingsRecord?

  /// Whether the trust settings of users are ignored. Only the administrator's list can set this flag.
  package var disablesUsers = false

  package init() {}

  package var isEmpty: Bool { records.isEmpty && defaultRoot == nil }

  /// The key of a certificate in `records`.
  ///
  /// - Throws: The errors of computing a digest.
  package static func key(of certificate: Certificate) throws(KeychainError) -> String {
    HexadecimalText.digits(try HashAlgorithm.sha1.digest(of: certificate.der))
  }

  /// The record of a certificate. Returns nil when there is no record, or when the record contains another certificate
  /// with the same SHA-1 digest.
  package func record(of certificate: Certificate) throws(KeychainError) -> TrustSettingsRecord? {
    guard let record = records[try Self.key(of: certificate)] else { return nil }
    guard let own = record.certificate else { return record }
    return own.der == certificate.der ? record : nil
  }

  /// The settings for a certificate. The result also contains the denials of other certificates with the same signed
  /// content. Reason: anyone can rewrite a signature of an elliptic-curve key into a second valid form. The certificate
  /// with the rewritten signature is then another certificate, but must be denied as well.
  ///
  /// - Returns: Nil when there are no settings for the certificate.
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
      for twin in certificate.signatureVariants {
        let key = HexadecimalText.digits(try HashAlgorithm.sha1.digest(of: twin))
        guard let record = records[key], record.certificate == nil else { continue }
        settings += record.denials
      }
    }
    return own == nil && settings.isEmpty ? nil : settings
  }

  /// Sets or replaces the settings for a certificate.
  package mutating func set(
    _ settings: [TrustSetting], for certificate: Certificate, modified: Double
  ) throws(KeychainError) {
    records[try Self.key(of: certificate)] = TrustSettingsRecord(
      certificate, settings, modified: modified)
  }

  /// Removes the record of a certificate. Returns false when the certificate has no record.
  package mutating func remove(_ certificate: Certificate) throws(KeychainError) -> Bool {
    guard try record(of: certificate) != nil else { return false }
    records[try Self.key(of: certificate)] = nil
    return true
  }

  /// Whether some records contain only the digest of a certificate.
  package var lacksCertificates: Bool { records.values.contains { $0.certificate == nil } }

  /// Completes the records that contain only the digest of a certificate: adds the certificate with this digest to the
  /// record, if `certificates` contains the certificate.
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

/// The trust settings of one certificate.
package struct TrustSettingsRecord: Sendable {
  /// The normalized name of the issuer, and the serial number. Both values are only informative. No search uses these
  /// values.
  package var issuerName: [UInt8]
  package var serialNumber: [UInt8]

  /// The date of the last change, in seconds since 2001-01-01 00:00:00 UTC. Nil when another system wrote the record
  /// without a date.
  package var modified: Double?

  /// The settings. An empty array means that the certificate is trusted as a root for all uses.
  package var settings: [TrustSetting]

  /// The certificate; nil when another system wrote only the digest of the certificate.
  package var certificate: Certificate?

  /// Creates the record of a certificate.
  ///
  /// - Parameter modified: The date of the change, in seconds since 2001-01-01 00:00:00 UTC.
  package init(_ certificate: Certificate, _ settings: [TrustSetting], modified: Double) {
    issuerName = certificate.issuer.normalizedSequence
    serialNumber = certificate.serialNumber
    self.modified = modified
    self.settings = settings
    self.certificate = certificate
  }

  init(
    issuerName: [UInt8], serialNumber: [UInt8], modified: Double?, settings: [TrustSetting],
    certificate: Certificate?
  ) {
    self.issuerName = issuerName
    self.serialNumber = serialNumber
    self.modified = modified
    self.settings = settings
    self.certificate = certificate
  }

  /// The settings. If `settings` is empty, the result is one setting that trusts the certificate as a root for all
  /// uses.
  var effectiveSettings: [TrustSetting] { settings.isEmpty ? [TrustSetting()] : settings }

  /// The settings that deny the certificate.
  var denials: [TrustSetting] { settings.filter { $0.effectiveResult == .deny } }
}
