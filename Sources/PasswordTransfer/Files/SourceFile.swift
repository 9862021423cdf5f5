import CPlatform
import Glibc
package import KeychainFiles

/// Reads a whole file of secrets into memory that is overwritten after use.
package enum SourceFile {
  /// The largest accepted size of a file: 1 GiB. Real files of passwords are smaller.
  private static let limit = 1 << 30

  /// Reads the file at a path.
  ///
  /// - Parameter path: The path of the file. The path need not be UTF-8.
  /// - Throws: A failure if the file cannot be read or is too large.
  package static func read(_ path: [UInt8]) throws(TransferFailure) -> WipedBytes {
    let file = open(path.terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw SystemError.failure(errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError.failure(errno) }
    let isOrdinary = status.st_mode & S_IFMT == S_IFREG
    guard !isOrdinary || status.st_size <= limit else { throw tooLarge }
    // The buffer has one byte more than the file. So after the whole file was read, the buffer has room for the read
    // that detects the end of the file.
    return try read(file, expecting: isOrdinary ? Int(status.st_size) + 1 : 1 << 16)
  }

  private static func read(_ file: Int32, expecting size: Int) throws(TransferFailure) -> WipedBytes {
    var buffer = WipedBytes(count: size)
    var count = 0
    while true {
      if count == buffer.count {
        guard count <= limit else { throw tooLarge }
        buffer = grown(buffer, to: min(2 * count, limit + 1))
      }
      let result = buffer.withUnsafeMutableBytes { bytes in
        Glibc.read(file, bytes.baseAddress?.advanced(by: count), bytes.count - count)
      }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw SystemError.failure(errno) }
      if result == 0 { break }
      count += result
    }
    buffer.shorten(to: count)
    return buffer
  }

  private static var tooLarge: TransferFailure {
    TransferFailure("the source is larger than 1 GiB")
  }

  private static func grown(_ buffer: consuming WipedBytes, to count: Int) -> WipedBytes {
    var grown = WipedBytes(count: count)
    grown.withUnsafeMutableBytes { target in
      buffer.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    return grown
  }
}

/// Checks the encoding of a source that is text.
enum SourceText {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Checks that the bytes are UTF-8.
  ///
  /// - Throws: A failure if the bytes are not UTF-8. The failure contains the number of the first line that is not
  ///   UTF-8.
  static func check(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw TransferFailure("the text is UTF-16; save it as UTF-8", line: 1)
    }
    var line = 1
    var rest = bytes[...]
    // Each line can be checked separately, because the byte of a newline is never part of another character in UTF-8.
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if !isUTF8(rest[..<end]) { throw TransferFailure("the text is not UTF-8", line: line) }
      rest = rest[end...].dropFirst()
      line += 1
    }
  }

  private static func isUTF8(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}

/// The system's text for a failed call.
enum SystemError {
  static func text(_ error: Int32) -> String { String(cString: lk_error_description(error)) }

  static func failure(_ error: Int32) -> TransferFailure { TransferFailure(text(error)) }
}
