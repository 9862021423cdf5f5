import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// What only who has just given the passcode has: a private key of X25519. Items whose access control
/// asks for that are sealed to its public key, so that storing one takes no passcode.
package final class AuthenticationKey: Sendable {
  package let publicKey: AuthenticationPublicKey

  private let memory: KeyMemory
  private let marker = ForkMarker()

  init(_ publicKey: AuthenticationPublicKey, _ memory: consuming KeyMemory) {
    self.publicKey = publicKey
    self.memory = memory
  }

  /// The secret shared with an ephemeral key; false when that is no honest one.
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
