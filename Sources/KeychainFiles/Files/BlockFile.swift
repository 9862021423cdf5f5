import CPlatform
import Glibc
package import KeychainModel

/// A small file of a fixed size, which several processes keep open and write in place.
///
/// Every process that has the file open sees each change with one system call. If the file system writes in place, a
/// write needs no free disk space. The size is a multiple of blocks of 4096 bytes. A power failure damages whole blocks
/// at most, so two records that must not both be lost are in different blocks.
package final class BlockFile: Sendable {
  package static let blockByteCount = 4096

  package let path: String
  private let directory: ProtectedDirectory
  private let name: String
  private let handle: FileDescriptor
  /// The offsets of the bytes that threads of this process have locked. A record lock excludes other processes, but not
  /// other threads that use this object. This set excludes these threads.
  private let bytes = ForkSafeMutex(Set<Int>())

  /// Opens a file; nil when there is no such file. On a read-only file system, the file is opened for reading only.
  ///
  /// - Throws: `.notAvailable` unless the file is a regular file that only this user can access.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let handle = try directory.openFileToWrite(name, 0) else { return nil }
    path = directory.path(of: name)
    try handle.requirePrivateRegularFile(path)
    self.directory = directory
    self.name = name
    self.handle = handle
  }

  /// The size in bytes.
  package func byteCount() throws(KeychainError) -> Int {
    Int(try handle.requirePrivateRegularFile(path).byteCount)
  }

  /// Whether the path still leads to this file.
  package func isStillNamed() throws(KeychainError) -> Bool {
    let own = try handle.requirePrivateRegularFile(path)
    return try directory.status(of: name)?.isSameFile(as: own) ?? false
  }

  // MARK: Content

  /// Reads at an offset, in one system call. Returns the number of bytes. At the end of the file, this number is
  /// smaller than the size of the buffer.
  package func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) -> Int {
    let count = uninterrupted {
      pread(handle.number, buffer.baseAddress, buffer.count, off_t(offset))
    }
    guard count >= 0 else { throw systemFailure("read", path, errno, .reading) }
    return count
  }

  /// Writes at an offset, in one system call. The bytes are durable after `synchronize()`.
  ///
  /// - Throws: `.readOnly` on a read-only file system; `.notAvailable` on a full file system.
  package func write(_ content: UnsafeRawBufferPointer, at offset: Int) throws(KeychainError) {
    let count = uninterrupted {
      pwrite(handle.number, content.baseAddress, content.count, off_t(offset))
    }
    guard count == content.count else {
      let error = count < 0 ? errno : ENOSPC
      try handle.requireWritable(path)
      throw systemFailure("write", path, error, .writing)
    }
  }

  package func write(_ content: [UInt8], at offset: Int) throws(KeychainError) {
    try content.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Waits until the content is on the disk.
  package func synchronize() throws(KeychainError) {
    guard uninterrupted({ fdatasync(handle.number) }) == 0 else {
      throw systemFailure("synchronize", path, errno, .writing)
    }
  }

  /// Fills an empty file with zeros up to its size, and allocates its disk space. Afterwards the file and
  /// its name are durable.
  package func allocate(blockCount: Int) throws(KeychainError) {
    let byteCount = blockCount * Self.blockByteCount
    try write([UInt8](repeating: 0, count: byteCount), at: 0)
    guard uninterrupted({ ftruncate(handle.number, off_t(byteCount)) }) == 0 else {
      throw systemFailure("write", path, errno, .writing)
    }
    try handle.synchronize(path)
    try directory.synchronize()
  }

  // MARK: Record locks

  /// Runs `body` while holding the record lock of a byte. The lock excludes other threads and other processes.
  ///
  /// The record lock does not conflict with locks of the whole file (`FileLock`).
  ///
  /// - Throws: `.notAvailable` when another thread or process held the lock until the deadline; the errors
  ///   of `body`.
  package func withLock<Result>(
    ofByte offset: Int, until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var pause = LockBackoff(longest: 5_000_000)
    while try !tryLock(offset) {
      guard deadline.remaining > .zero else {
        throw KeychainError(
          .notAvailable, "another process keeps byte \(offset) of \(path) locked",
          because: .timedOut)
      }
      pause.wait()
    }
    let process = getpid()
    defer {
      // A forked child shares the open file description, and must not release the lock of its parent.
      if getpid() == process { lk_unlock_byte(handle.number, Int64(offset)) }
      bytes.withLock { _ = $0.remove(offset) }
    }
    return try body()
  }

  private func tryLock(_ offset: Int) throws(KeychainError) -> Bool {
    guard bytes.withLock({ $0.insert(offset).inserted }) else { return false }
    // On a read-only volume, nothing is written, so no lock is necessary.
    if lk_is_open_for_writing(handle.number) == 0 { return true }
    if uninterrupted({ lk_lock_byte(handle.number, Int64(offset)) }) == 0 { return true }
    let error = errno
    bytes.withLock { _ = $0.remove(offset) }
    guard error == EAGAIN || error == EACCES else {
      throw systemFailure("lock", path, error, .writing)
    }
    return false
  }
}
