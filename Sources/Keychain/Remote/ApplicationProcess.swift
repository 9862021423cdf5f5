import CPlatform
import CSetgidProgram
import Glibc
import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainTransport
import Synchronization

/// This process as a program with the set-group-ID bit of an application.
///
/// The kernel records the group of the application when a program connects to `keychaind`. Afterwards the program gives
/// up the group, so that its other parts and its children do not have it. The process can therefore never connect again
/// as the application. If the connection breaks, all calls of the process fail. The process never connects as a program
/// without the group, because its calls would then use other items.
package enum ApplicationProcess {
  private enum State: Sendable {
    /// The process did not call `begin`.
    case ordinary
    case connected(RemoteConnection, ForkDetector)
    case failed(KeychainError)
  }

  private static let state = ForkSafeMutex(State.ordinary)
  /// Whether the state is not `ordinary`. Calls of ordinary programs read only this value.
  private static let isBegun = Atomic(false)

  /// Whether the process called `begin`.
  package static var isApplication: Bool { isBegun.load(ordering: .acquiring) }

  /// Performs the duties of a program with the set-group-ID bit, connects to `keychaind`, and gives up the group.
  ///
  /// The group is given up in every case. After an error, all calls to the login keychain fail with this error. A
  /// second call returns the result of the first call.
  ///
  /// The call may execute the program again (`lk_setgid_prepare`).
  ///
  /// - Parameters:
  ///   - application: The identifier of the application, which its manifest has.
  ///   - names: The names of variables of the environment that are kept with any value, for a program that this process
  ///     executes after it gave up the group.
  /// - Throws: `.missingEntitlement` when the process has no group of an application, or when `keychaind` knows the
  ///   process as another application; `.notAvailable` when the machine has no service, when the service cannot be
  ///   reached, when the process has other threads, or in a forked child.
  package static func begin(
    _ application: String, keeping names: [String] = [], configurationPath: String = ServiceConfiguration.standardPath,
    trust: RootOwnedFolder.Trust = .root
  ) throws(KeychainError) -> Welcome {
    if let connection = try connection() { return connection.welcome }
    isBegun.store(true, ordering: .releasing)
    do throws(KeychainError) {
      try prepare(keeping: names)
      let connection = try connect(application, configurationPath, trust)
      dropGroup()
      state.withLock { $0 = .connected(connection, ForkDetector()) }
      return connection.welcome
    } catch {
      dropGroup()
      state.withLock { $0 = .failed(error) }
      throw error
    }
  }

  private static func prepare(keeping names: [String]) throws(KeychainError) {
    let copies = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let kept = copies.map { UnsafePointer($0) } + [nil]
    let result = Int(lk_setgid_prepare(kept))
    let error = errno
    switch result {
    case 0: return
    case LK_SETGID_NO_GROUP:
      throw KeychainError(
        .missingEntitlement,
        "the program does not have the group of an application. Its file needs mode 2755 and a group lk-app-NAME; the "
          + "kernel ignores the mode under a debugger, with no_new_privs, and on a file system that is mounted nosuid")
    case LK_SETGID_OTHER_USER:
      throw KeychainError(.missingEntitlement, "a set-user-ID program cannot be an application")
    case LK_SETGID_THREADS:
      throw KeychainError(
        .notAvailable, "the program began as an application too late: it already has more than one thread",
        because: .invalidArgument)
    case LK_SETGID_INSPECTABLE:
      throw KeychainError(
        .notAvailable,
        "other programs of the user can inspect this program, because the setting fs.suid_dumpable of the machine is 1",
        because: .invalidArgument)
    default:
      throw KeychainError(
        .notAvailable, "the program cannot be protected: \(String(cString: lk_error_description(error)))",
        because: .componentFailed)
    }
  }

  private static func connect(
    _ application: String, _ configurationPath: String, _ trust: RootOwnedFolder.Trust
  ) throws(KeychainError) -> RemoteConnection {
    let configuration = try ServiceConfiguration.required(configurationPath, trust: trust)
    let connection = try ForkGate.enter { () throws(KeychainError) in
      try RemoteConnection(configuration, trust: trust, keychainOf: nil, until: .after(Call.longestTimeLimit))
    }
    guard connection.welcome.application == application, connection.welcome.grade >= requiredGrade else {
      throw KeychainError(
        .missingEntitlement,
        "keychaind does not know the program as the application \(application); check its manifest and its group")
    }
    return connection
  }

  /// The grade of programs with the set-group-ID bit.
  private static let requiredGrade: UInt8 = 3

  /// Ends the process if the group cannot be given up: no code may continue with the group. The kernel never refuses to
  /// replace the effective group by the real group, so no caller can cause this.
  private static func dropGroup() {
    guard lk_setgid_drop() == 0 else { _exit(71) }
  }

  /// The only connection of this process; nil for an ordinary process.
  ///
  /// - Throws: The error of `begin`; `.notAvailable` when the connection has ended, and in a forked child.
  static func connection() throws(KeychainError) -> RemoteConnection? {
    guard isApplication else { return nil }
    let result = state.withLock { state -> Result<RemoteConnection?, KeychainError> in
      switch state {
      case .ordinary: return .success(nil)
      case .failed(let error): return .failure(error)
      case .connected(let connection, let marker):
        if !marker.isThisProcess {
          connection.abandon()
          state = .failed(forked)
          return .failure(forked)
        }
        return connection.isUsable ? .success(connection) : .failure(ended)
      }
    }
    return try result.get()
  }

  private static var ended: KeychainError {
    KeychainError(
      .notAvailable,
      "the connection to keychaind has ended, and a process connects as an application only once. Start the program "
        + "again", because: .missingEntitlement)
  }

  private static var forked: KeychainError {
    KeychainError(
      .notAvailable, "a forked child of an application does not have the rights of the application", because: .forked)
  }
}
