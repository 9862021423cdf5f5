import Glibc
package import KeychainModel

/// A regular file that a person or program named. The file can be read at any offset.
package final class InputFile {
  package let byteCount: Int
  private let handle: FileDescriptor
  private let noun: String

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path, which need not be UTF-8.
  ///   - noun: The kind of file, for messages. The messages do not contain the path.
  /// - Throws: `.notAvailable`, with the cause `argument`, when the file cannot be opened or is not a regular file.
  package init(_ path: [UInt8], noun: StaticString) throws(KeychainError) {
    handle = try KeychainError.attributedToArgument { () throws(KeychainError) in
      guard !path.contains(0) else {
        throw KeychainError(.parameter, "that is not the name of a file")
      }
      let name = path.terminated
      let number = uninterrupted { open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
      guard number >= 0 else { throw systemFailure("open", "\(noun)", errno, .reading) }
      return FileDescriptor(owning: number)
    }
    self.noun = "\(noun)"
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", "\(noun)", errno, .reading)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw KeychainError(
          .notAvailable, "that is not an ordinary file", because: .wrongFileKind, cause: .argument)
      }
      throw KeychainError(
        .notAvailable, "that is a folder", because: .wrongFileKind, cause: .argument)
    }
    byteCount = Int(status.st_size)
  }

  init(_ handle: consuming FileDescriptor, byteCount: Int, noun: String) {
    self.handle = handle
    self.byteCount = byteCount
    self.noun = noun
  }

  /// Reads at an offset.
  ///
  /// - Throws: `.decode` when the file ends before the buffer is full; `.inputOutput`.
  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = uninterrupted {
        pread(handle.number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      guard count >= 0 else {
        throw systemFailure("read", noun, errno, .reading).attributedToArgument
      }
      guard count > 0 else { throw KeychainError(.decode, "the file is cut short") }
      done += count
    }
  }
}
