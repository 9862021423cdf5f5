import AsymmetricKeys
package import KeychainModel

/// Where the passphrase of encrypted keys comes from: asked for when the first one is met, and
/// overwritten afterwards.
package final class PassphraseSource {
  private var ask: (() throws(KeychainError) -> [UInt8]?)?
  private var given: [UInt8]?

  /// How much may be tried with it before that is too much: a file may have thousands of keys.
  private var workLeft = PassphraseWork.largestOfFile

  /// - Parameter ask: The passphrase; nil when there is none.
  package init(_ ask: @escaping () throws(KeychainError) -> [UInt8]?) { self.ask = ask }

  /// - Parameter passphrase: Is taken over, and overwritten where it was.
  package init(taking passphrase: inout [UInt8]) {
    given = passphrase.withUnsafeBufferPointer { Array($0) }
    passphrase.wipe()
  }

  deinit { given?.wipe() }

  /// Runs `body`, which adds up what one container takes.
  func withWork<Result>(
    _ body: (inout PassphraseWork) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var work = PassphraseWork(limit: workLeft)
    defer { workLeft -= work.done }
    return try body(&work)
  }

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
