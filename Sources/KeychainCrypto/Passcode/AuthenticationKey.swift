import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// A private X25519 key that is available only to a caller that has just received the passcode. Items
/// whose access control requires the passcode for each access are sealed to its public key, so storing
/// such an item requires no passcode.
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

  /// Lends the 32 bytes, for a test that compares them.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}
