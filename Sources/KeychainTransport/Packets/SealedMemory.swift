import CPlatform
import Glibc
package import KeychainFiles
package import KeychainModel

/// A file in memory whose content cannot change. It carries a body that is too large for a packet.
package final class SealedMemory: Sendable {
  private let handle: FileDescriptor

  package var descriptor: Int32 { handle.number }

  /// Writes bytes into a new memory file, and seals the file.
  ///
  /// - Throws: `.notAvailable` when no memory file can be made.
  package init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    let number = lk_memory_create()
    guard number >= 0 else { throw Self.failure(errno) }
    handle = FileDescriptor(owning: number)
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = write(number, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(count == 0 ? EIO : errno) }
      done += count
    }
    guard lk_memory_seal(number) == 0 else { throw Self.failure(errno) }
  }

  private static func failure(_ error: Int32) -> KeychainError {
    KeychainError(
      error == ENOMEM ? .allocation : .notAvailable,
      "a large message cannot be sent: \(String(cString: lk_error_description(error)))",
      because: error == EMFILE || error == ENFILE ? .tooManyFiles : nil)
  }

  /// Copies the bytes of a memory file that another process sent. The file is not mapped, so a file that shrinks cannot
  /// end this process.
  ///
  /// - Throws: `.decode` when the file is not sealed, or has another length than its sender said.
  package static func copy(of descriptor: Int32, byteCount: Int) throws(KeychainError) -> WipedBytes {
    var status = stat()
    guard lk_memory_is_sealed(descriptor) == 1, fstat(descriptor, &status) == 0, Int(status.st_size) == byteCount else {
      throw KeychainError(.decode, "a memory file is not sealed, or has another length than its sender said")
    }
    var copy = WipedBytes(count: byteCount)
    let isWhole = copy.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    guard isWhole else { throw KeychainError(.decode, "a memory file cannot be read") }
    return copy
  }
}
