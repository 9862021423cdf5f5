import CPlatform
package import KeychainModel

extension TrustSettingsStore {
  /// The settings that the environment leads to.
  ///
  /// - Throws: `.invalidTrustSettings` when it names a place for the keychain that is none, so that
  ///   decisions may lie elsewhere. A user without a home can have decided nothing.
  package static func standard() throws(KeychainError) -> TrustSettingsStore {
    do throws(KeychainError) {
      return TrustSettingsStore(try .standard())
    } catch {
      guard lk_secure_getenv("LATCHKEY_HOME") == nil else {
        throw KeychainError(.invalidTrustSettings, "\(error.reason)")
      }
      return TrustSettingsStore(nil)
    }
  }
}
