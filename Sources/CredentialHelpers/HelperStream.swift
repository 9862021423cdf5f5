import CPlatform
import Glibc

/// Reads and writes the standard streams as a whole.
enum HelperStream {
  /// The maximum size of the input in bytes.
  static let limit = 1 << 20

  /// Reads standard input to its end.
  ///
  /// - Throws: A failure if it cannot be read, or if it has more than a mebibyte.
  static func readInput() throws(HelperFailure) -> [UInt8] {
    var count = 0
    var failure: Int32?
    // The array has its full capacity from the start: an array that grows would leave a copy of its content in freed
    // memory.
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

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: Whether all bytes were written.
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
