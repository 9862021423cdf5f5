import Glibc
import Keychain
import KeychainModel
import CertificateTrust
import X509Certificates

extension CommandSession {
  /// Returns the trust settings that belong to the keychain. If the location of the keychain is unknown, only the
  /// administrator's settings are available.
  func trustSettings() throws(CommandFailure) -> TrustSettingsStore {
    if let keychain = try? keychain() { return keychain.trustSettings }
    return try CommandFailure.translating(in: Self.evaluating) { () throws(KeychainError) in
      try .standard()
    }
  }

  /// The function name that macOS prints in error messages of trust evaluations.
  static var evaluating: String { "SecTrustEvaluateWithError" }

  /// Returns the trust settings that trust evaluations use; nil if no trust settings exist.
  func currentTrustSettings() throws(CommandFailure) -> TrustSettingsDomains? {
    let store = try trustSettings()
    return try CommandFailure.translating(in: Self.evaluating) { () throws(KeychainError) in
      try store.current()
    }
  }

  /// Removes the trust settings of a certificate in a domain.
  ///
  /// - Throws: A failure with the status of a missing item if the certificate has no trust settings in the domain.
  func removeTrustSettings(
    of certificate: Certificate, _ domain: TrustSettingsDomain
  ) throws(CommandFailure) {
    let store = try trustSettings()
    try CommandFailure.translating(in: Self.removingTrustSettings) { () throws(KeychainError) in
      try Self.remove(certificate, domain, store)
    }
  }

  /// Removes the user's trust settings of a certificate, if the certificate has such settings. If the user is root,
  /// also removes the administrator's trust settings.
  func forgetTrustSettings(of certificate: Certificate) throws(CommandFailure) {
    let store = try trustSettings()
    for domain in Self.forgottenDomains {
      do throws(KeychainError) {
        try Self.remove(certificate, domain, store)
      } catch {
        guard error.code == .itemNotFound else {
          throw .keychain(error, in: Self.removingTrustSettings)
        }
      }
    }
  }

  /// Checks that the trust settings of a certificate can be removed. A command calls this function before it deletes
  /// the certificate.
  func requireForgettableTrustSettings(of certificate: Certificate) throws(CommandFailure) {
    let store = try trustSettings()
    try CommandFailure.translating(in: Self.removingTrustSettings) { () throws(KeychainError) in
      for domain in Self.forgottenDomains {
        guard try store.settings(of: domain)?.record(of: certificate) != nil else { continue }
        try store.requireChangeable(domain)
      }
    }
  }

  /// The function name that macOS prints in error messages when trust settings cannot be removed.
  private static var removingTrustSettings: String { "SecTrustSettingsRemoveTrustSettings" }

  private static var forgottenDomains: [TrustSettingsDomain] {
    geteuid() == 0 ? [.user, .admin] : [.user]
  }

  private static func remove(
    _ certificate: Certificate, _ domain: TrustSettingsDomain, _ store: TrustSettingsStore
  ) throws(KeychainError) {
    let nothing = KeychainError(.itemNotFound, "there are no trust settings for the certificate")
    guard try store.settings(of: domain)?.record(of: certificate) != nil else { throw nothing }
    try store.change(domain) { (list, _) throws(KeychainError) in
      guard try list.remove(certificate) else { throw nothing }
    }
  }
}
