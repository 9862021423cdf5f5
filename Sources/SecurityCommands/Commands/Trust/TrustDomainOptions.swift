import Keychain
import KeychainModel
import PublicKeys

extension Arguments {
  /// Whose trust settings are changed: with `-d` the administrator's, else the user's.
  var changedTrustDomain: TrustSettingsDomain { has("d") ? .admin : .user }

  /// Whose are read: with `-s` the system's. Not every command means that by it.
  var readTrustDomain: TrustSettingsDomain { has("s") ? .system : changedTrustDomain }
}

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
}
