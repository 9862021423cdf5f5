package import KeychainModel
import OpenSSLSupport

/// A passcode in protected memory. The memory is overwritten at the end of its lifetime.
///
/// The bytes of a passcode are used unchanged: they are not normalised, truncated or re-encoded. So all programs that
/// open the same keybag use the same bytes. A program that reads text from a person chooses the encoding of the text.
package final class Passcode: Sendable {
  /// The largest size of a passcode, in bytes: 1 MiB.
  package static let largestByteCount = 1 << 20

  /// Whether a wrong attempt with this passcode counts, and whether the attempt waits after earlier wrong attempts. False
  /// for the password of a login, which no person gave for this keychain.
  package let countsAsAttempt: Bool

  package var byteCount: Int { memory.byteCount }

  private let memory: KeyMemory
  private let marker = ForkDetector()

  /// Copies the bytes. The caller must wipe its own copy.
  ///
  /// - Throws: `.parameter` when there are no bytes, or more than `largestByteCount`.
  package init(_ bytes: UnsafeRawBufferPointer, countsAsAttempt: Bool = true) throws(KeychainError) {
    guard !bytes.isEmpty else { throw KeychainError(.parameter, "the passcode is empty") }
    guard bytes.count <= Self.largestByteCount else {
      throw KeychainError(
        .parameter, "a passcode has at most \(Self.largestByteCount) bytes")
    }
    var memory = try KeyMemory(byteCount: bytes.count)
    memory.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    self.memory = memory
    self.countsAsAttempt = countsAsAttempt
  }

  /// Whether another passcode has the same bytes. The comparison takes the same time, wherever the bytes differ.
  ///
  /// - Throws: `.notAvailable` in a forked child, where the bytes read as zeros.
  package func isEqual(to other: Passcode) throws(KeychainError) -> Bool {
    try withBytes { bytes throws(KeychainError) in
      try other.withBytes { others throws(KeychainError) in
        guard bytes.count == others.count else { return false }
        return zip(bytes, others).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  /// Calls `body` with the bytes of the passcode.
  ///
  /// - Throws: `.notAvailable` in a forked child, where the bytes read as zeros.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}
