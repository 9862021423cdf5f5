import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// A key that Argon2id derives from an application password: 32 bytes in protected memory.
///
/// The salt is the first half of SHA-256(`latchkey application password` ‖ store UUID). The salt is the same for all
/// items, so the costly derivation is done once for each password.
package final class ApplicationPasswordKey: Sendable {
  package let vaultID: RowIdentifier
  package let cost: Argon2Cost

  private let memory: KeyMemory
  private let marker = ForkDetector()

  /// - Throws: `.allocation` when there is not enough memory.
  package init(
    _ password: Passcode, vaultID: RowIdentifier, cost: Argon2Cost
  ) throws(KeychainError) {
    var label: [UInt8] = []
    label.append(text: "latchkey application password")
    label += vaultID.bytes
    let salt = try label.withBytes { label throws(KeychainError) in
      Array(try SHA256Digest.digest(of: label).prefix(16))
    }
    var memory = try KeyMemory(byteCount: XAES256GCM.keyByteCount)
    try password.withBytes { password throws(KeychainError) in
      try salt.withBytes { salt throws(KeychainError) in
        try memory.withUnsafeMutableBytes { output throws(KeychainError) in
          try Argon2id.derive(from: password, salt: salt, cost: cost, into: output)
        }
      }
    }
    self.memory = memory
    self.vaultID = vaultID
    self.cost = cost
  }

  func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}
