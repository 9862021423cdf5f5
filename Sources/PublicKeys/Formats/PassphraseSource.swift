package import KeychainModel

/// Where the passphrase of encrypted keys comes from: asked for when the first one is met, and
/// overwritten afterwards.
package final class PassphraseSource {
  private var ask: (() throws(KeychainError) -> [UInt8]?)?
  private var given: [UInt8]?

  /// - Parameter ask: The passphrase; nil when there is none.
  package init(_ ask: @escaping () throws(KeychainError) -> [UInt8]?) { self.ask = ask }

  deinit { given?.wipe() }

  /// Whether an encrypted key was met.
  package var wasAsked: Bool { ask == nil }

  /// Runs `body` with the passphrase.
  ///
  /// - Throws: `.passphraseRequired` when there is none.
  package func use<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    if let ask {
      self.ask = nil
      given = try ask()
    }
    guard let given else {
      throw KeychainError(.passphraseRequired, "the key is encrypted, and there is no passphrase")
    }
    return try given.withUnsafeBufferPointer(body)
  }
}
