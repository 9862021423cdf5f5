package import X509Certificates
import KeychainModel

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
