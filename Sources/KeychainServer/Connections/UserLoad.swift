import CPlatform
import Keychain
import KeychainFiles
import KeychainModel
import KeychainStore
import KeychainTransport

/// What one user uses of the service at present. All users whom the service does not know yet share one object, because
/// one person can have many user numbers without an account.
final class UserLoad: Sendable {
  private struct State: Sendable {
    var connections: [UInt64: ClientConnection] = [:]
    /// The closed connections whose clients have not received everything.
    var closed = ClosedConnections()
    /// The number of connections that are about to be added.
    var arrivalCount = 0
    /// The memory files that the service may make for the user.
    var memoryFiles: TokenBucket
    /// The numbers of connections of each process, or of each user if the service does not know the users.
    var counts: [Int: Int] = [:]
    var requestCount = 0
    var waitingCount = 0
    /// The number of logins of the user that run or wait.
    var loginCount = 0

    /// The connections with packets that the service does not read yet, in the order of their arrival.
    var parked: [ClientConnection] = []
    /// The connections whose calls wait for memory, in the order of their arrival.
    var held: [ClientConnection] = []
    /// The connection whose held call was tried last.
    weak var retrying: ClientConnection?
    /// The processes that may fill a memory file at present.
    var filling: Set<Int> = []

    /// The number of further requests that the service reads now.
    func freeRequestCount(_ limits: ServerLimits) -> Int { max(0, limits.requestsPerUser - requestCount) }
  }

  /// The user; nil for the users whom the service does not know yet.
  let user: UInt32?
  /// The memory of the requests of the user.
  let memory: MemoryAccount
  private let limits: ServerLimits
  private let state: ForkSafeMutex<State>
  /// The attempts of the user with a passcode.
  private let attempts = WriterQueue()

  /// - Parameter pool: The memory of all users.
  init(_ user: UInt32?, _ limits: ServerLimits, _ pool: MemoryPool) {
    self.user = user
    self.limits = limits
    memory = MemoryAccount(limit: limits.bytesPerUser, largestResult: limits.bytesPerRequest, pool: pool)
    state = ForkSafeMutex(
      State(
        memoryFiles: TokenBucket(count: limits.memoryFilesAtOnce, perSecond: limits.memoryFilesPerSecond)))
  }

  /// The number of open connections and of closed connections whose clients have not received everything.
  var connectionCount: Int { state.withLock { $0.connections.count + $0.closed.count } }

  /// The number of closed connections whose clients have not received everything.
  var closedConnectionCount: Int { state.withLock { $0.closed.count } }

  /// Whether the user uses nothing of the service.
  var isIdle: Bool {
    let now = lk_monotonic_now()
    return state.withLock { state in
      state.connections.isEmpty && state.closed.count == 0 && state.arrivalCount == 0
        && state.filling.isEmpty && state.memoryFiles.isFull(at: now) && state.requestCount == 0
        && state.waitingCount == 0 && state.loginCount == 0
    } && memory.byteCount == 0
  }

  /// Whether calls wait for memory.
  var needsInspection: Bool { state.withLock { !$0.held.isEmpty } }

  // MARK: Connections

  /// The outcome of adding a connection.
  enum Admission {
    case accepted
    /// The connection was added in the place of another one, which the caller must close.
    case replaced(ClientConnection)
    case refused
  }

  /// Keeps the object in use until `endArrival`, because a connection is about to be added.
  func beginArrival() { state.withLock { $0.arrivalCount += 1 } }

  func endArrival() { state.withLock { $0.arrivalCount -= 1 } }

  /// Adds a connection. If the user has too many connections, one that is not in use loses its place.
  func connect(_ connection: ClientConnection) -> Admission {
    // The sockets close without the lock.
    let (admission, received) = state.withLock { state -> (Admission, [PacketSocket]) in
      var received: [PacketSocket] = []
      if count(state) >= limit {
        received = state.closed.removeReceived()
        guard count(state) < limit else {
          // The place must not become the place of a closed connection.
          guard count(state) == limit, let victim = dispensable(state) else { return (.refused, received) }
          remove(victim, &state)
          insert(connection, &state)
          return (.replaced(victim), received)
        }
      }
      insert(connection, &state)
      return (.accepted, received)
    }
    withExtendedLifetime(received) {}
    return admission
  }

  private var limit: Int { user == nil ? limits.connectionsOfStrangers : limits.connectionsPerUser }

  /// The number of connections that count. The closed connections of unknown users have a limit of their own
  /// (`maySend`). Otherwise some of these users could keep all others from the service.
  private func count(_ state: State) -> Int {
    user == nil ? state.connections.count : state.connections.count + state.closed.count
  }

  /// The user of a process for `DroppedSockets`.
  func owner(of process: PeerProcess) -> DroppedSockets.Owner {
    DroppedSockets.Owner(user: process.credentials.user, isKnown: user != nil)
  }

  /// The process of a connection, or its user if the service does not know the users.
  private func owner(_ connection: ClientConnection) -> Int {
    user == nil ? Int(connection.process.credentials.user) : Int(connection.process.credentials.process)
  }

  private func insert(_ connection: ClientConnection, _ state: inout State) {
    state.connections[connection.identifier] = connection
    state.counts[owner(connection), default: 0] += 1
  }

  private func remove(_ connection: ClientConnection, _ state: inout State) {
    guard state.connections.removeValue(forKey: connection.identifier) != nil else { return }
    let owner = owner(connection)
    let count = state.counts[owner, default: 1] - 1
    state.counts[owner] = count > 0 ? count : nil
  }

  /// The connection that loses its place to a new one: a connection of the process, or of the unknown user, that has far
  /// more than others; otherwise one that says nothing; otherwise the one that was unused for the longest time.
  private func dispensable(_ state: State) -> ClientConnection? {
    let all = state.connections.values.filter { user == nil || !$0.socket.hasUnreceived }
    let fair = user == nil ? 1 : limits.connectionsPerProcess
    if let greediest = state.counts.max(by: { $0.value < $1.value }), greediest.value > fair {
      let own = all.filter { owner($0) == greediest.key }
      if let victim = Self.longestUnused(own) ?? own.max(by: { $0.identifier < $1.identifier }) { return victim }
    }
    let now = lk_monotonic_now()
    let silent = all.filter { $0.isSilent(for: user == nil ? .zero : limits.silentTime, at: now) }
    return silent.min { $0.identifier < $1.identifier } ?? Self.longestUnused(all)
  }

  private static func longestUnused(_ connections: [ClientConnection]) -> ClientConnection? {
    connections.filter(\.isUnused).min { $0.lastUse < $1.lastUse }
  }

  /// The newest connection of the user.
  var newestConnection: ClientConnection? {
    state.withLock { $0.connections.values.max { $0.identifier < $1.identifier } }
  }

  /// Removes a closed connection, also one that was replaced before. The connection counts until its client has received
  /// everything.
  ///
  /// - Returns: The connections that may continue, because the connection does not use its turn.
  func disconnect(_ connection: ClientConnection) -> [ClientConnection] {
    state.withLock { state in
      state.closed.add(connection.socket, of: owner(connection))
      return remove(connection, from: &state)
    }
  }

  /// Removes a connection that another object counts from now on.
  ///
  /// - Returns: The connections that may continue, because the connection does not use its turn.
  func handOver(_ connection: ClientConnection) -> [ClientConnection] {
    state.withLock { remove(connection, from: &$0) }
  }

  private func remove(_ connection: ClientConnection, from state: inout State) -> [ClientConnection] {
    remove(connection, &state)
    state.parked.removeAll { $0 === connection }
    state.held.removeAll { $0 === connection }
    return continuing(&state)
  }

  /// Forgets the closed connections whose clients have received everything.
  func removeReceived() {
    let received = state.withLock { $0.closed.removeReceived() }
    withExtendedLifetime(received) {}
  }

  /// Closes the sockets of all closed connections.
  func removeClosed() {
    let closed = state.withLock { $0.closed.removeAll() }
    withExtendedLifetime(closed) {}
  }

  /// The largest number of closed connections of one user whom the service does not know.
  private static let largestClosedCountOfStranger = 4

  /// Whether the service may send a packet to a client that it has not recognised. Few packets of unknown users may stay
  /// in the queues of their sockets.
  func maySend(to connection: ClientConnection) -> Bool {
    guard user == nil else { return true }
    let (maySend, received) = state.withLock { state in
      let received = state.closed.removeReceived()
      // An open connection that has not received its challenge becomes a closed one.
      let own = state.connections.values.count { owner($0) == owner(connection) && $0.socket.hasUnreceived }
      let count = state.closed.count(of: owner(connection)) + own
      return (state.closed.count < limit && count < Self.largestClosedCountOfStranger, received)
    }
    withExtendedLifetime(received) {}
    return maySend
  }

  // MARK: Requests

  /// Counts a request that a connection is about to send. When the user has too many requests, the service does not read
  /// the request: the connection continues after the end of another request.
  func beginRequest(_ connection: ClientConnection) -> Bool {
    state.withLock { state in
      guard state.freeRequestCount(limits) > 0 else {
        // A connection that is closed is removed after it was marked, so it is never parked for ever.
        if !connection.isClosed, !state.parked.contains(where: { $0 === connection }) {
          state.parked.append(connection)
        }
        return false
      }
      state.requestCount += 1
      return true
    }
  }

  /// - Returns: The connections that may continue.
  func endRequest() -> [ClientConnection] {
    state.withLock { state in
      state.requestCount -= 1
      return continuing(&state)
    }
  }

  /// Removes as many parked connections as may send a request. A connection that closes meanwhile passes its turn on
  /// (`disconnect`). A connection that continues in vain waits again.
  private func continuing(_ state: inout State) -> [ClientConnection] {
    let count = min(state.parked.count, state.freeRequestCount(limits))
    defer { state.parked.removeFirst(count) }
    return Array(state.parked.prefix(count))
  }

  /// Counts a request that waits for the progress of work. Returns false when the user has too many.
  func beginWaiting() -> Bool {
    state.withLock { state in
      guard state.waitingCount < limits.waitingPerUser else { return false }
      state.waitingCount += 1
      return true
    }
  }

  func endWaiting() { state.withLock { $0.waitingCount -= 1 } }

  // MARK: Memory

  /// Claims memory for a call. Returns nil when the call must wait.
  func claim(_ count: Int) -> MemoryClaim? { memory.claim(count) }

  /// Lets a process fill a memory file. Returns nil when the process has not filled another one, and the call must wait.
  /// So the files that one process never fills do not collect.
  func beginFilling(_ connection: ClientConnection) -> FillTurn? {
    let owner = owner(connection)
    return state.withLock { $0.filling.insert(owner).inserted } ? FillTurn(self, owner) : nil
  }

  /// Counts a memory file that the service makes for the user. A program can keep the descriptors of its files, so the
  /// number of files in a time is limited. Returns false when the call must wait.
  func takeMemoryFile() -> Bool {
    let now = lk_monotonic_now()
    return state.withLock { $0.memoryFiles.take(at: now) }
  }

  func endFilling(_ owner: Int) { state.withLock { _ = $0.filling.remove(owner) } }

  /// Notes that a call of a connection waits for memory.
  func hold(_ connection: ClientConnection) {
    state.withLock { state in
      guard connection.firstHeld != nil else { return }
      if !connection.isClosed, !state.held.contains(where: { $0 === connection }) { state.held.append(connection) }
    }
  }

  /// Removes the first connection whose call waits for memory, if there is enough memory now. Others must not pass it,
  /// unless the call waits for another memory file of its process, or until the user may have a further one.
  ///
  /// One call is tried at a time: two calls that fit only alone would otherwise refuse each other again and again.
  func takeHeld() -> ClientConnection? {
    let now = lk_monotonic_now()
    // The connection is released without the lock.
    let retrying = state.withLock { $0.retrying }
    let isRetrying = retrying?.isRetrying == true
    return state.withLock { state in
      guard state.freeRequestCount(limits) > 0 else { return nil }
      var index = 0
      while index < state.held.count {
        let connection = state.held[index]
        guard let held = connection.firstHeld else {
          state.held.remove(at: index)
          continue
        }
        guard !held.isRequest || !state.filling.contains(owner(connection)) && state.memoryFiles.hasToken(at: now)
        else {
          index += 1
          continue
        }
        guard held.isRequest || !isRetrying else { return nil }
        guard memory.hasRoom(for: held.neededByteCount) else { return nil }
        if !held.isRequest { state.retrying = connection }
        return state.held.remove(at: index)
      }
      return nil
    }
  }

  // MARK: Passcodes

  /// Runs an attempt with a passcode. The attempts of one user run one after the other.
  ///
  /// - Throws: `.notAvailable` when the deadline passed before the turn of the attempt; the errors of `body`.
  func authenticating<Result>(
    until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) { try attempts.enter(until: deadline) } catch {
      throw KeychainError(.notAvailable, "other attempts with a passcode are under way", because: .timedOut)
    }
    defer { attempts.leave() }
    return try body()
  }

  /// The largest number of logins: one that runs, and one that waits.
  private static let largestLoginCount = 2

  /// The number of logins that run or wait.
  var loginCount: Int { state.withLock { $0.loginCount } }

  /// Runs a login. Logins are attempts with a passcode.
  ///
  /// - Throws: `.notAvailable` at once when another login waits already; the errors of `authenticating`.
  func loggingIn<Result>(
    until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let mayBegin = state.withLock { state in
      guard state.loginCount < Self.largestLoginCount else { return false }
      state.loginCount += 1
      return true
    }
    guard mayBegin else { throw KeychainError(.notAvailable, "other logins of the user are under way") }
    defer { state.withLock { $0.loginCount -= 1 } }
    return try authenticating(until: deadline, body)
  }
}
