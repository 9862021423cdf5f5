import KeychainFiles
import KeychainModel

/// What one user uses of the service at present.
final class UserLoad: Sendable {
  private struct State: Sendable {
    var connectionCount = 0
    var requestCount = 0
    var waitingCount = 0
    var largeByteCount = 0
    /// The connections with packets that the service does not read yet, in the order of their arrival.
    var parked: [ClientConnection] = []
    /// Threads that wait until fewer large messages are in memory.
    var memoryWaiters: [Semaphore] = []
    var isAuthenticating = false
    /// Threads that wait until another attempt of the user with a passcode has ended.
    var authenticationWaiters: [Semaphore] = []
  }

  let user: UInt32
  private let limits: ServerLimits
  private let state = ForkSafeMutex(State())

  init(_ user: UInt32, _ limits: ServerLimits) {
    self.user = user
    self.limits = limits
  }

  var connectionCount: Int { state.withLock(\.connectionCount) }

  /// Counts a connection. Returns false when the user has too many connections.
  func connect() -> Bool {
    state.withLock { state in
      guard state.connectionCount < limits.connectionsPerUser else { return false }
      state.connectionCount += 1
      return true
    }
  }

  func disconnect(_ connection: ClientConnection) {
    state.withLock { state in
      state.connectionCount -= 1
      state.parked.removeAll { $0 === connection }
    }
  }

  /// Whether the user uses nothing of the service.
  var isIdle: Bool {
    state.withLock { $0.connectionCount == 0 && $0.requestCount == 0 && $0.waitingCount == 0 && $0.largeByteCount == 0 }
  }

  // MARK: Requests

  /// Counts a request that a connection is about to send. When the user has too many requests, the service does not read
  /// the request: the connection continues after the end of another request.
  func beginRequest(_ connection: ClientConnection) -> Bool {
    state.withLock { state in
      guard state.requestCount < limits.requestsPerUser else {
        if !state.parked.contains(where: { $0 === connection }) { state.parked.append(connection) }
        return false
      }
      state.requestCount += 1
      return true
    }
  }

  /// - Returns: The connection that may continue.
  func endRequest() -> ClientConnection? {
    state.withLock { state in
      state.requestCount -= 1
      return state.parked.isEmpty ? nil : state.parked.removeFirst()
    }
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

  /// Counts the bytes of a large message, and waits until they fit.
  ///
  /// - Throws: `.notAvailable` when the deadline passed.
  func reserve(_ count: Int, until deadline: Deadline) throws(KeychainError) {
    while true {
      let waiter: Semaphore? = state.withLock { state in
        guard state.largeByteCount > 0, state.largeByteCount + count > limits.largeBytesPerUser else {
          state.largeByteCount += count
          return nil
        }
        let waiter = Semaphore()
        state.memoryWaiters.append(waiter)
        return waiter
      }
      guard let waiter else { return }
      guard waiter.wait(until: deadline) else {
        throw KeychainError(.notAvailable, "the user has too many large messages under way", because: .timedOut)
      }
    }
  }

  func release(_ count: Int) {
    let waiters = state.withLock { state in
      state.largeByteCount -= count
      defer { state.memoryWaiters = [] }
      return state.memoryWaiters
    }
    for waiter in waiters { waiter.signal() }
  }

  // MARK: Passcodes

  /// Runs an attempt with a passcode, which takes much time and memory. The attempts of one user run one after the other.
  ///
  /// - Throws: `.notAvailable` when the deadline passed before the turn of the attempt; the errors of `body`.
  func authenticating<Result>(
    until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    while true {
      let waiter: Semaphore? = state.withLock { state in
        guard state.isAuthenticating else {
          state.isAuthenticating = true
          return nil
        }
        let waiter = Semaphore()
        state.authenticationWaiters.append(waiter)
        return waiter
      }
      guard let waiter else { break }
      guard waiter.wait(until: deadline) else {
        throw KeychainError(.notAvailable, "other attempts with a passcode are under way", because: .timedOut)
      }
    }
    defer {
      let waiters = state.withLock { state in
        state.isAuthenticating = false
        defer { state.authenticationWaiters = [] }
        return state.authenticationWaiters
      }
      for waiter in waiters { waiter.signal() }
    }
    return try body()
  }
}
