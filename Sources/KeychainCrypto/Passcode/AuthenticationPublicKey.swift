import KeychainFiles
package import KeychainModel

/// The public half of an authentication key, which everybody has who can open the keybag.
package struct AuthenticationPublicKey: Sendable, Equatable {
  package let storeID: RowIdentifier
  /// The generation of the keybag in which the key was made: another one after the passcode was removed
  /// and set anew, and then the old key is gone.
  package let generation: UInt64
  let bytes: [UInt8]

  /// Makes an ephemeral key and the secret that its owner shares with the private half.
  ///
  /// - Returns: The public half of the ephemeral key; the private one is gone.
  func encapsulate(
    into output: UnsafeMutableRawBufferPointer, random: some RandomSource
  ) throws(KeychainError) -> [UInt8] {
    var key = WipedBytes(count: X25519.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try random.fillSecret(buffer)
    }
    return try key.withUnsafeBytes { key throws(KeychainError) in
      guard try X25519.agree(key, with: bytes, into: output) else {
        throw KeychainError(
          .notAvailable, "the keybag's authentication key is no honest one", because: .keybagDamaged
        )
      }
      return try X25519.publicKey(of: key)
    }
  }
}
