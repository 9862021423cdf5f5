import CPlatform
import Glibc

/// The standard streams, read and written whole.
enum HelperStream {
  /// The most bytes that a helper is told at once.
  static let limit = 1 << 20

  /// Reads standard input to its end.
  ///
  /// - Throws: A failure when it cannot be read, or when there is more than a mebibyte.
  static func readInput() throws(HelperFailure) -> [UInt8] {
    var count = 0
    var failure: Int32?
    // All at once: bytes that a growing array left behind could not be overwritten.
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, initialized in
      while count < buffer.count {
        let result = read(
          STDIN_FILENO, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if result > 0 { count += result }
        if result == 0 { break }
        if result < 0, errno != EINTR {
          failure = errno
          break
        }
      }
      initialized = count
    }
    if let failure {
      throw HelperFailure("standard input: \(String(cString: lk_error_description(failure)))")
    }
    guard bytes.count <= limit else { throw HelperFailure("the input has more than 1 MiB") }
    return bytes
  }

  /// Writes all the bytes to a descriptor.
  ///
  /// - Returns: Whether that was possible.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if result < 0, errno != EINTR { return false }
      written += max(result, 0)
    }
    return true
  }
}
