import KeychainModel
import Keychain
import KeychainTransport

/// The open connections, and what each user uses.
final class ConnectionTable: Sendable {
  private struct State: Sendable {
    var last: UInt64
    var open: [UInt64: ClientConnection] = [:]
    var loads: [UInt32: UserLoad] = [:]
    /// The users of whom the service recognised a program. Root is always known, because root reports the logins.
    var known: Set<UInt32> = []
  }

  private let limits: ServerLimits
  private let hasKeychain: @Sendable (UInt32) -> Bool
  /// What the users use together whom the service does not know yet.
  private let strangers: UserLoad
  /// The memory for the requests of all users.
  private let memory: MemoryPool
  private let state: ForkSafeMutex<State>

  /// - Parameters:
  ///   - first: The identifiers of connections are greater than this number.
  ///   - hasKeychain: Whether a user has a keychain in the service. The service knows such a user.
  init(after first: UInt64, _ limits: ServerLimits, hasKeychain: @escaping @Sendable (UInt32) -> Bool) {
    self.limits = limits
    self.hasKeychain = hasKeychain
    let memory = MemoryPool(limit: limits.bytes)
    self.memory = memory
    strangers = UserLoad(nil, limits, memory)
    state = ForkSafeMutex(State(last: first))
  }

  subscript(_ identifier: UInt64) -> ClientConnection? { state.withLock { $0.open[identifier] } }

  /// All open connections.
  var all: [ClientConnection] { state.withLock { Array($0.open.values) } }

  /// Adds the connection that `make` makes with its identifier.
  ///
  /// - Returns: The connection, and the connections whose places it took. The caller must close them.
  /// - Throws: `.notAvailable` when the user has too many connections, and uses all of them, or has too many in
  ///   `DroppedSockets`.
  func add(
    of user: UInt32, _ make: (UInt64, UserLoad) -> ClientConnection
  ) throws(KeychainError) -> (ClientConnection, victims: [ClientConnection]) {
    // A look-up of the account may wait for the network, so it must not happen here.
    let isKnown = user == 0 || state.withLock { $0.known.contains(user) } || hasKeychain(user)
    return try state.withLock { (state) throws(KeychainError) in
      let load = isKnown ? load(of: user, &state) : strangers
      state.last += 1
      let connection = make(state.last, load)
      guard !DroppedSockets.isFull(load.user) else {
        throw KeychainError(.notAvailable, "too many connections of the user carried descriptors")
      }
      var victims: [ClientConnection] = []
      if state.open.count >= limits.connections, let victim = newestOfGreediest(state) { victims.append(victim) }
      victims += try Self.connect(connection, to: load)
      for victim in victims { state.open[victim.identifier] = nil }
      state.open[connection.identifier] = connection
      return (connection, victims)
    }
  }

  /// Counts a connection among those of its user, because the service has recognised its program.
  ///
  /// - Returns: The connections that may continue, and the connections whose places it took. The caller must close the
  ///   latter.
  /// - Throws: `.notAvailable` when the user has too many connections, and uses all of them.
  func recognise(
    _ connection: ClientConnection
  ) throws(KeychainError) -> (continuing: [ClientConnection], victims: [ClientConnection]) {
    let user = connection.process.credentials.user
    return try state.withLock { (state) throws(KeychainError) in
      state.known.insert(user)
      guard connection.load === strangers, state.open[connection.identifier] != nil else { return ([], []) }
      let load = load(of: user, &state)
      let victims = try Self.connect(connection, to: load)
      connection.move(to: load)
      return (strangers.disconnect(connection), victims)
    }
  }

  /// Forgets a user who has no account any more.
  func forget(_ user: UInt32) { state.withLock { _ = $0.known.remove(user) } }

  /// What a user uses of the service.
  func load(of user: UInt32) -> UserLoad { state.withLock { load(of: user, &$0) } }

  private func load(of user: UInt32, _ state: inout State) -> UserLoad {
    if let load = state.loads[user] { return load }
    let load = UserLoad(user, limits, memory)
    state.loads[user] = load
    return load
  }

  private static func connect(
    _ connection: ClientConnection, to load: UserLoad
  ) throws(KeychainError) -> [ClientConnection] {
    switch load.connect(connection) {
    case .accepted: return []
    case .replaced(let victim): return [victim]
    case .refused: throw KeychainError(.notAvailable, "the user has too many connections, and uses all of them")
    }
  }

  /// Removes a connection.
  ///
  /// - Returns: The connections that may continue.
  func remove(_ connection: ClientConnection) -> [ClientConnection] {
    state.withLock { state in
      state.open[connection.identifier] = nil
      return connection.load.disconnect(connection)
    }
  }

  /// The newest connection of the user with the most connections.
  var newestOfGreediest: ClientConnection? { state.withLock { newestOfGreediest($0) } }

  private func newestOfGreediest(_ state: State) -> ClientConnection? {
    (Array(state.loads.values) + [strangers]).max { $0.connectionCount < $1.connectionCount }?.newestConnection
  }

  /// The users whose calls wait for memory.
  var loadsToInspect: [UserLoad] { state.withLock { $0.loads.values.filter(\.needsInspection) } }

  /// Forgets what users used who use nothing. A user without a connection may still have requests and work, which count.
  func removeIdleLoads() { state.withLock { state in state.loads = state.loads.filter { !$0.value.isIdle } } }
}
