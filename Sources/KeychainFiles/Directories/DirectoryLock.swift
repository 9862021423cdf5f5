import Glibc
import KeychainLog
package import KeychainModel

/// An exclusive lock on a folder itself (flock(2)). The lock requires no file in the folder, and no write permission.
/// The lock ends when this object or its process ends, even if the process is killed.
///
/// The lock on the folder of the device key is needed in addition to the lock of a store, because several stores may
/// share the folder of the device key. The lock of a store excludes only processes that use the same data folder. A
/// process locks the folder of the device key before it creates, replaces or removes a file there, and before it
/// deletes the temporary files of killed processes.
package struct DirectoryLock: ~Copyable {
  private let handle: FileDescriptor

  /// Takes the lock. Waits at most `timeout`.
  ///
  /// - Throws: `.notAvailable` when another process holds the lock for longer than `timeout`.
  package init(_ directory: ProtectedDirectory, timeout: Duration) throws(KeychainError) {
    let handle = try directory.reopen()
    if try !Self.tryLock(handle, directory) {
      try Log.waiting(for: "the lock of a folder") { () throws(KeychainError) in
        try Self.keepTrying(handle, directory, until: .after(timeout))
      }
    }
    self.handle = handle
  }

  /// Takes the lock if it is free; returns nil otherwise.
  package init?(_ directory: ProtectedDirectory) throws(KeychainError) {
    let handle = try directory.reopen()
    guard try Self.tryLock(handle, directory) else { return nil }
    self.handle = handle
  }

  // A child that was forked during the lifetime of the lock shares the open file description. So only unlocking
  // releases the lock, and closing this descriptor does not.
  deinit { _ = flock(handle.number, LOCK_UN) }

  private static func tryLock(
    _ handle: borrowing FileDescriptor, _ directory: ProtectedDirectory
  ) throws(KeychainError) -> Bool {
    if uninterrupted({ flock(handle.number, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw systemFailure("lock", directory.path, errno, .writing)
  }

  /// Polls the lock, as `FileLock` does, because the kernel has no lock with a time limit that works without signals.
  private static func keepTrying(
    _ handle: borrowing FileDescriptor, _ directory: ProtectedDirectory, until end: Deadline
  ) throws(KeychainError) {
    let path = directory.path
    var pause = LockBackoff(longest: 5_000_000)
    while try !tryLock(handle, directory) {
      guard end.remaining > .zero else {
        throw KeychainError(
          .notAvailable, "another process keeps \(path) locked", because: .timedOut)
      }
      pause.wait()
    }
  }
}
