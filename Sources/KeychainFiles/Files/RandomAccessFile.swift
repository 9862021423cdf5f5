import CPlatform
import Glibc
package import KeychainModel

/// A file that is read here and there, and never written.
///
/// Closing it drops the locks that SQLite in this process holds on the same file (fcntl(2)): it is
/// for files that no connection will use any more.
package final class RandomAccessFile: Sendable {
  package let path: String
  package let byteCount: Int
  /// How much room the file takes: less than its size where it has holes.
  package let allocatedByteCount: Int
  private let handle: FileDescriptor

  /// Opens a file; nil when there is none.
  ///
  /// - Throws: `.notAvailable` when it is no regular file of this user alone.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let handle = try directory.openFile(name, O_RDONLY, .reading) else { return nil }
    path = directory.path(of: name)
    byteCount = Int(try handle.requirePrivateRegularFile(path).byteCount)
    allocatedByteCount = Int(lk_allocated_size(handle.number))
    self.handle = handle
  }

  /// Reads at an offset until the buffer is full; gives the number of bytes that could be read.
  ///
  /// Fewer come at the end of the file, and where the device fails: to whoever looks for what is
  /// left of a file, both mean that there is nothing.
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

  /// Where content begins, from an offset on; nil when there are only holes, to the end. Where the file system does
  /// not tell holes apart, everything is content.
  package func nextContent(from offset: Int) -> Int? {
    guard offset < byteCount else { return nil }
    let found = lk_next_content(handle.number, Int64(offset))
    if found >= 0 { return Int(found) }
    return errno == ENXIO ? nil : offset
  }

  /// Keeps every process from checkpointing and tidying up this database while it closes its last
  /// connection, for as long as this object lives.
  ///
  /// - Throws: `.notAvailable` when one is at it for longer than `timeout`.
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
