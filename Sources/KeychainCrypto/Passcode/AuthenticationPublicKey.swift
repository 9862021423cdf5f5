import KeychainFiles
package import KeychainModel

/// The public half of an authentication key. Everyone who can open the keybag has it.
package struct AuthenticationPublicKey: Sendable, Equatable {
  package let vaultID: RowIdentifier
  /// The generation of the keybag that created the key. When the passcode is removed and set again,
  /// there is a new key with another generation, and the old key is gone.
  package let generation: UInt64
  let bytes: [UInt8]

  /// Creates an ephemeral key, and the shared secret of the ephemeral key and the private half.
  ///
  /// - Returns: The public half of the ephemeral key. Its private half is not kept.
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
