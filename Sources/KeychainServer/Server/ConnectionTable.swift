import Keychain
import KeychainModel
import KeychainTransport
import Synchronization

/// The open connections, and what each user uses.
final class ConnectionTable: Sendable {
  private struct State: Sendable {
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
  private let last: Atomic<UInt64>
  private let state = ForkSafeMutex(State())

  /// - Parameters:
  ///   - first: The identifiers of connections are greater than this number.
  ///   - hasKeychain: Whether a user has a keychain in the service. The service knows such a user.
  init(after first: UInt64, _ limits: ServerLimits, hasKeychain: @escaping @Sendable (UInt32) -> Bool) {
    self.limits = limits
    self.hasKeychain = hasKeychain
    let memory = MemoryPool(limit: limits.bytes)
    self.memory = memory
    strangers = UserLoad(nil, limits, memory)
    last = Atomic(first)
  }

  subscript(_ identifier: UInt64) -> ClientConnection? { state.withLock { $0.open[identifier] } }

  /// All open connections.
  var all: [ClientConnection] { state.withLock { Array($0.open.values) } }

  /// Whether the service knows a user.
  func knows(_ user: UInt32) -> Bool {
    // A look-up of the account may wait for the network, so it must not happen here.
    user == 0 || state.withLock { $0.known.contains(user) } || hasKeychain(user)
  }

  /// Adds the connection that `make` makes with its identifier.
  ///
  /// - Returns: The connection, and the connections whose places it took. The caller must close them.
  /// - Throws: `.notAvailable` when the user has too many connections, and uses all of them, or has too many in
  ///   `DroppedSockets`.
  func add(
    of user: UInt32, _ make: (UInt64, UserLoad) -> ClientConnection
  ) throws(KeychainError) -> (ClientConnection, victims: [ClientConnection]) {
    let isKnown = knows(user)
    // The lock of the table is not held, because these may look at all connections of the user.
    guard !DroppedSockets.isFull(DroppedSockets.Owner(user: user, isKnown: isKnown)) else {
      throw KeychainError(.notAvailable, "too many connections of the user carried descriptors")
    }
    let load =
      isKnown
      ? state.withLock { state in
        let load = self.load(of: user, &state)
        load.beginArrival()
        return load
      } : strangers
    defer { if isKnown { load.endArrival() } }
    let connection = make(last.add(1, ordering: .relaxed).newValue, load)
    var victims: [ClientConnection] = []
    if connectionCount >= limits.connections {
      guard let victim = newestOfGreediest else {
        throw KeychainError(.notAvailable, "the service has too many connections")
      }
      victims.append(victim)
    }
    victims += try Self.connect(connection, to: load)
    state.withLock { state in
      for victim in victims { state.open[victim.identifier] = nil }
      // The connection may have lost its place meanwhile.
      if !connection.isClosed { state.open[connection.identifier] = connection }
    }
    return (connection, victims)
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
      return (strangers.handOver(connection), victims)
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

  private var loads: [UserLoad] { state.withLock { Array($0.loads.values) } + [strangers] }

  /// The number of open connections and of closed connections whose clients have not received everything.
  private var connectionCount: Int { state.withLock { $0.open.count } + closedConnectionCount }

  /// The number of closed connections whose clients have not received everything.
  var closedConnectionCount: Int { loads.reduce(0) { $0 + $1.closedConnectionCount } }

  /// The newest open connection of the user with the most connections.
  var newestOfGreediest: ClientConnection? {
    let candidates = loads.compactMap { load in
      load.newestConnection.map { (count: load.connectionCount, newest: $0) }
    }
    return candidates.max { $0.count < $1.count }?.newest
  }

  /// Forgets the closed connections whose clients have received everything.
  func removeReceived() { for load in loads { load.removeReceived() } }

  /// Closes the sockets of all closed connections.
  func removeClosed() { for load in loads { load.removeClosed() } }

  /// The users whose calls wait for memory.
  var loadsToInspect: [UserLoad] { state.withLock { $0.loads.values.filter(\.needsInspection) } }

  /// Forgets what users used who use nothing. A user without a connection may still have requests and work, which count.
  func removeIdleLoads() { state.withLock { state in state.loads = state.loads.filter { !$0.value.isIdle } } }
}
