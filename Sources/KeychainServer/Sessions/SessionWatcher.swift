import CPlatform
import Glibc
import KeychainFiles
import KeychainLog
package import KeychainModel
package import KeychainTransport
import Synchronization

/// Locks the keychains of users when logind says so: when a session is locked, when the last session of a user ends, and
/// before the machine sleeps. Nothing that logind says unlocks a keychain.
///
/// One thread does this. Without libsystemd, the system bus or logind, the service works without it.
package final class SessionWatcher: Sendable {
  private let keychains: ServedKeychains
  private let accounts: UserAccounts
  private let configuration: @Sendable () throws(KeychainError) -> ServiceConfiguration?
  private let locker = KeychainLocker()
  private let wake: (input: Int32, output: Int32)
  private let ended = Semaphore()
  private let isRunning = Atomic(false)
  /// Whether the log says already that there is no connection.
  private let hasReported = Atomic(false)
  /// Whether the log says already that the machine does not wait with its sleep.
  private let hasReportedSleep = Atomic(false)

  /// - Parameter configuration: Reads the configuration of the service, when the last session of a user has ended.
  /// - Throws: `.notAvailable` when the kernel refuses a resource.
  package init(
    _ keychains: ServedKeychains, accounts: UserAccounts = .system,
    configuration: @escaping @Sendable () throws(KeychainError) -> ServiceConfiguration? = { () throws(KeychainError) in
      try ServiceConfiguration.read()
    }
  ) throws(KeychainError) {
    self.keychains = keychains
    self.accounts = accounts
    self.configuration = configuration
    var ends: [Int32] = [-1, -1]
    guard lk_pipe(&ends) == 0 else {
      throw KeychainError(.notAvailable, "the service cannot watch sessions", because: .tooManyFiles)
    }
    wake = (ends[0], ends[1])
  }

  deinit { for descriptor in [wake.input, wake.output] { Glibc.close(descriptor) } }

  /// Starts the thread.
  package func start() {
    isRunning.store(true, ordering: .relaxed)
    guard DetachedThread.start({ [self] in run() }) else {
      isRunning.store(false, ordering: .relaxed)
      return Log.error("no thread can be made, so keychains are not locked with their sessions")
    }
  }

  /// Ends the thread. A call to the bus may take some seconds.
  package func stop() {
    guard isRunning.load(ordering: .relaxed) else { return }
    var byte: UInt8 = 0
    _ = write(wake.output, &byte, 1)
    _ = ended.wait(until: .after(.seconds(6)))
  }

  // MARK: The connection

  /// The shortest and the longest time between two attempts to connect.
  private static let (shortestPause, longestPause) = (Duration.milliseconds(100), Duration.seconds(60))
  /// The longest time between two attempts while there are sessions that may be locked meanwhile.
  private static let longestPauseWithSessions = Duration.seconds(2)

  private func run() {
    defer { ended.signal() }
    var sessions = SessionTable()
    var pause = Self.shortestPause
    while true {
      do throws(KeychainError) {
        try watch(&sessions) {
          hasReported.store(false, ordering: .relaxed)
          pause = Self.shortestPause
        }
        return
      } catch {
        if !hasReported.exchange(true, ordering: .relaxed) {
          Log.error("logind cannot be reached, so only their settings lock keychains", error)
        }
        // libsystemd is missing.
        if error.failureCause == .unsupported { return }
      }
      if isStopped(after: pause) { return }
      pause = min(pause * 2, sessions.count > 0 ? Self.longestPauseWithSessions : Self.longestPause)
    }
  }

  /// Waits. Returns true at once when the watcher is stopped.
  private func isStopped(after time: Duration) -> Bool {
    let (seconds, attoseconds) = time.components
    return lk_socket_wait(wake.input, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) == 1
  }

  /// Handles events until the watcher is stopped.
  ///
  /// - Parameter connected: Called when the sessions were read.
  private func watch(_ sessions: inout SessionTable, connected: () -> Void) throws(KeychainError) {
    let manager = try LoginManager()
    var delay = SleepDelay()
    try begin(manager, &sessions, &delay)
    connected()
    while true {
      let event = try manager.wait(wake.input, .seconds(60))
      if isStopped(after: .zero) { return }
      switch event {
      case .none: break
      case .lock(let path):
        if let user = sessions.user(ofSession: path) {
          lock(user)
        } else if let session = try manager.session(path) {
          lock(session.user)
        }
      case .sleep:
        // The machine waits until the descriptor is closed, some seconds at most.
        if !locker.lock(keychains.unlockedKeychainsOfUsers, until: .after(Self.sleepTime)) {
          Log.error("not all keychains were locked before the machine slept")
        }
        delay.end()
      case .wake: try begin(&delay, manager)
      case .begin(let path): if let session = try manager.session(path) { sessions.add(session) }
      case .end(let path): if let user = sessions.remove(path) { lockAfterLogout(user) }
      case .change: try begin(manager, &sessions, &delay)
      }
    }
  }

  /// Reads the sessions, after events may have been missed.
  private func begin(
    _ manager: LoginManager, _ sessions: inout SessionTable, _ delay: inout SleepDelay
  ) throws(KeychainError) {
    // The sessions stay known while logind restarts.
    guard manager.isPresent else { return Log.notice("logind does not run, so only their settings lock keychains") }
    let all = try manager.sessions()
    for user in sessions.replace(with: all) { lockAfterLogout(user) }
    for user in Set(all.filter(\.isLocked).map(\.user)) { lock(user) }
    // The service did not receive signals of logind while it was restarted.
    for user in keychains.takeUsersWithAdoptedKeys() where !sessions.persons.contains(user) { lockAfterLogout(user) }
    try begin(&delay, manager)
    Log.notice("keychains are locked with their sessions; there are \(sessions.count) sessions")
  }

  // MARK: Sleep

  /// The time for which the machine waits with its sleep. logind waits 5 seconds by default.
  static let sleepTime = Duration.seconds(4)

  /// The descriptor whose closing lets the machine sleep.
  private struct SleepDelay: ~Copyable {
    var descriptor: Int32?

    mutating func end() {
      if let descriptor { close(descriptor) }
      descriptor = nil
    }

    deinit { if let descriptor { close(descriptor) } }
  }

  private func begin(_ delay: inout SleepDelay, _ manager: LoginManager) throws(KeychainError) {
    delay.end()
    delay.descriptor = try manager.delaySleep()
    guard delay.descriptor == nil, !hasReportedSleep.exchange(true, ordering: .relaxed) else { return }
    Log.error("the machine may sleep before keychains are locked", manager.problem)
  }

  // MARK: Locking

  private func lock(_ user: UInt32) {
    if let keychain = keychains.usedKeychain(ofUser: user) { locker.lock(keychain) }
  }

  /// Locks the keychain of a user whose last session has ended, unless the administrator wants otherwise.
  private func lockAfterLogout(_ user: UInt32) {
    guard let keychain = keychains.usedKeychain(ofUser: user) else { return }
    // A directory service may take long for the name of the user, and further signals must be heard.
    locker.lock(keychain) { [self] in staysUnlocked(user) }
  }

  private func staysUnlocked(_ user: UInt32) -> Bool {
    do throws(KeychainError) {
      guard let users = try configuration()?.unlockedAfterLogout, !users.isEmpty else { return false }
      return users.contains("\(user)") || accounts.name(ofUser: user).map(users.contains) ?? false
    } catch {
      Log.error("the configuration cannot be read, so the keychain of a user is locked", error)
      return false
    }
  }
}
