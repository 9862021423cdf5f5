import CPlatform
package import KeychainCrypto
import KeychainFiles
package import KeychainModel
import RowSealing
import Vault

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
    /// The largest number of proofs of all sessions of the client. The keys of each proof are in locked memory. The service
    /// refuses further proofs.
    var allProofsCount: Int
    /// The largest number of pieces of work that are running, or whose result the client has not fetched. Also the
    /// largest number of threads of the work of all sessions of the client. The service refuses further work.
    var workCount: Int
    /// The largest number of backup imports and exports among the work of all sessions of the client. The service refuses
    /// further imports and exports.
    var spoolCount: Int
    /// What the files of imports and exports leave to others.
    var spared: SpooledFile.Spared
    /// The time for which a proof is valid.
    var proofAge: Duration
    /// The time for which work is kept after the last request of the client about the work.
    var workAge: Duration

    /// The limits for a client in another process.
    package static let client = Limits(
      proofCount: 64, allProofsCount: 256, workCount: 8, spoolCount: 1,
      spared: SpooledFile.Spared(freeByteCount: 256 << 20, largestInMemory: 64 << 20),
      proofAge: .seconds(12 * 3600), workAge: .seconds(600))
    /// The limits for a program that contains the service. Too much state harms only the program itself.
    static let own = Limits(
      proofCount: .max, allProofsCount: .max, workCount: .max, spoolCount: .max, spared: SpooledFile.Spared(),
      proofAge: .seconds(Int64.max), workAge: .seconds(Int64.max))
  }

  private struct State: Sendable {
    /// Detects the child of a fork. The child drops the inherited state, because the memory of the keys contains zeros
    /// in the child, and the threads of the work do not exist in the child.
    var marker = ForkDetector()
    var proofs: [Handle: ProofEntry] = [:]
    var works: [Handle: RunningWork] = [:]
  }

  private struct ProofEntry: Sendable {
    let proof: SessionProof
    let place: QuotaPlaces.Place
    /// The first proof from which this proof was made; nil for a proof that was made from no other proof. A proof is
    /// never in the session without its first proof.
    var first: Handle?
    /// The time of the first proof.
    var made = lk_monotonic_now()
    var used = lk_monotonic_now()
    /// Whether the person gave the proof for items with an access control, so that it must not act for the person.
    var isForItems = false
  }

  /// Identifies the client. The identity stays the same during the life of the client's process, even when the service
  /// is restarted. A request identifier is unique only among the requests of one identity.
  package let identity: [UInt8]
  /// Identifies the clients that share the limit of threads.
  let quota: [UInt8]
  /// The process of the client, which observers of its changes learn; nil for this process.
  let process: Int32?
  let limits: Limits
  private let state = ForkSafeMutex(State())

  /// - Parameters:
  ///   - identity: The identity of the client. The server derives the identity from facts about the client that the
  ///     kernel supplies.
  ///   - quota: Identifies the clients that share the limit of threads; nil for a limit of this client alone.
  ///   - process: The process of the client; nil for this process.
  package init(identity: [UInt8], quota: [UInt8]? = nil, process: Int32? = nil, _ limits: Limits = .client) {
    self.identity = identity
    self.process = process
    self.quota = quota ?? identity
    self.limits = limits
  }

  deinit {
    withState { for work in $0.works.values { work.cancel() } }
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

  /// Keeps a proof. Ends the proofs that are too old, and the least recently used proof if the session has too many.
  ///
  /// - Parameters:
  ///   - origin: The proof from which the new proof was made. The new proof ends with the first proof of `origin`.
  ///   - place: Takes a place among the proofs of all sessions of the client.
  /// - Throws: `.parameter` with the cause `unknownProof` when the session no longer has `origin`; the errors of `place`.
  func add(
    _ proof: SessionProof, _ handle: Handle, from origin: Handle?,
    in place: () throws(KeychainError) -> QuotaPlaces.Place
  ) throws(KeychainError) {
    try withState { (state) throws(KeychainError) in
      for (handle, entry) in state.proofs where Self.isOlder(entry.made, than: limits.proofAge) {
        Self.remove(handle, &state)
      }
      let known = try origin.map { (origin) throws(KeychainError) in
        guard let known = state.proofs[origin] else { throw Handle.unknownProof }
        return known
      }
      let first = known?.first ?? origin
      if state.proofs.count >= limits.proofCount,
        let oldest = state.proofs.filter({ $0.key != first }).min(by: { $0.value.used < $1.value.used })
      {
        Self.remove(oldest.key, &state)
      }
      var entry = ProofEntry(proof: proof, place: try place(), first: first)
      if let known { (entry.made, entry.isForItems) = (known.made, known.isForItems) }
      state.proofs[handle] = entry
    }
  }

  /// - Parameter generation: The present generation of the passcodes of the service. All proofs of passcodes of other
  ///   generations end.
  /// - Throws: `.parameter` with the cause `unknownProof` when the session does not have the proof, or when the proof
  ///   is too old.
  func proof(_ handle: Handle, generation: UInt64) throws(KeychainError) -> SessionProof {
    try withState { (state) throws(KeychainError) in
      Self.removePasscodes(except: generation, &state)
      guard let entry = state.proofs[handle] else { throw Handle.unknownProof }
      guard !Self.isOlder(entry.made, than: limits.proofAge) else {
        Self.remove(handle, &state)
        throw Handle.unknownProof
      }
      let now = lk_monotonic_now()
      state.proofs[handle]?.used = now
      if let first = entry.first { state.proofs[first]?.used = now }
      return entry.proof
    }
  }

  /// Restricts a proof, and the proofs that are made from it, to items with an access control.
  package func restrictToItems(_ handle: Handle) { withState { $0.proofs[handle]?.isForItems = true } }

  /// The passcode of a generation that a handle proves for acting for the person; nil when the proof was not made within a
  /// time.
  func provenPasscode(_ handle: Handle, generation: UInt64, within time: Duration) -> ProvenPasscode? {
    withState { state in
      guard let entry = state.proofs[handle], let passcode = entry.proof.passcode, passcode.generation == generation,
        !entry.isForItems, !Self.isOlder(entry.made, than: min(time, limits.proofAge))
      else { return nil }
      return passcode
    }
  }

  /// Ends a proof, and all proofs whose first proof it is.
  func removeProof(_ handle: Handle) { withState { Self.remove(handle, &$0) } }

  /// Ends all proofs of passcodes, except the proofs of a generation.
  func removePasscodes(except generation: UInt64? = nil) { withState { Self.removePasscodes(except: generation, &$0) } }

  private static func removePasscodes(except generation: UInt64?, _ state: inout State) {
    state.proofs = state.proofs.filter { entry in
      entry.value.proof.passcode.map { $0.generation == generation } ?? true
    }
  }

  private static func remove(_ handle: Handle, _ state: inout State) {
    state.proofs[handle] = nil
    state.proofs = state.proofs.filter { $0.value.first != handle }
  }

  // MARK: Work

  /// Ends the work about which the client has not asked for a long time.
  func endForgottenWork() {
    withState { state in
      for (handle, work) in state.works where work.isForgotten(after: limits.workAge) {
        work.abandon()
        state.works[handle] = nil
      }
    }
  }

  /// - Throws: `.notAvailable` when the client has too much work.
  func add(_ work: RunningWork, _ handle: Handle) throws(KeychainError) {
    try withState { (state) throws(KeychainError) in
      guard state.works.count < limits.workCount else { throw Handle.tooMuchWork }
      state.works[handle] = work
    }
  }

  /// - Throws: `.parameter` with the cause `unknownWork` when the session does not have the work, or when the client
  ///   has already fetched the result of the work.
  func work(_ handle: Handle) throws(KeychainError) -> RunningWork {
    try withState { (state) throws(KeychainError) in
      guard let work = state.works[handle] else { throw Handle.unknownWork }
      work.noteUse()
      return work
    }
  }

  func removeWork(_ handle: Handle) { withState { $0.works[handle] = nil } }

  /// Whether the session has neither a proof nor work. The end of such a session costs the client nothing.
  package var isEmpty: Bool { withState { $0.proofs.isEmpty && $0.works.isEmpty } }
}

/// A proof that a client gave to the service.
struct SessionProof: Sendable {
  let credential: AccessCredential
  /// Nil when no passcode was proven.
  var passcode: ProvenPasscode?

  /// - Throws: `.parameter` with the cause `unknownProof` when the passcode was changed or removed after the proof. A
  ///   call may wait for other programs between its search for the proof and its session.
  func requirePasscode(of session: ItemSession) throws(KeychainError) {
    guard passcode?.opens(session.keybag) ?? true else { throw Handle.unknownProof }
  }
}

extension ItemSession {
  /// Runs `body` for a program, with its proofs.
  ///
  /// - Parameter memory: Measures the memory that `body` uses, and counts the bytes of large secrets before `body` opens
  ///   them; nil when they are not counted.
  /// - Throws: The errors of `Caller.requirePerson`, and of `with`.
  func acting<Result>(
    as caller: Caller, with proof: SessionProof? = nil, _ memory: MemoryClaim? = nil,
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try caller.requirePerson(of: keybag)
    (grade, policy) = (caller.largestPolicy, Int64(caller.storedGrade))
    defer { (grade, policy) = (Self.everyGrade, 0) }
    return try measuring(memory) { () throws(KeychainError) in try with(proof, body) }
  }

  /// Runs `body`, and measures the memory that it uses.
  ///
  /// - Parameter memory: Nil when the memory is not counted.
  /// - Throws: The errors of `MemoryClaim.measure`, and of `body`.
  func measuring<Result>(
    _ memory: MemoryClaim?, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let memory else { return try body() }
    // The body runs again when the keychain was replaced, and for locked items.
    memory.beginAttempt()
    sealer.willOpen = memory.reserveForOpening
    (connection.didStep, connection.willRead) = (memory.measure, memory.reserveForOpening)
    defer { (sealer.willOpen, connection.didStep, connection.willRead) = (nil, nil, nil) }
    return try body()
  }

  /// Runs `body` with the proofs of a caller.
  ///
  /// - Throws: The errors of `SessionProof.requirePasscode`, and of `body`.
  func with<Result>(_ proof: SessionProof?, _ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result
  {
    guard let proof else { return try body() }
    try proof.requirePasscode(of: self)
    sealer.credential = proof.credential
    defer { sealer.credential = nil }
    return try body()
  }
}

extension Handle {
  package init(random: some RandomSource) throws(KeychainError) { self.init(try random.makeIdentifier()) }

  static var unknownProof: KeychainError {
    KeychainError(.parameter, "the service does not know this proof", cause: .unknownProof)
  }

  static var tooManyProofs: KeychainError {
    KeychainError(.notAvailable, "the programs of the user have too many proofs")
  }

  static var tooMuchWork: KeychainError {
    KeychainError(.notAvailable, "the client has too much work under way")
  }

  static var tooManyBackups: KeychainError {
    KeychainError(.notAvailable, "another import or export of a backup of the client is under way")
  }

  static var unknownWork: KeychainError {
    KeychainError(.parameter, "the service does not know this work", cause: .unknownWork)
  }
}
