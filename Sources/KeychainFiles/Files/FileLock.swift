import CPlatform
import Glibc
import KeychainLog
package import KeychainModel
import Synchronization

/// An advisory lock on a file, shared or exclusive.
///
/// The lock belongs to the open file description of this object (flock(2)). So two objects in the same process exclude
/// each other, too. The lock ends when the object or its process ends, even if the process is killed. A forked child
/// shares the open file description. The child must neither lock nor unlock with the inherited object, and must create
/// its own object. The child may release the inherited object.
package final class FileLock: Sendable {
  /// How a lock is held.
  package enum Mode: Sendable {
    case shared
    case exclusive
  }

  /// The path of the file, for messages.
  package let path: String

  private let directory: ProtectedDirectory
  private let name: String
  private let handle: FileDescriptor
  private let longestPrecedence: Duration
  /// The identifier of the last process that took the lock. A forked child shares the open file description, and must
  /// not release the lock of its parent.
  private let holder = Atomic<Int32>(0)

  /// Opens the lock file, without taking the lock. If there is no file, creates an empty file with mode 0600.
  ///
  /// On a read-only file system, an existing lock file can be locked normally. The lock then excludes writers on this
  /// machine that reach the file through another mount.
  ///
  /// - Parameter longestPrecedence: The longest time for which this process, while it waits for the exclusive lock, has
  ///   precedence over processes that want a shared lock.
  /// - Throws: `.readOnly` when there is no file and no file can be created; `.notAvailable` unless the file is a
  ///   regular file that only this user can access.
  package init(
    _ name: String, in directory: ProtectedDirectory, longestPrecedence: Duration = .seconds(2)
  ) throws(KeychainError) {
    let path = directory.path(of: name)
    guard
      let handle = try directory.openFileToWrite(name, O_CREAT)
    else {
      throw KeychainError(.notAvailable, "\(path) vanished while it was opened", because: .replaced)
    }
    try handle.requirePrivateRegularFile(path)
    self.path = path
    self.directory = directory
    self.name = name
    self.handle = handle
    self.longestPrecedence = longestPrecedence
  }

  /// Takes the lock if the lock is free. Returns whether the lock was taken.
  package func tryLock(_ mode: Mode) throws(KeychainError) -> Bool {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    if uninterrupted({ flock(handle.number, operation) }) == 0 {
      holder.store(getpid(), ordering: .relaxed)
      return true
    }
    if errno == EWOULDBLOCK { return false }
    throw systemFailure("lock", path, errno, .writing)
  }

  /// Takes the lock. Waits at most `timeout`.
  ///
  /// The kernel has no lock with a time limit that works without signals. So this function polls: after 1 ms at first,
  /// later every 5 ms for an exclusive and every 50 ms for a shared lock.
  ///
  /// A process that waits for the exclusive lock announces its wait. The process then has precedence over processes
  /// that want a shared lock. Without this precedence, a few busy processes could hold shared locks at every moment,
  /// and the process would wait without end. The precedence lasts for at most 2 s, because a holder of a shared lock
  /// may be a stopped process, and a stopped process must not block all other processes. A thread that holds a shared
  /// lock must not wait for another shared lock.
  ///
  /// - Throws: `.notAvailable` when another process keeps the lock until the timeout. The reason names the holders in
  ///   `/proc/locks`.
  package func lock(_ mode: Mode, timeout: Duration) throws(KeychainError) {
    if mode == .exclusive || !isExclusiveAnnounced, try tryLock(mode) { return }
    try Log.waiting(for: "the lock of the keychain") { () throws(KeychainError) in
      try keepTrying(mode, timeout: timeout)
    }
  }

  private var isExclusiveAnnounced: Bool { lk_is_exclusive_announced(handle.number) != 0 }

  private func keepTrying(_ mode: Mode, timeout: Duration) throws(KeychainError) {
    let end = Deadline.after(timeout)
    let precedence = Deadline.after(longestPrecedence)
    var pause = LockBackoff(longest: mode == .exclusive ? 5_000_000 : 50_000_000)
    defer { if mode == .exclusive { lk_withdraw_announcement(handle.number) } }
    while true {
      // If the announcement fails, this process still polls, but has no precedence.
      if mode == .exclusive { announce(precedence) }
      let isTurn = mode == .exclusive || precedence.remaining == .zero || !isExclusiveAnnounced
      if isTurn, try tryLock(mode) { return }
      guard end.remaining > .zero else {
        throw KeychainError(.notAvailable, "\(holders()) \(path) locked", because: .timedOut)
      }
      pause.wait()
    }
  }

  /// Announces for at most `longestPrecedence` that this process waits for the exclusive lock. The time is limited,
  /// because the current holder of the lock may be a stopped process, and the announcement blocks other processes.
  private func announce(_ precedence: Deadline) {
    if precedence.remaining > .zero {
      _ = lk_announce_exclusive(handle.number)
    } else {
      lk_withdraw_announcement(handle.number)
    }
  }

  /// The beginning of a sentence that names the holders of the lock, such as "process 4711 keeps".
  private func holders() -> String {
    guard let status = handle.status() else { return "another process keeps" }
    let processes = LockHolders.processes(of: status)
    guard let first = processes.first else { return "another process keeps" }
    if processes.count == 1 { return "process \(first) keeps" }
    return "processes \(processes.map(String.init).joined(separator: ", ")) keep"
  }

  /// Releases the lock. Does nothing when the lock is not held.
  package func unlock() {
    guard holder.load(ordering: .relaxed) == getpid() else { return }
    // flock fails only for a closed descriptor, and this descriptor is open.
    _ = flock(handle.number, LOCK_UN)
  }

  /// Whether the path still leads to the locked file.
  ///
  /// The result is false after another program removed or replaced the file. The lock then excludes no process that
  /// opens the new file.
  package func isStillNamed() throws(KeychainError) -> Bool {
    let own = try handle.requirePrivateRegularFile(path)
    guard let named = try directory.status(of: name) else { return false }
    return named.isSameFile(as: own)
  }
}
