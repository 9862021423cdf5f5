import CPlatform
import Glibc
import KeychainLog
package import KeychainModel
import Synchronization

/// An advisory lock on a file, shared or exclusive, and a few bytes kept in that file.
///
/// The lock belongs to this object's open file (flock(2)): two objects exclude each other also
/// within a process, and it ends when the object or the process does, however that dies. A forked
/// child shares the open file: it must neither lock nor unlock through an inherited object, but
/// open its own; letting the inherited one go does no harm.
package final class FileLock: Sendable {
  /// How a lock is held.
  package enum Mode: Sendable {
    case shared
    case exclusive
  }

  /// The file's path, for messages.
  package let path: String

  private let directory: ProtectedDirectory
  private let name: String
  private let handle: FileDescriptor
  private let longestPrecedence: Duration
  /// The process that took the lock last: a child of a fork shares the open file, and must not give it back.
  private let holder = Atomic<Int32>(0)

  /// Opens the lock file, creating it empty with mode 0600 where there is none; takes no lock.
  ///
  /// On a read-only file system a lock file that is there can be locked like any other, and holds
  /// out writers of this machine who reach it elsewhere.
  ///
  /// - Parameter longestPrecedence: How long a process that wants a shared lock waits for this one, which waits for
  ///   the exclusive lock.
  /// - Throws: `.readOnly` when there is none and none can be made; `.notAvailable` when it is no
  ///   regular file of this user alone.
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

  /// Takes the lock if that is possible at once.
  package func tryLock(_ mode: Mode) throws(KeychainError) -> Bool {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    if uninterrupted({ flock(handle.number, operation) }) == 0 {
      holder.store(getpid(), ordering: .relaxed)
      return true
    }
    if errno == EWOULDBLOCK { return false }
    throw systemFailure("lock", path, errno, .writing)
  }

  /// Takes the lock, waiting at most `timeout`.
  ///
  /// The kernel has no lock with a time limit that a thread could wait for without signals, so
  /// this asks again and again, after 1 ms at first and every 50 ms in the end.
  ///
  /// A process that waits for the exclusive lock announces it, and a process that wants a shared lock
  /// waits for that one first: a few busy writers would leave no moment at which none of them holds the
  /// lock. It waits 2 s at most for an announcement: the holder of a shared lock may be a stopped process,
  /// and it must not keep all others from writing. A thread that holds a shared lock must not wait for
  /// another.
  ///
  /// - Throws: `.notAvailable` when another process keeps the lock until the time is over. The reason names
  ///   the processes that `/proc/locks` lists as its holders.
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
    var pause = LockPause(longest: mode == .exclusive ? 5_000_000 : 50_000_000)
    defer { if mode == .exclusive { lk_withdraw_announcement(handle.number) } }
    while true {
      // Where it cannot be announced, the lock is a matter of luck.
      if mode == .exclusive { announce(precedence) }
      let isTurn = mode == .exclusive || precedence.remaining == .zero || !isExclusiveAnnounced
      if isTurn, try tryLock(mode) { return }
      guard end.remaining > .zero else {
        throw KeychainError(.notAvailable, "\(holders()) \(path) locked", because: .timedOut)
      }
      pause.wait()
    }
  }

  /// Others give way for 2 s and no longer: whoever holds the lock now may be a stopped process.
  private func announce(_ precedence: Deadline) {
    if precedence.remaining > .zero {
      _ = lk_announce_exclusive(handle.number)
    } else {
      lk_withdraw_announcement(handle.number)
    }
  }

  /// The beginning of a sentence: who holds the lock.
  private func holders() -> String {
    guard let status = handle.status() else { return "another process keeps" }
    let processes = LockHolders.processes(of: status)
    guard let first = processes.first else { return "another process keeps" }
    if processes.count == 1 { return "process \(first) keeps" }
    return "processes \(processes.map(String.init).joined(separator: ", ")) keep"
  }

  /// Gives the lock back; does nothing when it is not held.
  package func unlock() {
    guard holder.load(ordering: .relaxed) == getpid() else { return }
    // It can fail only for a descriptor that is not open, and this one is.
    _ = flock(handle.number, LOCK_UN)
  }

  /// Whether the file's name still leads to the file that is locked here.
  ///
  /// When somebody removed the store below a running process, its lock excludes nobody who came
  /// later.
  package func isStillNamed() throws(KeychainError) -> Bool {
    let own = try handle.requirePrivateRegularFile(path)
    guard let named = try directory.status(of: name) else { return false }
    return named.isSameFile(as: own)
  }
}
