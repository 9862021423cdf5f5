package import Keychain
package import KeychainModel
package import KeychainPrompt

/// The keychain that the public functions use, and who asks a person.
///
/// By default the store and the caller that the environment names, worked out once per process.
/// A test puts its own in place:
///
///     try KeychainContext.$current.withValue(KeychainContext(service, caller)) { … }
package struct KeychainContext: Sendable {
  package let keychain: KeychainClient
  /// Makes who asks, for one call or one `LAContext`, as long as anybody may be asked.
  package let makePrompter: @Sendable () -> any Prompter
  /// Whether anybody may be asked at all.
  package let mayAsk: @Sendable () -> Bool

  package init(
    _ keychain: KeychainClient,
    prompter makePrompter: @escaping @Sendable () -> any Prompter = StandardPrompter.make,
    mayAsk: @escaping @Sendable () -> Bool = { UserInteraction.isAllowed }
  ) {
    self.keychain = keychain
    self.mayAsk = mayAsk
    self.makePrompter = { PermittedPrompter(makePrompter(), mayAsk: mayAsk) }
  }

  /// The keychain in this process.
  package init(
    _ keychain: LocalKeychain, _ caller: Caller,
    prompter makePrompter: @escaping @Sendable () -> any Prompter = StandardPrompter.make,
    mayAsk: @escaping @Sendable () -> Bool = { UserInteraction.isAllowed }
  ) {
    self.init(
      KeychainClient(keychain, as: caller), prompter: makePrompter, mayAsk: mayAsk)
  }

  /// Who the program is.
  package var caller: Caller { keychain.caller }

  @TaskLocal package static var current: KeychainContext?

  /// The context of the calling task.
  ///
  /// - Throws: Why the default one cannot be made; `.notAvailable` for a program whose
  ///   entitlements deny it the keychain (secitem 4.2).
  package static func resolve() throws(KeychainError) -> KeychainContext {
    let context = if let current { current } else { try standard.get() }
    guard !context.caller.isDenied else {
      throw KeychainError(
        .notAvailable, "the entitlements of the program deny it the keychain",
        because: .deniedByEntitlement)
    }
    return context
  }

  /// The decisions about certificates that go with the context of the calling task. Unlike the keychain
  /// they are there for every program.
  ///
  /// - Throws: `.invalidTrustSettings` when it cannot be known where they lie.
  static func trustSettings() throws(KeychainError) -> TrustSettingsStore {
    guard let current else { return try TrustSettingsStore.standard() }
    return current.keychain.trustSettings
  }

  private static let standard = Result { () throws(KeychainError) -> KeychainContext in
    let location = try StoreLocation.standard()
    let keychain = LocalKeychain(location, onChange: ChangeNotifications.post)
    return KeychainContext(keychain, try ProcessCaller.current())
  }
}
