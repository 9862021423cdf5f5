import Glibc
package import KeychainModel

/// A small file that several processes hold open, and that is written in place.
///
/// Unlike a file that is replaced by renaming, everyone who has it open sees each change, with one
/// system call. A write of a few bytes within one disk block is whole or absent after a crash.
package final class RecordFile: Sendable {
  package let path: String
  private let handle: FileDescriptor

  /// Opens a file; nil when there is none. On a read-only file system it can be read.
  ///
  /// - Parameter creating: Makes an empty file when there is none.
  /// - Throws: `.notAvailable` when it is no regular file of this user alone.
  package init?(
    _ name: String, in directory: ProtectedDirectory, creating: Bool = false
  ) throws(KeychainError) {
    guard let handle = try directory.openFileToWrite(name, creating ? O_CREAT : 0) else {
      return nil
    }
    path = directory.path(of: name)
    _ = try handle.requirePrivateRegularFile(path)
    self.handle = handle
  }

  /// Reads from the start of the file; gives the number of bytes, fewer at the end of the file.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) -> Int {
    let count = uninterrupted { pread(handle.number, buffer.baseAddress, buffer.count, 0) }
    guard count >= 0 else { throw systemFailure("read", path, errno, .reading) }
    return count
  }

  /// Whether the path still leads to the file.
  package func isAtItsPath() throws(KeychainError) -> Bool {
    var status = stat()
    guard fstat(handle.number, &status) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    return try FileStatus.of(path: path)?.isSameFile(as: FileStatus(status)) ?? false
  }

  /// Writes at an offset, in one system call.
  ///
  /// - Parameter durably: Waits until the bytes are on the disk.
  /// - Throws: `.readOnly` on a read-only file system.
  package func write(
    _ bytes: [UInt8], at offset: Int, durably: Bool
  ) throws(KeychainError) {
    try handle.requireWritable(path)
    let count = uninterrupted { pwrite(handle.number, bytes, bytes.count, off_t(offset)) }
    guard count == bytes.count else {
      throw systemFailure("write", path, count < 0 ? errno : ENOSPC, .writing)
    }
    guard durably else { return }
    guard uninterrupted({ fdatasync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path, errno, .writing)
    }
  }
}
