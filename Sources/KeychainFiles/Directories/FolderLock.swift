import Glibc
import KeychainLog
package import KeychainModel

/// An exclusive lock on a folder itself (flock(2)), which needs no file in it, and no right to write there.
///
/// The lock of a store excludes only those who use the same data folder. Several data folders may share the
/// folder of the device key: whoever makes, replaces or removes a file there holds this one, and so does
/// whoever clears away what killed processes left. It ends when this object or the process does, however
/// that dies.
package struct FolderLock: ~Copyable {
  private let handle: FileDescriptor

  /// Takes the lock, waiting at most `timeout`.
  ///
  /// - Throws: `.notAvailable` when another process kept it that long.
  package init(_ directory: ProtectedDirectory, timeout: Duration) throws(KeychainError) {
    let handle = try directory.openAnew()
    if try !Self.tryLock(handle, directory) {
      try Log.waiting(for: "the lock of a folder") { () throws(KeychainError) in
        try Self.keepTrying(handle, directory, until: .after(timeout))
      }
    }
    self.handle = handle
  }

  /// Takes the lock if that is possible at once; nil otherwise.
  package init?(_ directory: ProtectedDirectory) throws(KeychainError) {
    let handle = try directory.openAnew()
    guard try Self.tryLock(handle, directory) else { return nil }
    self.handle = handle
  }

  // A child that was forked meanwhile shares the descriptor: closing it would not be enough.
  deinit { _ = flock(handle.number, LOCK_UN) }

  private static func tryLock(
    _ handle: borrowing FileDescriptor, _ directory: ProtectedDirectory
  ) throws(KeychainError) -> Bool {
    if uninterrupted({ flock(handle.number, LOCK_EX | LOCK_NB) }) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw systemFailure("lock", directory.path, errno, .writing)
  }

  /// Asks again and again, as `FileLock` does, and for the same reason.
  private static func keepTrying(
    _ handle: borrowing FileDescriptor, _ directory: ProtectedDirectory, until end: Deadline
  ) throws(KeychainError) {
    let path = directory.path
    var pause = LockPause(longest: 5_000_000)
    while try !tryLock(handle, directory) {
      guard end.remaining > .zero else {
        throw KeychainError(
          .notAvailable, "another process keeps \(path) locked", because: .timedOut)
      }
      pause.wait()
    }
  }
}
