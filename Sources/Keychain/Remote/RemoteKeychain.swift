import CPlatform
import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainTransport

/// The keychain of this user in the service, `keychaind`.
///
/// The connection is made at the first call, and again when it broke. A forked child makes its own connection. An
/// application has one connection for ever (`ApplicationProcess`).
package final class RemoteKeychain: KeychainService {
  package var isInProcess: Bool { false }

  private struct State: Sendable {
    var marker = ForkDetector()
    var connection: RemoteConnection?
  }

  private let configuration: ServiceConfiguration
  private let trust: RootOwnedFolder.Trust
  private let user: UInt32?
  private let administered: String?
  private let state = ForkSafeMutex(State())

  /// The time for which a client waits for a reply after the time limit of its call. The service also needs time for
  /// other requests of the user.
  private static let grace = Duration.seconds(5)

  /// - Parameters:
  ///   - trust: The owner of the folders above the socket; root, except in tests.
  ///   - user: The user whose keychain this process wants; nil if the service decides.
  ///   - name: The keychain that this process of root administers; nil for any other process.
  package init(
    _ configuration: ServiceConfiguration, trust: RootOwnedFolder.Trust = .root, keychainOf user: UInt32? = nil,
    administering name: String? = nil
  ) {
    administered = name
    self.configuration = configuration
    self.trust = trust
    self.user = user
  }

  package func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    try ForkGate.enter { () throws(KeychainError) in
      switch call.request {
      case .changes(let cursor): return try changes(since: cursor, call, peer.caller)
      case .close:
        // The keychain stays open in the service. The connection ends with the last call on it.
        state.withLock { $0.connection = nil }
        return .done
      default: return try ask(call, peer.caller)
      }
    }
  }

  /// Who this process is for the service. Connects if necessary.
  package func identity() throws(KeychainError) -> Welcome {
    try ForkGate.enter { () throws(KeychainError) in
      try connection(until: .after(Call.longestTimeLimit)).welcome
    }
  }

  /// The connection of the last call.
  func connection() throws(KeychainError) -> RemoteConnection {
    try ForkGate.enter { () throws(KeychainError) in try connection(until: .after(Call.longestTimeLimit)) }
  }

  private func connection(until deadline: Deadline) throws(KeychainError) -> RemoteConnection {
    if let own = try ApplicationProcess.connection() { return own }
    let present: RemoteConnection? = state.withLock { state in
      if !state.marker.isThisProcess {
        state.connection?.abandon()
        state = State()
      }
      return state.connection
    }
    if let present, present.isUsable { return present }
    let new = try ForkGate.outside { () throws(KeychainError) in
      try RemoteConnection(
        configuration, trust: trust, keychainOf: user, administering: administered, until: deadline)
    }
    return state.withLock { state in
      // Another thread may have connected meanwhile. All threads then use its connection, because proofs are valid on
      // one connection.
      if let other = state.connection, other.isUsable { return other }
      state.connection = new
      return new
    }
  }

  private func ask(_ call: Call, _ caller: Caller) throws(KeychainError) -> Reply {
    let asksPerson = if case .askPerson = call.request { true } else { false }
    let limit = asksPerson ? Call.questionTimeLimit : call.timeLimit ?? Call.longestTimeLimit
    let deadline = Deadline.after(limit + Self.grace)
    // A service that ended since the last call did not receive the message, so the message is sent to its successor.
    for _ in 0..<2 {
      let connection = try connection(until: deadline)
      let named = call.namingGroup(of: caller, ofProgram: connection.welcome.accessGroups)
      var message = if let named { try named.message() } else { try call.message() }
      defer { message.wipe() }
      if var bytes = try connection.ask(message, until: deadline) {
        defer { bytes.wipe() }
        return try answer(in: bytes, of: connection).get()
      }
    }
    throw KeychainError(.notAvailable, "keychaind ends every connection; its log has the reason")
  }

  private func answer(
    in bytes: [UInt8], of connection: RemoteConnection
  ) throws(KeychainError) -> Result<Reply, KeychainError> {
    do throws(KeychainError) {
      return try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try Result(message: UnsafeRawBufferPointer(bytes))
      }
    } catch {
      state.withLock { state in if state.connection === connection { state.connection = nil } }
      // An application cannot replace its connection.
      if ApplicationProcess.isApplication { connection.fail(error) }
      throw error
    }
  }

  /// Waits for commits without a request that waits in the service.
  private func changes(
    since cursor: ChangeCursor?, _ call: Call, _ caller: Caller
  ) throws(KeychainError) -> Reply {
    let deadline = Deadline.after(call.timeLimit ?? Call.longestTimeLimit)
    let question = Call(.changes(since: cursor), of: call.keychain, timeLimit: .zero)
    // A client that writes asks for the present commit before each write, and needs no notices.
    guard cursor != nil, deadline.remaining > .zero else { return try ask(question, caller) }
    while true {
      let connection = try connection(until: deadline)
      let count = try connection.noticeCount()
      let reply = try ask(question, caller)
      guard case .changes(let changes, _) = reply, changes.isEmpty else { return reply }
      guard connection.waitForNotice(after: count, until: deadline) else { return reply }
    }
  }
}
