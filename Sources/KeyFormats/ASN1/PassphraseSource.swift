import AsymmetricKeys
package import KeychainModel

/// Provides the passphrase of encrypted keys. It asks for the passphrase when the first encrypted
/// key is found, and overwrites it at the end.
package final class PassphraseSource {
  private var ask: (() throws(KeychainError) -> [UInt8]?)?
  private var given: [UInt8]?

  /// The work that may still be done with the passphrase. The limit is necessary, because a file
  /// may contain thousands of keys.
  private var workLeft = KeyDerivationCost.largestOfFile

  /// - Parameter ask: Returns the passphrase; nil when there is none.
  package init(_ ask: @escaping () throws(KeychainError) -> [UInt8]?) { self.ask = ask }

  /// - Parameter passphrase: Moved into this object; the caller's array is overwritten.
  package init(taking passphrase: inout [UInt8]) {
    given = passphrase.withUnsafeBufferPointer { Array($0) }
    passphrase.wipe()
  }

  deinit { given?.wipe() }

  /// Runs `body`, which adds the work for one container.
  func withCost<Result>(
    _ body: (inout KeyDerivationCost) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var work = KeyDerivationCost(limit: workLeft)
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

extension UnsafeBufferPointer<UInt8> {
  /// Lends the bytes in the form of an OpenSSL passphrase. An empty passphrase also has a non-null pointer,
  /// because a null pointer means that there is no passphrase.
  func withPassphrase<Result>(_ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    guard let baseAddress, !isEmpty else {
      return withUnsafePointer(to: CChar(0)) { body($0, 0) }
    }
    return baseAddress.withMemoryRebound(to: CChar.self, capacity: count) {
      body($0, Int32(clamping: count))
    }
  }
}
