import Glibc
import KeychainCrypto
import KeychainFiles
package import KeychainModel
package import RowSealing
package import Vault

/// The keychain in this process: opens the store and performs requests on it.
///
/// The first request opens or creates the vault. The keychain may be used from any thread, and in a forked child, which
/// opens the files itself.
package final class LocalKeychain: KeychainService {
  package let location: StoreLocation
  let clock: any KeychainClock
  let random: any RandomSource
  let vault: Vault
  let onChange: @Sendable (KeychainChange) -> Void
  /// How long a call without its own time limit waits for other processes in total.
  let patience: Duration
  /// The proofs and the work of this program.
  let ownSession = ClientSession(identity: [], .own)
  /// The errors of calls that have a request identifier.
  let failures = FailedRequests()

  /// A keychain at a location. Nothing is opened or created before the first request.
  ///
  /// - Parameter onChange: Called after every commit, on the thread of the call.
  package convenience init(
    _ location: StoreLocation, clock: any KeychainClock = SystemClock(),
    locking: UnlockContext = .system,
    onChange: @escaping @Sendable (KeychainChange) -> Void = { _ in }
  ) {
    self.init(
      location, clock: clock, random: SystemRandom(), locking: locking, onChange: onChange)
  }

  init(
    _ location: StoreLocation, clock: any KeychainClock, random: any RandomSource,
    patience: Duration = LocalKeychain.patience, locking: UnlockContext = .system,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = {
      (_) throws(KeychainError) in
    },
    onChange: @escaping @Sendable (KeychainChange) -> Void
  ) {
    self.location = location
    self.clock = clock
    self.random = random
    vault = Vault(location.place, context: locking, random: random, onStep: onStep)
    self.patience = patience
    self.onChange = onChange
    ForkGate.add(vault)
  }

  /// Performs a request about items for a program in this process. See `Request.items`.
  package func perform(
    _ request: ItemRequest, as caller: Caller, with credential: AccessCredential? = nil
  ) throws(KeychainError) -> [Item] {
    try perform(request, caller, credential, until: .after(patience), once: nil)
  }

  func perform(
    _ request: ItemRequest, _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline,
    once identified: IdentifiedRequest?
  ) throws(KeychainError) -> [Item] {
    switch request {
    case .add(let request): [try add(request, caller, credential, until: deadline, once: identified)]
    case .addAll(let requests, let sparesPresent):
      try add(requests, sparingPresent: sparesPresent, caller, credential, until: deadline, once: identified) { (_) in }
    case .addIdentities(let requests): try add(requests, caller, credential, until: deadline, once: identified)
    case .search(let request): try search(request, caller, credential, until: deadline)
    case .update(let request): try update(request, caller, credential, until: deadline, once: identified)
    case .delete(let request): try delete(request, caller, until: deadline, once: identified)
    }
  }

  private func add(
    _ request: AddRequest, _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline,
    once identified: IdentifiedRequest?
  ) throws(KeychainError) -> Item {
    let addition = ItemAddition(request: request, caller: caller, clock: clock)
    let (attributes, further) = try addition.attributes()
    return try write(
      until: deadline, once: identified,
      isSynchronizable: { _ in attributes[.synchronizable] == .number(1) }, items: { [$0] }
    ) { (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        try addition.run(attributes, further, session)
      }
    }
  }

  private func add(
    _ requests: [IdentityAddRequest], _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline,
    once identified: IdentifiedRequest?
  ) throws(KeychainError) -> [Item] {
    var additions: [IdentityAddition] = []
    for request in requests {
      additions.append(try IdentityAddition(request: request, caller: caller, clock: clock))
    }
    let isSynchronizable = additions.contains(where: \.isSynchronizable)
    return try write(
      until: deadline, once: identified, isSynchronizable: { _ in isSynchronizable }, items: { $0 }
    ) {
      (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        var items: [Item] = []
        for addition in additions { items.append(try addition.run(session)) }
        return items
      }
    }
  }

  func candidates(
    _ request: CandidateRequest, _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline
  ) throws(KeychainError) -> CandidatePage {
    try read(until: deadline) { (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        try CandidateSearch(request: request, caller: caller).run(session)
      }
    }
  }

  func search(
    _ request: SearchRequest, _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline
  ) throws(KeychainError) -> [Item] {
    try read(until: deadline) { (session) throws(KeychainError) in
      session.sealer.credential = credential
      defer { session.sealer.credential = nil }
      return request.query.itemClass == .identity
        ? try IdentitySearch(request: request, caller: caller).run(session)
        : try ItemSearch(request: request, caller: caller).run(session)
    }
  }

  private func update(
    _ request: UpdateRequest, _ caller: Caller, _ credential: AccessCredential?, until deadline: Deadline,
    once identified: IdentifiedRequest?
  ) throws(KeychainError) -> [Item] {
    _ = try write(until: deadline, once: identified, isSynchronizable: { $0 }) { (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        request.query.itemClass == .identity
          ? try IdentityUpdate(request: request, caller: caller, clock: clock).run(session)
          : try ItemUpdate(request: request, caller: caller, clock: clock).run(session)
      }
    }
    return []
  }

  private func delete(
    _ request: DeleteRequest, _ caller: Caller, until deadline: Deadline,
    once identified: IdentifiedRequest?
  ) throws(KeychainError) -> [Item] {
    _ = try write(until: deadline, once: identified, isSynchronizable: { $0 }) { (session) throws(KeychainError) in
      request.query.itemClass == .identity
        ? try IdentityDeletion(request: request, caller: caller, clock: clock).run(session)
        : try ItemDeletion(request: request, caller: caller, clock: clock).run(session)
    }
    return []
  }

  /// Runs `body` with a session, outside a transaction.
  func read<Result>(
    until deadline: Deadline, _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try ForkGate.pass { () throws(KeychainError) in try vault.read(until: deadline, body) }
  }

  /// Runs `body` in a transaction, and notifies observers of its commit.
  ///
  /// - Parameter items: The new items of a result.
  func write<Result>(
    until deadline: Deadline, once request: IdentifiedRequest? = nil,
    isSynchronizable: (Result) -> Bool = { (_: Result) in false }, items: (Result) -> [Item] = { (_: Result) in [] },
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let result = try ForkGate.pass { () throws(KeychainError) in
      try vault.write(until: deadline, isSynchronizable: isSynchronizable) { (session) throws(KeychainError) in
        guard let request else { return try body(session) }
        try requireNew(request, session)
        let result = try body(session)
        try note(request, items(result), session)
        return result
      }
    }
    tell(isSynchronizable: isSynchronizable(result))
    return result
  }

  /// Notifies observers of a commit.
  func tell(isSynchronizable: Bool) {
    let change = KeychainChange(isSynchronizable: isSynchronizable, process: getpid())
    ForkGate.tell { onChange(change) }
  }

  static let patience = Duration.seconds(30)
}
