package import X509Certificates
import KeychainModel

/// What was decided about one certificate.
package struct TrustSettingsRecord: Sendable {
  /// The issuer's name, normalized, and the serial number: for people, nothing is found by them.
  package var issuerName: [UInt8]
  package var serialNumber: [UInt8]

  /// Seconds since 2001-01-01 00:00:00 UTC; nil when another system did not say.
  package var modified: Double?

  /// None: trusted as a root for everything.
  package var settings: [TrustSetting]

  /// The certificate; nil when another system wrote only its digest.
  package var certificate: Certificate?

  /// A decision about a certificate.
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

  /// The settings, with the one that stands for none.
  var effectiveSettings: [TrustSetting] { settings.isEmpty ? [TrustSetting()] : settings }

  /// Those that deny.
  var denials: [TrustSetting] { settings.filter { $0.effectiveResult == .deny } }
}
