import CPlatform
import KeychainCrypto
import KeychainModel
import RowSealing

/// The state that a service keeps for one client: the proofs and the work of the client. A handle is valid only in the
/// session that created the handle.
///
/// A server makes one session for each connection, and releases the session when the connection ends. A running call
/// keeps the session alive. When the last call has ended, the session is released: the proofs of the session end, and
/// the work of the session is cancelled.
package final class ClientSession: Sendable {
  /// The limits of the state that a service keeps for a client.
  package struct Limits: Sendable {
    /// The largest number of proofs. A further proof replaces the least recently used proof.
    var proofCount: Int
    /// The largest number of pieces of work that are running, or whose result the client has not fetched. The service
    /// refuses further work.
    var workCount: Int
    /// The largest number of backup imports and exports among the work of the client. The service refuses further
    /// imports and exports.
    var spoolCount: Int
    /// The time for which a proof is valid.
    var proofAge: Duration
    /// The time for which work is kept after the last request of the client about the work.
    var workAge: Duration

    /// The limits for a client in another process.
    package static let client = Limits(
      proofCount: 64, workCount: 8, spoolCount: 1, proofAge: .seconds(12 * 3600), workAge: .seconds(600))
    /// The limits for a program that contains the service. Too much state harms only the program itself.
    static let own = Limits(
      proofCount: .max, workCount: .max, spoolCount: .max, proofAge: .seconds(Int64.max), workAge: .seconds(Int64.max))
  }

  private struct State: Sendable {
    /// Detects the child of a fork. The child drops the inherited state, because the memory of the keys contains zeros
    /// in the child, and the threads of the work do not exist in the child.
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

  /// Identifies the client. The identity stays the same during the life of the client's process, even when the service
  /// is restarted. A request identifier is unique only among the requests of one identity.
  package let identity: [UInt8]
  private let limits: Limits
  private let state = ForkSafeMutex(State())

  /// - Parameter identity: The identity of the client. The server derives the identity from facts about the client that
  ///   the kernel supplies.
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

  /// - Throws: `.parameter` with the cause `unknownProof` when the session does not have the proof, or when the proof
  ///   is too old.
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

  /// Ends a proof, and all proofs that were made from that proof.
  func removeProof(_ handle: Handle) { withState { Self.remove(handle, &$0) } }

  /// Ends all proofs that include a passcode.
  func removePasscodes() {
    withState { state in state.proofs = state.proofs.filter { $0.value.value.passcode == nil } }
  }

  private static func remove(_ handle: Handle, _ state: inout State) {
    state.proofs[handle] = nil
    state.proofs = state.proofs.filter { $0.value.value.origin != handle }
  }

  // MARK: Work

  /// - Throws: `.notAvailable` when the client has too much work.
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

  /// - Throws: `.parameter` with the cause `unknownWork` when the session does not have the work, or when the client
  ///   has already fetched the result of the work.
  func work(_ handle: Handle) throws(KeychainError) -> RunningWork {
    try withState { (state) throws(KeychainError) in
      guard let entry = state.works[handle] else { throw Handle.unknownWork }
      state.works[handle]?.used = lk_monotonic_now()
      return entry.value
    }
  }

  func removeWork(_ handle: Handle) { withState { $0.works[handle] = nil } }
}

/// A proof that a client gave to the service.
struct SessionProof: Sendable {
  /// Identifies the passcode that a client proved, by the vault and the protection of its keybag. A change of the
  /// passcode changes the protection.
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
  /// The passcode proof from which this proof was made.
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
