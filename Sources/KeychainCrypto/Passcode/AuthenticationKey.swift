import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// A private X25519 key that is available only to a caller that has just received the passcode. Items whose access
/// control requires the passcode for each access are sealed to the public half of this key, so storing such an item
/// requires no passcode.
package final class AuthenticationKey: Sendable {
  package let publicKey: AuthenticationPublicKey

  private let memory: KeyMemory
  private let marker = ForkDetector()

  init(_ publicKey: AuthenticationPublicKey, _ memory: consuming KeyMemory) {
    self.publicKey = publicKey
    self.memory = memory
  }

  /// Computes the shared secret with an ephemeral key. Returns false when the ephemeral key is
  /// invalid.
  ///
  /// - Throws: `.notAvailable` in a forked child, where the key reads as zeros.
  func agree(
    with ephemeral: [UInt8], into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) -> Bool {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes { key throws(KeychainError) in
      try X25519.agree(key, with: ephemeral, into: output)
    }
  }

  /// Calls `body` with the 32 bytes of the private key, for a test that compares the bytes.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}

/// The public half of an authentication key. Every process that can open the keybag has the public half.
package struct AuthenticationPublicKey: Sendable, Equatable {
  package let vaultID: RowIdentifier
  /// The generation of the keybag that created the key. When the passcode is removed and set again,
  /// there is a new key with another generation, and the old key is gone.
  package let generation: UInt64
  let bytes: [UInt8]

  /// Creates an ephemeral key, and the shared secret of the ephemeral key and the private half.
  ///
  /// - Returns: The public half of the ephemeral key. The private half is not kept.
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
