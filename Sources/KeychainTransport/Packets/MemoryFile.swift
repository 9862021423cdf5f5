import CPlatform
import Glibc
package import KeychainFiles
package import KeychainModel

/// A file in memory that carries a call that is too large for a packet. The size of the file never changes. Its content
/// does not change after it was sealed.
///
/// The service makes the file, so it never receives a descriptor. The client fills and seals the file. The kernel counts
/// the content as memory of the client, because the client writes it. Therefore, a reply is never in such a file: a client
/// that keeps the descriptor would keep memory of the service.
package final class MemoryFile: Sendable {
  private let handle: FileDescriptor
  package let byteCount: Int

  package var descriptor: Int32 { handle.number }

  /// Makes a file of zeros that is not sealed. The kernel takes memory for the file only when it is filled.
  ///
  /// - Throws: `.notAvailable` when no memory file can be made.
  package init(byteCount: Int) throws(KeychainError) {
    let number = lk_memory_create(byteCount)
    guard number >= 0 else { throw Self.failure(errno) }
    handle = FileDescriptor(owning: number)
    self.byteCount = byteCount
  }

  /// Makes a file with a content, and seals the file.
  ///
  /// - Throws: `.notAvailable` when no memory file can be made; `.allocation` when there is no memory.
  package convenience init(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    try self.init(byteCount: bytes.count)
    try fill(bytes)
  }

  /// Takes ownership of a file that is not sealed, and that the service sent.
  ///
  /// - Throws: `.decode` when the descriptor is no memory file, or when the file has another size or its size can change.
  package init(owning number: Int32, byteCount: Int) throws(KeychainError) {
    handle = FileDescriptor(owning: number)
    self.byteCount = byteCount
    guard lk_memory_has_size(number, byteCount) == 1 else {
      throw KeychainError(.decode, "a memory file has another size than its sender said")
    }
  }

  /// Writes the content, and seals the file.
  ///
  /// - Parameter bytes: As many bytes as the file has.
  /// - Throws: `.notAvailable` when the file cannot be filled or sealed; `.allocation` when there is no memory.
  package func fill(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard bytes.count == byteCount else { throw Self.failure(EINVAL) }
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(count == 0 ? EIO : errno) }
      done += count
    }
    guard lk_memory_seal(descriptor) == 0 else { throw Self.failure(errno) }
  }

  private static func failure(_ error: Int32) -> KeychainError {
    KeychainError(
      error == ENOMEM ? .allocation : .notAvailable,
      "a large message cannot be sent: \(String(cString: lk_error_description(error)))",
      because: error == EMFILE || error == ENFILE ? .tooManyFiles : nil)
  }

  /// Copies the content, which another process may have written.
  ///
  /// - Throws: `.decode` when the file is not sealed.
  package func copy() throws(KeychainError) -> WipedBytes { try Self.copy(of: descriptor, byteCount: byteCount) }

  /// Copies the content of a memory file that another process sent. The file is not mapped, so a file that shrinks cannot
  /// end this process.
  ///
  /// - Throws: `.decode` when the file is not sealed, or has another length than its sender said.
  package static func copy(of descriptor: Int32, byteCount: Int) throws(KeychainError) -> WipedBytes {
    guard lk_memory_is_sealed(descriptor, byteCount) == 1 else {
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
