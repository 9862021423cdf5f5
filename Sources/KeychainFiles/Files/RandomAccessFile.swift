import CPlatform
import Glibc
package import KeychainModel

/// A file that is read at any offset, and never written.
///
/// Closing the file releases the locks (fcntl(2)) that SQLite in this process holds on the same file. So use this type
/// only for files that no connection will use any more.
package final class RandomAccessFile: Sendable {
  package let path: String
  package let byteCount: Int
  /// The allocated size in bytes. This size is smaller than the file size if the file has holes.
  package let allocatedByteCount: Int
  private let handle: FileDescriptor

  /// Opens a file; nil when there is no such file.
  ///
  /// - Throws: `.notAvailable` unless the file is a regular file that only this user can access.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let handle = try directory.openFile(name, O_RDONLY, .reading) else { return nil }
    path = directory.path(of: name)
    byteCount = Int(try handle.requirePrivateRegularFile(path).byteCount)
    allocatedByteCount = Int(lk_allocated_size(handle.number))
    self.handle = handle
  }

  /// Reads at an offset until the buffer is full. Returns the number of bytes that could be read.
  ///
  /// The number is smaller than the size of the buffer at the end of the file, and when the device fails. For the
  /// recovery of damaged files, both cases mean that there is no content.
  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = uninterrupted {
        pread(handle.number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// The offset of the next content, from `offset` on; nil when only holes follow. If the file system does not report
  /// holes, all bytes are content.
  package func nextContent(from offset: Int) -> Int? {
    guard offset < byteCount else { return nil }
    let found = lk_next_content(handle.number, Int64(offset))
    if found >= 0 { return Int(found) }
    return errno == ENXIO ? nil : offset
  }

  /// Locks the database until the end of this object. Other processes cannot checkpoint the locked database. A process
  /// that closes its last connection cannot delete the files of the locked database.
  ///
  /// - Throws: `.notAvailable` when another process keeps the database locked for longer than `timeout`.
  package func holdDatabase(timeout: Duration) throws(KeychainError) {
    let end = Deadline.after(timeout)
    while lk_hold_database(handle.number) != 0 {
      guard errno == EAGAIN || errno == EACCES || errno == EINTR else {
        throw systemFailure("lock", path, errno, .reading)
      }
      guard end.remaining > .zero else {
        throw KeychainError(
          .notAvailable, "another process keeps \(path) locked", because: .timedOut)
      }
      usleep(5000)
    }
  }
}
