import Glibc
import Keychain
import KeychainModel
import CertificateTrust
import X509Certificates

extension Session {
  /// The trust settings that go with the keychain; those of the administrator also where there is no place
  /// for a keychain.
  func trustSettings() throws(CommandFailure) -> TrustSettingsStore {
    if let keychain = try? keychain() { return keychain.trustSettings }
    return try CommandFailure.translating(in: Self.evaluating) { () throws(KeychainError) in
      try .standard()
    }
  }

  /// What macOS calls a judgement in its messages.
  static var evaluating: String { "SecTrustEvaluateWithError" }

  /// The settings that count for judgements; nil when there are none.
  func currentTrustSettings() throws(CommandFailure) -> TrustSettingsDomains? {
    let store = try trustSettings()
    return try CommandFailure.translating(in: Self.evaluating) { () throws(KeychainError) in
      try store.current()
    }
  }

  /// Removes what a domain decided about a certificate.
  ///
  /// - Throws: The status for an item that is not there, when the domain decided nothing.
  func removeTrustSettings(
    of certificate: Certificate, _ domain: TrustSettingsDomain
  ) throws(CommandFailure) {
    let store = try trustSettings()
    try CommandFailure.translating(in: Self.removingTrustSettings) { () throws(KeychainError) in
      try Self.remove(certificate, domain, store)
    }
  }

  /// Forgets the user's decisions about a certificate, and as root the administrator's, where there are any.
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

  /// Checks whether the decisions about a certificate can be forgotten, before it is deleted.
  func requireForgettableTrustSettings(of certificate: Certificate) throws(CommandFailure) {
    let store = try trustSettings()
    try CommandFailure.translating(in: Self.removingTrustSettings) { () throws(KeychainError) in
      for domain in Self.forgottenDomains {
        guard try store.settings(of: domain)?.record(of: certificate) != nil else { continue }
        try store.requireChangeable(domain)
      }
    }
  }

  /// What macOS calls a removal in its messages.
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
