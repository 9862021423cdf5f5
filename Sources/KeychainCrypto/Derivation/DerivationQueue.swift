import CPlatform
package import KeychainFiles
package import KeychainModel

/// The derivations of keys from passcodes that wait in a service. A derivation takes much memory and computing time, so
/// only a few run at the same time. The turns of the clients alternate: a client with many derivations delays the first
/// derivation of another client by one turn at most.
package final class DerivationQueue: Sendable {
  private struct Waiter: Sendable {
    let client: UInt64
    let units: Int
    let turn = Semaphore()
  }

  private struct State: Sendable {
    var free: Int
    var waiting: [Waiter] = []
    /// The number of the latest turn of each client that waits or runs.
    var latest: [UInt64: (turn: UInt64, running: Int)] = [:]
    var turn: UInt64 = 0
  }

  private let capacity: Int
  private let state: ForkSafeMutex<State>

  /// The memory of one unit of the capacity, in KiB: the memory of a derivation with the recommended cost.
  private static let unit = Int(Argon2Cost.recommended.memory)

  /// - Parameter capacity: The number of derivations with the recommended cost that run at the same time.
  package init(capacity: Int) {
    self.capacity = max(1, capacity)
    state = ForkSafeMutex(State(free: max(1, capacity)))
  }

  // MARK: The queue of the process

  private static let installed = ForkSafeMutex<DerivationQueue?>(nil)

  /// Makes all later derivations of this process wait in a queue. Only a service does this: a library must not make the
  /// calls of its program wait for each other.
  package static func install(_ queue: DerivationQueue) { installed.withLock { $0 = queue } }

  /// How long a derivation waits for its turn.
  private struct Patience: Sendable {
    var deadline: Deadline?
    var cancellation: Cancellation?
  }

  @TaskLocal private static var patience = Patience()

  /// Runs `body`. The derivations of `body` wait for their turns until a deadline, or until the cancellation of their call.
  package static func waiting<Result>(
    until deadline: Deadline? = nil, cancelledBy cancellation: Cancellation?,
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let patience = Patience(deadline: deadline, cancellation: cancellation)
    return try $patience.withValue(patience) { () -> Swift.Result<Result, KeychainError> in
      do throws(KeychainError) { return .success(try body()) } catch { return .failure(error) }
    }.get()
  }

  /// Runs a derivation that needs `memory` KiB, for the client of the thread. Waits for the turn of the derivation, if
  /// this process has a queue.
  ///
  /// - Throws: The errors of `run`.
  static func taken<Result>(memory: UInt32, _ body: () -> Result) throws(KeychainError) -> Result {
    guard let queue = installed.withLock({ $0 }) else { return body() }
    let patience = patience
    return try queue.run(
      for: lk_thread_client(), memory: memory, until: patience.deadline, patience.cancellation, body)
  }

  // MARK: Turns

  /// The number of derivations that wait.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Runs `body` when it is its turn.
  ///
  /// - Throws: `.notAvailable` when the turn does not come before the deadline; `.userCancelled` with the cause `cancelled`
  ///   when the call is cancelled before its turn. Then `body` does not run.
  package func run<Result>(
    for client: UInt64, memory: UInt32, until deadline: Deadline? = nil, _ cancellation: Cancellation? = nil,
    _ body: () -> Result
  ) throws(KeychainError) -> Result {
    let units = min(capacity, max(1, Int(memory) / Self.unit))
    let waiter = Waiter(client: client, units: units)
    let ready = state.withLock { state in
      state.waiting.append(waiter)
      return Self.start(&state)
    }
    for waiter in ready { waiter.turn.signal() }
    try wait(for: waiter, until: deadline ?? .after(.seconds(Int64.max)), cancellation)
    defer {
      let ready = state.withLock { state in
        state.free += units
        state.latest[client]?.running -= 1
        let ready = Self.start(&state)
        state.latest = state.latest.filter { entry in
          entry.value.running > 0 || state.waiting.contains { $0.client == entry.key }
        }
        return ready
      }
      for waiter in ready { waiter.turn.signal() }
    }
    return body()
  }

  private func wait(
    for waiter: Waiter, until deadline: Deadline, _ cancellation: Cancellation?
  ) throws(KeychainError) {
    let turn = waiter.turn
    if cancellation?.wait(for: turn, until: deadline) ?? turn.wait(until: deadline) { return }
    // If the turn came between the end of the wait and this lock, the turn is used.
    let ready: [Waiter]? = state.withLock { state in
      guard let position = state.waiting.firstIndex(where: { $0.turn === turn }) else { return nil }
      state.waiting.remove(at: position)
      // The waiter may have been the first, and may have needed more units than are free.
      return Self.start(&state)
    }
    guard let ready else { return }
    for waiter in ready { waiter.turn.signal() }
    guard cancellation?.isCancelled == true else {
      throw KeychainError(
        .notAvailable, "other programs derive keys from passcodes, and the turn of this call did not come in time",
        because: .timedOut)
    }
    throw KeychainError(
      .userCancelled, "the call was ended while it waited for its turn to derive a key", cause: .cancelled)
  }

  /// Removes the waiters whose turn it is. If the first waiter needs more units than are free, all waiters wait.
  private static func start(_ state: inout State) -> [Waiter] {
    var ready: [Waiter] = []
    while let index = next(state), state.waiting[index].units <= state.free {
      let waiter = state.waiting.remove(at: index)
      state.free -= waiter.units
      state.turn += 1
      state.latest[waiter.client] = (state.turn, (state.latest[waiter.client]?.running ?? 0) + 1)
      ready.append(waiter)
    }
    return ready
  }

  /// The first waiter of the client whose latest turn was the longest time ago.
  private static func next(_ state: State) -> Int? {
    state.waiting.indices.min { left, right in
      let (one, other) = (state.waiting[left].client, state.waiting[right].client)
      return (state.latest[one]?.turn ?? 0, left) < (state.latest[other]?.turn ?? 0, right)
    }
  }
}
