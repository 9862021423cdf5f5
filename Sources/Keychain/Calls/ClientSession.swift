import CPlatform
import KeychainCrypto
import KeychainModel
import RowSealing

/// What a service keeps for one client: what it has proven, and its work. A handle is of use in its own session alone.
///
/// A server makes one for each connection, and drops it when the connection ends. A call that is under way keeps it; with
/// the last of them everything in it ends, and its work is cancelled.
package final class ClientSession: Sendable {
  /// How much a service keeps for a client, and how long.
  package struct Limits: Sendable {
    /// The most proofs. One more takes the place of the one that was not used for longest.
    var proofCount: Int
    /// The most work that runs, or whose result was not fetched. More is refused.
    var workCount: Int
    /// The most files of imports and exports among it. More is refused.
    var spoolCount: Int
    /// How long a proof is of use.
    var proofAge: Duration
    /// How long work is kept whose client does not ask for its news.
    var workAge: Duration

    /// For a client in another process.
    package static let client = Limits(
      proofCount: 64, workCount: 8, spoolCount: 1, proofAge: .seconds(12 * 3600), workAge: .seconds(600))
    /// For the program that the service is part of: it would harm itself alone.
    static let own = Limits(
      proofCount: .max, workCount: .max, spoolCount: .max, proofAge: .seconds(Int64.max), workAge: .seconds(Int64.max))
  }

  private struct State: Sendable {
    /// The child of a fork finds what its parent had: keys that read as zeros, and work without threads.
    var marker = ForkDetector()
    var proofs: [Handle: Entry<SessionProof>] = [:]
    var works: [Handle: Entry<RunningWork>] = [:]
  }

  private struct Entry<Value: Sendable>: Sendable {
    let value: Value
    let made = lk_monotonic_now()
    var used = lk_monotonic_now()

    init(_ value: Value) { self.value = value }
  }

  /// Names the client for as long as its process lives, also for a service that is started again. Identifiers of requests
  /// belong to it.
  package let identity: [UInt8]
  private let limits: Limits
  private let state = ForkSafeMutex(State())

  /// - Parameter identity: What the server makes of the facts that the kernel knows of the client.
  package init(identity: [UInt8], _ limits: Limits = .client) {
    self.identity = identity
    self.limits = limits
  }

  deinit {
    withState { for entry in $0.works.values { entry.value.cancel() } }
  }

  private func withState<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { (state) throws(Failure) in
      if !state.marker.isThisProcess { state = State() }
      return try body(&state)
    }
  }

  private static func isOlder(_ time: Int64, than age: Duration) -> Bool {
    .nanoseconds(lk_monotonic_now() - time) > age
  }

  // MARK: Proofs

  func add(_ proof: SessionProof, _ handle: Handle) {
    withState { state in
      if state.proofs.count >= limits.proofCount,
        let oldest = state.proofs.min(by: { $0.value.used < $1.value.used })
      {
        Self.remove(oldest.key, &state)
      }
      state.proofs[handle] = Entry(proof)
    }
  }

  /// - Throws: `.parameter` with the cause `unknownProof`, also for one that has ended by its age or with its passcode.
  func proof(_ handle: Handle) throws(KeychainError) -> SessionProof {
    try withState { (state) throws(KeychainError) in
      guard let entry = state.proofs[handle] else { throw Handle.unknownProof }
      guard !Self.isOlder(entry.made, than: limits.proofAge) else {
        Self.remove(handle, &state)
        throw Handle.unknownProof
      }
      state.proofs[handle]?.used = lk_monotonic_now()
      return entry.value
    }
  }

  /// Ends a proof, and those that were made with it.
  func removeProof(_ handle: Handle) { withState { Self.remove(handle, &$0) } }

  /// Ends what was proven by the passcode.
  func removePasscodes() {
    withState { state in state.proofs = state.proofs.filter { $0.value.value.passcode == nil } }
  }

  private static func remove(_ handle: Handle, _ state: inout State) {
    state.proofs[handle] = nil
    state.proofs = state.proofs.filter { $0.value.value.origin != handle }
  }

  // MARK: Work

  /// - Throws: `.notAvailable` when the client has too much work under way.
  func add(_ work: RunningWork, _ handle: Handle) throws(KeychainError) {
    try withState { (state) throws(KeychainError) in
      for (handle, entry) in state.works where Self.isOlder(entry.used, than: limits.workAge) {
        entry.value.cancel()
        state.works[handle] = nil
      }
      let spoolCount = state.works.values.count { $0.value.hasSpool }
      guard state.works.count < limits.workCount, !work.hasSpool || spoolCount < limits.spoolCount else {
        throw KeychainError(.notAvailable, "the client has too much work under way")
      }
      state.works[handle] = Entry(work)
    }
  }

  /// - Throws: `.parameter` with the cause `unknownWork`, also for work whose result was fetched.
  func work(_ handle: Handle) throws(KeychainError) -> RunningWork {
    try withState { (state) throws(KeychainError) in
      guard let entry = state.works[handle] else { throw Handle.unknownWork }
      state.works[handle]?.used = lk_monotonic_now()
      return entry.value
    }
  }

  func removeWork(_ handle: Handle) { withState { $0.works[handle] = nil } }
}

/// What a client has proven.
struct SessionProof: Sendable {
  /// The passcode that a client proved: of which vault, and which passcode it was.
  struct ProvenPasscode: Sendable, Equatable {
    let vaultID: RowIdentifier
    let protection: KeybagProtection

    init(_ keybag: Keybag) {
      vaultID = keybag.vaultID
      protection = keybag.protection
    }
  }

  let credential: AccessCredential
  /// Nil when no passcode was proven.
  var passcode: ProvenPasscode?
  /// The proof of the passcode that this one was made with.
  var origin: Handle?
}

extension Handle {
  init(random: some RandomSource) throws(KeychainError) { self.init(try random.makeIdentifier()) }

  static var unknownProof: KeychainError {
    KeychainError(.parameter, "the service does not know this proof", cause: .unknownProof)
  }

  static var unknownWork: KeychainError {
    KeychainError(.parameter, "the service does not know this work", cause: .unknownWork)
  }
}
