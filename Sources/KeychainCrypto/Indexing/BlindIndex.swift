import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Turns values into what an index may show of them: HMAC-SHA-256 under a key, cut short.
///
/// What goes in must be encoded so that different values give different bytes; `BlindInput` has
/// the pieces. The encoding begins with what the value is of (class, attribute), so that one key
/// serves all.
///
/// One context and one buffer are reused, so an instance belongs to one thread at a time; the
/// class is not `Sendable`.
package final class BlindIndex {
  private let context: MACContext
  // Unchecked: one thread at a time uses it, and what builds an input does not compute another value.
  @exclusivity(unchecked)
  private var input = BlindInput()

  /// - Parameter key: not empty; 32 random bytes outside tests.
  package init(key: UnsafeRawBufferPointer) throws(KeychainError) {
    context = try MACContext(key: key)
  }

  /// The 128-bit value of what `build` writes.
  package func value(_ build: (inout BlindInput) -> Void) throws(KeychainError) -> BlindValue {
    let words = try authenticate(build)
    return BlindValue(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
  }

  /// The first 64 bits of the value of what `build` writes.
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
