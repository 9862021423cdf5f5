import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Computes blind values, which an index can store instead of attribute values. A blind value is a truncated
/// HMAC-SHA-256 under a key.
///
/// The input must be encoded so that different values give different bytes; `BlindInput` has functions for this. The
/// encoding begins with the class and attribute of the value, so that one key is sufficient for all classes and
/// attributes.
///
/// One context and one buffer are reused. So an instance belongs to one thread at a time, and the
/// class is not `Sendable`.
package final class BlindIndex {
  private let context: MACContext
  // Unchecked exclusivity is safe, because one thread at a time uses the buffer, and a closure that builds an input
  // does not compute another value.
  @exclusivity(unchecked)
  private var input = BlindInput()

  /// - Parameter key: The key, which must not be empty. Outside tests, the key has 32 random bytes.
  package init(key: UnsafeRawBufferPointer) throws(KeychainError) {
    context = try MACContext(key: key)
  }

  /// The 128-bit blind value of the input that `build` writes.
  package func value(_ build: (inout BlindInput) -> Void) throws(KeychainError) -> BlindValue {
    let words = try authenticate(build)
    return BlindValue(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
  }

  /// The first 64 bits of the blind value of the input that `build` writes.
  package func tag(_ build: (inout BlindInput) -> Void) throws(KeychainError) -> UInt64 {
    UInt64(bigEndian: try authenticate(build).0)
  }

  private typealias Code = (UInt64, UInt64, UInt64, UInt64)

  private func authenticate(_ build: (inout BlindInput) -> Void) throws(KeychainError) -> Code {
    defer { input.wipe() }
    build(&input)
    var code: Code = (0, 0, 0, 0)
    let isDone = input.withUnsafeBytes { bytes in
      withUnsafeMutableBytes(of: &code) { context.authenticate(bytes, into: $0) }
    }
    guard isDone else { throw openSSLFailure("authenticate a value") }
    return code
  }
}
