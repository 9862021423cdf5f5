import CPlatform
import Glibc
package import KeychainModel

/// A file without a name. The writer and the reader of the file can work at different speeds. The content is deleted
/// with this object, and also when the process is killed.
package final class SpooledFile: Sendable {
  private let handle: FileDescriptor
  private let noun: String
  private let largestByteCount: Int
  private let writtenCount = ForkSafeMutex(0)

  /// - Parameters:
  ///   - folder: The folder of the file (open(2) with `O_TMPFILE`). The bytes are in memory (memfd_create(2)) when
  ///     `folder` is nil, or when the file system of the folder does not support files without a name.
  ///   - largestByteCount: The largest number of bytes that is accepted.
  ///   - noun: The kind of content, for messages.
  /// - Throws: `.notAvailable` when no file can be created.
  package init(
    in folder: ProtectedDirectory?, largestByteCount: Int = .max, noun: StaticString
  ) throws(KeychainError) {
    if let file = folder?.makeNamelessFile() {
      handle = file
    } else {
      let number = lk_make_memory_file()
      guard number >= 0 else { throw systemFailure("receive", "\(noun)", errno, .writing) }
      handle = FileDescriptor(owning: number)
    }
    self.largestByteCount = max(0, largestByteCount)
    self.noun = "\(noun)"
  }

  /// The number of bytes that were written.
  package var byteCount: Int { writtenCount.withLock { $0 } }

  /// Whether no more bytes are accepted.
  package var isFull: Bool { byteCount == largestByteCount }

  /// Appends bytes.
  ///
  /// - Throws: `.parameter` for more bytes than are accepted; `.notAvailable` on a full disk; `.inputOutput`,
  ///   `.allocation`.
  package func append(_ bytes: [UInt8]) throws(KeychainError) {
    try writtenCount.withLock { (written) throws(KeychainError) in
      guard bytes.count <= largestByteCount - written else {
        throw KeychainError(.parameter, "\(noun) has more bytes than were announced")
      }
      try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try handle.write(UnsafeRawBufferPointer(bytes), at: written, noun, "receive")
      }
      written += bytes.count
    }
  }

  /// Removes all bytes.
  package func removeAll() throws(KeychainError) {
    try writtenCount.withLock { (written) throws(KeychainError) in
      guard uninterrupted({ ftruncate(handle.number, 0) }) == 0 else {
        throw systemFailure("receive", noun, errno, .writing)
      }
      written = 0
    }
  }

  /// The content, for reading.
  package func file() throws(KeychainError) -> InputFile {
    let copy = fcntl(handle.number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw systemFailure("receive", noun, errno, .reading) }
    return InputFile(FileDescriptor(owning: copy), byteCount: byteCount, noun: noun)
  }

  /// The bytes from an offset on, at most `count`.
  package func bytes(from offset: Int, atMost count: Int) throws(KeychainError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, byteCount - offset)))
    let file = try file()
    try bytes.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try file.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return bytes
  }
}
