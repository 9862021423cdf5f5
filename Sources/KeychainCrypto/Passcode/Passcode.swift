package import KeychainModel
import OpenSSLSupport

/// A passcode in protected memory, overwritten when its owner lets go.
///
/// Its bytes are used as they are given: nothing is normalised, cut or re-encoded, so that every
/// program that opens the same keybag agrees on them. Whoever takes text from a person decides on
/// its form.
package final class Passcode: Sendable {
  /// The most bytes that a passcode may have: 1 MiB.
  package static let largestByteCount = 1 << 20

  private let memory: KeyMemory
  private let marker = ForkMarker()

  /// Copies the bytes. Those that are handed in stay the caller's to wipe.
  ///
  /// - Throws: `.parameter` when there are none, or more than `largestByteCount`.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard !bytes.isEmpty else { throw KeychainError(.parameter, "the passcode is empty") }
    guard bytes.count <= Self.largestByteCount else {
      throw KeychainError(
        .parameter, "a passcode has at most \(Self.largestByteCount) bytes")
    }
    var memory = try KeyMemory(byteCount: bytes.count)
    memory.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    self.memory = memory
  }

  /// Whether another has the same bytes. Takes the same time wherever they differ.
  ///
  /// - Throws: `.notAvailable` in a forked child, where they read as zeros.
  package func isEqual(to other: Passcode) throws(KeychainError) -> Bool {
    try withBytes { bytes throws(KeychainError) in
      try other.withBytes { others throws(KeychainError) in
        guard bytes.count == others.count else { return false }
        return zip(bytes, others).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  /// Lends the bytes.
  ///
  /// - Throws: `.notAvailable` in a forked child, where they read as zeros.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}
