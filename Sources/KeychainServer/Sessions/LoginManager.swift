import CSystemd
import Glibc
import KeychainModel

/// A connection to logind on the system bus. Only one thread may use it.
///
/// Every function throws `.notAvailable` when the bus or logind does not answer. The connection is then of no more use.
final class LoginManager {
  enum Event: Sendable {
    /// Nothing happened in time.
    case none
    case lock(String)
    case sleep
    case wake
    case begin(String)
    case end(String)
    /// logind has started or ended, so events may have been missed.
    case change
  }

  private let manager: OpaquePointer

  /// Connects to the system bus. logind need not run.
  init() throws(KeychainError) {
    var manager: OpaquePointer?
    let result = lk_login_manager_open(&manager)
    guard result == 0, let manager else {
      let error = Self.error(manager, because: result == -ENOSYS ? .unsupported : nil)
      lk_login_manager_close(manager)
      throw error
    }
    self.manager = manager
  }

  deinit { lk_login_manager_close(manager) }

  /// Whether logind is on the bus.
  var isPresent: Bool { lk_login_manager_is_present(manager) != 0 }

  /// Waits for an event.
  ///
  /// - Parameter descriptor: The wait ends when this descriptor is readable.
  func wait(_ descriptor: Int32, _ time: Duration) throws(KeychainError) -> Event {
    var buffer = [CChar](repeating: 0, count: Int(LK_LOGIN_PATH_SIZE))
    let result = lk_login_manager_wait(manager, descriptor, Int32(time.components.seconds * 1000), &buffer)
    try check(result)
    let path = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return switch UInt32(result) {
    case LK_LOGIN_LOCK.rawValue: .lock(path)
    case LK_LOGIN_SLEEP.rawValue: .sleep
    case LK_LOGIN_WAKE.rawValue: .wake
    case LK_LOGIN_SESSION_NEW.rawValue: .begin(path)
    case LK_LOGIN_SESSION_REMOVED.rawValue: .end(path)
    case LK_LOGIN_MANAGER_CHANGED.rawValue: .change
    default: .none
    }
  }

  /// All sessions of the machine.
  func sessions() throws(KeychainError) -> [LoginSession] {
    var list: [LoginSession] = []
    let result = withUnsafeMutablePointer(to: &list) { list in
      lk_login_manager_sessions(
        manager,
        { context, session in
          guard let context, let session else { return }
          context.assumingMemoryBound(to: [LoginSession].self).pointee.append(LoginSession(session.pointee))
        }, list)
    }
    try check(result)
    return list
  }

  /// The session at a path; nil when it has ended.
  func session(_ path: String) throws(KeychainError) -> LoginSession? {
    var session = lk_login_session()
    let bytes = Array(path.utf8.prefix(Int(LK_LOGIN_PATH_SIZE) - 1))
    withUnsafeMutableBytes(of: &session.path) { $0.copyBytes(from: bytes) }
    let result = lk_login_manager_session(manager, &session)
    try check(result)
    return result == 0 ? nil : LoginSession(session)
  }

  /// Lets the machine wait with its sleep until the descriptor is closed; nil when logind refuses this, for example on a
  /// machine without polkit.
  func delaySleep() throws(KeychainError) -> Int32? {
    var descriptor: Int32 = -1
    try check(lk_login_manager_delay_sleep(manager, &descriptor))
    return descriptor < 0 ? nil : descriptor
  }

  /// The reason of the last failure or refusal.
  var problem: KeychainError { Self.error(manager) }

  private func check(_ result: Int32) throws(KeychainError) {
    if result < 0 { throw problem }
  }

  private static func error(_ manager: OpaquePointer?, because cause: FailureCause? = nil) -> KeychainError {
    let problem = String(cString: lk_login_manager_problem(manager))
    return KeychainError(.notAvailable, "\(problem)", because: cause)
  }
}

extension LoginSession {
  fileprivate init(_ session: lk_login_session) {
    self.init(
      path: withUnsafeBytes(of: session.path) { Self.text($0) }, user: session.user,
      sessionClass: withUnsafeBytes(of: session.class_name) { Self.text($0) }, isLocked: session.is_locked != 0)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
