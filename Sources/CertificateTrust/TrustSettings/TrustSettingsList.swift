import AsymmetricKeys
package import KeychainModel
package import X509Certificates

/// The trust settings of one domain.
package struct TrustSettingsList: Sendable {
  /// The records by the SHA-1 of their certificates, in upper-case hexadecimal digits.
  package var records: [String: TrustSettingsRecord] = [:]

  /// The record for roots without their own record.
  package var defaultRoot: TrustSettingsRecord?

  /// Whether the settings of users are ignored. Only the administrator's list can have this.
  package var disablesUsers = false

  package init() {}

  package var isEmpty: Bool { records.isEmpty && defaultRoot == nil }

  /// The key of a certificate in a list.
  ///
  /// - Throws: The errors of computing a digest.
  package static func key(of certificate: Certificate) throws(KeychainError) -> String {
    HexadecimalText.digits(try HashAlgorithm.sha1.digest(of: certificate.der))
  }

  /// The record of a certificate; nil when there is none. If the record contains another certificate
  /// with the same SHA-1, the result is nil.
  package func record(of certificate: Certificate) throws(KeychainError) -> TrustSettingsRecord? {
    guard let record = records[try Self.key(of: certificate)] else { return nil }
    guard let own = record.certificate else { return record }
    return own.der == certificate.der ? record : nil
  }

  /// The settings for a certificate: the settings in its record, and the denials of certificates with the
  /// same signed content. Anyone can rewrite the signature of an elliptic-curve key in a second valid
  /// form. Without this rule, the rewritten certificate would not be denied.
  ///
  /// - Returns: Nil when there are no settings for it.
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

  /// Removes the record of a certificate. Returns false when there is none.
  package mutating func remove(_ certificate: Certificate) throws(KeychainError) -> Bool {
    guard try record(of: certificate) != nil else { return false }
    records[try Self.key(of: certificate)] = nil
    return true
  }

  /// Whether there are records that contain only a digest.
  package var lacksCertificates: Bool { records.values.contains { $0.certificate == nil } }

  /// Adds certificates to the records that contain only a digest, if the given certificates include
  /// them.
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
  /// The normalized name of the issuer, and the serial number. They are for people; records are not
  /// searched by them.
  package var issuerName: [UInt8]
  package var serialNumber: [UInt8]

  /// Seconds since 2001-01-01 00:00:00 UTC; nil when another system did not write the date.
  package var modified: Double?

  /// The settings. An empty list means: trusted as a root for everything.
  package var settings: [TrustSetting]

  /// The certificate; nil when another system wrote only its digest.
  package var certificate: Certificate?

  /// A record for a certificate.
  ///
  /// - Parameter modified: Seconds since 2001-01-01 00:00:00 UTC.
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

  /// The settings. For an empty list, the one setting that it stands for.
  var effectiveSettings: [TrustSetting] { settings.isEmpty ? [TrustSetting()] : settings }

  /// The settings that deny the certificate.
  var denials: [TrustSetting] { settings.filter { $0.effectiveResult == .deny } }
}
