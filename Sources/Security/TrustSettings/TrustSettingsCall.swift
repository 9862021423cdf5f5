import Keychain
import KeychainModel
import CertificateTrust

/// Reads and changes the trust settings of one domain.
struct TrustSettingsCall {
  private let store: TrustSettingsStore
  private let domain: TrustSettingsDomain

  init(_ domain: SecTrustSettingsDomain) throws(KeychainError) {
    store = try KeychainContext.trustSettings()
    self.domain =
      switch domain {
      case .user: .user
      case .admin: .admin
      case .system: .system
      }
  }

  /// - Throws: `.noTrustSettings` if the domain has no settings.
  func list() throws(KeychainError) -> TrustSettingsList {
    guard let list = try store.settings(of: domain) else {
      throw KeychainError(.noTrustSettings, "there are no trust settings in the domain")
    }
    return list
  }

  /// - Throws: `.itemNotFound` if the certificate has no settings.
  func record(of certificate: SecCertificate) throws(KeychainError) -> TrustSettingsRecord {
    let list = try store.settings(of: domain)
    guard let record = try list?.record(of: certificate.certificate) else {
      throw KeychainError(.itemNotFound, "there are no trust settings for the certificate")
    }
    return record
  }

  /// Removes the settings of a certificate. If the certificate has no settings, the function creates no folder and
  /// takes no lock.
  ///
  /// - Throws: `.itemNotFound` if the certificate has no settings.
  func remove(_ certificate: SecCertificate) throws(KeychainError) {
    try store.requireChangeable(domain)
    _ = try record(of: certificate)
    try change { (list, _) throws(KeychainError) in
      guard try list.remove(certificate.certificate) else {
        throw KeychainError(.itemNotFound, "there are no trust settings for the certificate")
      }
    }
  }

  func change(
    _ body: (inout TrustSettingsList, _ now: Double) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let context = try? KeychainContext.resolve()
    try store.change(domain, completingFrom: { context?.keychain.certificates() ?? [] }, body)
  }
}
