import AsymmetricKeys
package import KeychainModel

/// Provides the passphrase of encrypted keys. Requests the passphrase when the first encrypted key is read. `deinit`
/// overwrites the passphrase.
package final class PassphraseSource {
  private var ask: (() throws(KeychainError) -> [UInt8]?)?
  private var given: [UInt8]?

  /// The remaining work of deriving keys from the passphrase. The work is limited, because a file may contain thousands
  /// of keys.
  private var workLeft = KeyDerivationCost.largestOfFile

  /// - Parameter ask: Returns the passphrase; nil when there is no passphrase. Called at most once.
  package init(_ ask: @escaping () throws(KeychainError) -> [UInt8]?) { self.ask = ask }

  /// - Parameter passphrase: The passphrase, which is moved into this object. The caller's array is overwritten.
  package init(taking passphrase: inout [UInt8]) {
    given = passphrase.withUnsafeBufferPointer { Array($0) }
    passphrase.wipe()
  }

  deinit { given?.wipe() }

  /// Runs `body`, and subtracts the work that `body` counts from `workLeft`. `body` counts the work of deriving one
  /// encryption key, for a private key or for a container.
  func withCost<Result>(
    _ body: (inout KeyDerivationCost) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var work = KeyDerivationCost(limit: workLeft)
    defer { workLeft -= work.done }
    return try body(&work)
  }

  /// Runs `body` with the passphrase.
  ///
  /// - Throws: `.passphraseRequired` when there is no passphrase.
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

extension UnsafeBufferPointer<UInt8> {
  /// Runs `body` with the bytes as an OpenSSL passphrase. The pointer is not null for an empty passphrase, because a
  /// null pointer means that there is no passphrase.
  func withPassphrase<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    guard let baseAddress, !isEmpty else {
      return withUnsafePointer(to: CChar(0)) { body($0, 0) }
    }
    return baseAddress.withMemoryRebound(to: CChar.self, capacity: count) {
      body($0, Int32(clamping: count))
    }
  }
}
