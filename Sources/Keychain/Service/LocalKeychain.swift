import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import RowSealing
import Synchronization
package import Vault

/// The keychain in this process. Opens the store and performs requests on the store.
///
/// The first request opens or creates the vault. The keychain may be used from any thread, and also in a forked child,
/// which opens the files again.
package final class LocalKeychain: KeychainService {
  package var isInProcess: Bool { true }

  package let location: StoreLocation
  let clock: any KeychainClock
  let random: any RandomSource
  let vault: Vault
  /// Whether the process received a source of a passcode, with which it unlocks the keychain by itself.
  let isGivenPasscode: Bool
  /// The total time for which a call without its own time limit waits for other processes.
  let timeout: Duration
  /// Called after each commit that changes items, on the thread of the commit.
  let onCommit: @Sendable () -> Void
  /// The proofs and the work of this program.
  let ownSession = ClientSession(identity: [], .own)
  /// The threads of the work of all clients.
  let threadPlaces = QuotaPlaces()
  /// The files of the imports and exports of all clients.
  let filePlaces = QuotaPlaces()
  /// The proofs of all clients.
  let proofPlaces = QuotaPlaces()
  /// The calls and the work of all clients.
  let uses = KeychainUse()
  /// The number of changes of the passcode and erasures so far. A proof of the passcode is valid for one generation.
  let passcodeGeneration = Atomic<UInt64>(0)
  /// The grades of the losses that run (`losing`). No item of a higher grade is stored meanwhile.
  private let losses = ForkSafeMutex<[UInt8]>([])
  /// Used only by a service that knows the grades of its clients.
  package let passcodeGrade: PasscodeGrade

  /// A keychain at a location. Nothing is opened or created before the first request.
  ///
  /// - Parameter onCommit: Called after each commit that changes items, on the thread of the commit.
  package convenience init(
    _ location: StoreLocation, clock: any KeychainClock = SystemClock(),
    locking: UnlockContext = .system, onCommit: @escaping @Sendable () -> Void = {}
  ) {
    self.init(location, clock: clock, random: SystemRandom(), locking: locking, onCommit: onCommit)
  }

  init(
    _ location: StoreLocation, clock: any KeychainClock, random: any RandomSource,
    timeout: Duration = LocalKeychain.timeout, locking: UnlockContext = .system,
    onCommit: @escaping @Sendable () -> Void = {},
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    }
  ) {
    self.location = location
    self.clock = clock
    self.random = random
    self.onCommit = onCommit
    passcodeGrade = PasscodeGrade(location.dataDirectory)
    isGivenPasscode = location.vault.isGivenPasscode
    vault = Vault(location.vault, context: locking, random: random, onStep: onStep)
    self.timeout = timeout
    ForkGate.add(vault)
  }

  /// Performs a request about items for a program in this process. See `Request.items`.
  package func perform(
    _ request: ItemRequest, as caller: Caller, with credential: AccessCredential? = nil
  ) throws(KeychainError) -> [Item] {
    let proof = credential.map { SessionProof(credential: $0) }
    return try perform(request, caller, proof, until: .after(timeout), once: nil, CallResources()).uncommitted.items()
  }

  /// The passcode that a handle of a client proves; nil when the proof was not made within a time, or when the passcode was
  /// changed since.
  package func passcode(
    provenBy handle: Handle, in session: ClientSession, within time: Duration
  ) -> ProvenPasscode? {
    session.provenPasscode(handle, generation: passcodeGeneration.load(ordering: .acquiring), within: time)
  }

  /// Runs `body`, with which items are lost, if the keychain has no items of programs of a higher grade. Such items are not
  /// stored while `body` runs.
  ///
  /// - Parameters:
  ///   - grade: The highest grade of the programs whose items `body` may lose.
  ///   - mayHaveOthers: Whether rows in quarantine that cannot be decoded may be items of a higher grade.
  /// - Throws: `.missingEntitlement` when the keychain has items of a higher grade; `.notAvailable` when the database is
  ///   damaged, or when other programs write for too long.
  package func losing<Result>(
    upToGrade grade: UInt8, mayHaveOthers: Bool, until deadline: Deadline,
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    // A loss that is refused here refuses no change of another program.
    try requireCovered(grade, mayHaveOthers, until: deadline)
    losses.withLock { $0.append(grade) }
    defer { losses.withLock { losses in losses.firstIndex(of: grade).map { _ = losses.remove(at: $0) } } }
    // The writers that did not know of the loss may have stored items.
    try requireCovered(grade, mayHaveOthers, until: deadline)
    return try body()
  }

  /// - Throws: The errors of `losing`.
  private func requireCovered(
    _ grade: UInt8, _ mayHaveOthers: Bool, until deadline: Deadline
  ) throws(KeychainError) {
    guard try vault.isPresent() else { return }
    let isCovered: Bool
    do throws(KeychainError) {
      isCovered = try ForkGate.enterUnlessForked { () throws(KeychainError) in
        // Waits until the writers of this moment have ended.
        try vault.maintain(.shared, until: deadline) { (connection, _) throws(KeychainError) in
          try !connection.hasRows(abovePolicy: Int64(grade), countsUnknown: mayHaveOthers)
        }
      }
    } catch {
      guard error.failureCause == .databaseDamaged else { throw error }
      throw error.withReason(
        "\(error.reason); before items are lost, keychaind must see whether protected applications have items: repair the "
          + "keychain (security verify-keychain --repair), or let the administrator remove its folder")
    }
    guard isCovered else {
      throw KeychainError(
        .missingEntitlement,
        "the keychain has items of protected applications, which the passcode does not cover; delete them with their "
          + "applications, or let the administrator remove the keychain")
    }
  }

  /// Performs a request. Returns the reply of `Request.items`.
  func perform(
    _ request: ItemRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    once identified: IdentifiedRequest?, _ resources: CallResources
  ) throws(KeychainError) -> Reply {
    switch request {
    case .add(let request):
      return try add(request, caller, proof, until: deadline, resources, once: identified).reply { .items([$0]) }
    case .addAll(let requests, let sparesPresent):
      return try add(
        requests, sparingPresent: sparesPresent, caller, proof, until: deadline, resources.cancellation,
        once: identified, resources.memory
      ) { (_) in }
      .reply { .items($0) }
    case .addIdentities(let requests):
      return try add(requests, caller, proof, until: deadline, resources, once: identified).reply { .items($0) }
    case .search(let request):
      return .items(try search(request, caller, proof, until: deadline, resources.memory))
    case .update(let request):
      return try update(request, caller, proof, until: deadline, resources, once: identified)
        .reply { _ in .items([]) }
    case .delete(let request):
      return try delete(request, caller, until: deadline, resources, once: identified)
        .reply { _ in .items([]) }
    }
  }

  private func add(
    _ request: AddRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ resources: CallResources, once identified: IdentifiedRequest?
  ) throws(KeychainError) -> Committed<Item> {
    let addition = ItemAddition(request: request, caller: caller, clock: clock)
    let (attributes, further) = try addition.attributes()
    return try write(
      until: deadline, resources.cancellation, once: identified,
      isSynchronizable: { _ in attributes[.synchronizable] == .number(1) }, items: { [$0] }
    ) { (session) throws(KeychainError) in
      try session.acting(as: caller, with: proof, resources.memory) { () throws(KeychainError) in
        let item = try addition.run(attributes, further, session)
        try resources.memory?.requireResult([item])
        return item
      }
    }
  }

  private func add(
    _ requests: [IdentityAddRequest], _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ resources: CallResources, once identified: IdentifiedRequest?
  ) throws(KeychainError) -> Committed<[Item]> {
    let isSynchronizable = requests.contains(where: \.isSynchronizable)
    return try write(
      until: deadline, resources.cancellation, once: identified, isSynchronizable: { _ in isSynchronizable },
      items: { $0 }
    ) {
      (session) throws(KeychainError) in
      try session.acting(as: caller, with: proof, resources.memory) { () throws(KeychainError) in
        var items: [Item] = []
        for request in requests {
          let item = try IdentityAddition(request: request, caller: caller, clock: clock).run(session)
          items.append(item)
        }
        try resources.memory?.requireResult(items)
        return items
      }
    }
  }

  func candidates(
    _ request: CandidateRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ resources: CallResources
  ) throws(KeychainError) -> CandidatePage {
    try read(until: deadline) { (session) throws(KeychainError) in
      try session.acting(as: caller, with: proof, resources.memory) { () throws(KeychainError) in
        try CandidateSearch(request: request, caller: caller, resources.memory).run(session)
      }
    }
  }

  @inline(__always)
  func search(
    _ request: SearchRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ memory: MemoryClaim? = nil
  ) throws(KeychainError) -> [Item] {
    // A vault looks for keys that were unlocked after it was opened only when a call fails because of locked items. A
    // search that lists locked items does not fail, so its first attempt does.
    if request.passesLocked {
      do throws(KeychainError) {
        return try find(request, caller, proof, until: deadline, memory, failsIfLocked: true)
      } catch {
        guard error.code == .interactionNotAllowed else { throw error }
      }
    }
    return try find(request, caller, proof, until: deadline, memory)
  }

  /// - Parameter failsIfLocked: Whether the search fails when it finds items whose keys are locked.
  private func find(
    _ request: SearchRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ memory: MemoryClaim?, failsIfLocked: Bool = false
  ) throws(KeychainError) -> [Item] {
    try read(until: deadline) { (session) throws(KeychainError) in
      let items = try session.acting(as: caller, with: proof, memory) { () throws(KeychainError) in
        request.query.itemClass == .identity
          ? try IdentitySearch(request: request, caller: caller, memory).run(session)
          : try ItemSearch(request: request, caller: caller, memory).run(session)
      }
      if failsIfLocked, items.contains(where: \.isLocked),
        LockState(openClasses: session.sealer.ring.openClasses) != .unlocked
      {
        throw KeychainError(.interactionNotAllowed, "items are locked")
      }
      return items
    }
  }

  private func update(
    _ request: UpdateRequest, _ caller: Caller, _ proof: SessionProof?, until deadline: Deadline,
    _ resources: CallResources, once identified: IdentifiedRequest?
  ) throws(KeychainError) -> Committed<Bool> {
    try write(until: deadline, resources.cancellation, once: identified, isSynchronizable: { $0 }) {
      (session) throws(KeychainError) in
      try session.acting(as: caller, with: proof, resources.memory) { () throws(KeychainError) in
        request.query.itemClass == .identity
          ? try IdentityUpdate(request: request, caller: caller, clock: clock).run(session)
          : try ItemUpdate(request: request, caller: caller, clock: clock).run(session)
      }
    }
  }

  private func delete(
    _ request: DeleteRequest, _ caller: Caller, until deadline: Deadline,
    _ resources: CallResources, once identified: IdentifiedRequest?
  ) throws(KeychainError) -> Committed<Bool> {
    try write(until: deadline, resources.cancellation, once: identified, isSynchronizable: { $0 }) {
      (session) throws(KeychainError) in
      try session.acting(as: caller, resources.memory) { () throws(KeychainError) in
        request.query.itemClass == .identity
          ? try IdentityDeletion(request: request, caller: caller, clock: clock).run(session)
          : try ItemDeletion(request: request, caller: caller, clock: clock).run(session)
      }
    }
  }

  /// Runs `body` with a session, outside a transaction.
  func read<Result>(
    until deadline: Deadline, _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      guard deadline.limitsRun else { return try vault.read(until: deadline, body) }
      return try vault.read(until: deadline) { (session) throws(KeychainError) in
        try session.connection.running(until: deadline) { () throws(KeychainError) in try body(session) }
      }
    }
  }

  /// Runs `body` in a transaction. Returns the result of `body` with the facts that observers need. If `request` is not
  /// nil, the transaction also records the outcome of the call.
  ///
  /// - Parameters:
  ///   - cancellation: Ends the wait for other writers of this process, and the transaction before its commit.
  ///   - items: Returns the new items in a result of `body`.
  func write<Result>(
    until deadline: Deadline, _ cancellation: Cancellation? = nil, once request: IdentifiedRequest? = nil,
    isSynchronizable: (Result) -> Bool = { (_: Result) in false }, items: (Result) -> [Item] = { (_: Result) in [] },
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Committed<Result> {
    let result = try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try vault.write(until: deadline, cancellation, isSynchronizable: isSynchronizable) {
        (session) throws(KeychainError) in
        try session.connection.running(until: deadline) { () throws(KeychainError) in
          if let request { try requireNew(request, session) }
          let result = try body(session)
          if let request { try note(request, items(result), session) }
          try requireNoLoss(session)
          if let cancellation, cancellation.isCancelled { throw RunningWork.cancelled }
          return result
        }
      }
    }
    onCommit()
    return Committed(value: result, isSynchronizable: isSynchronizable(result))
  }

  /// - Throws: `.notAvailable` when the transaction stored an item that a loss does not cover.
  private func requireNoLoss(_ session: ItemSession) throws(KeychainError) {
    guard let grade = losses.withLock({ $0.min() }),
      try session.connection.hasRows(abovePolicy: Int64(grade), countsUnknown: false)
    else { return }
    throw KeychainError(.notAvailable, "another program removes the items of the keychain")
  }

  static let timeout = Call.longestTimeLimit
}
