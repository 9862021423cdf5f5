import Glibc
import KeychainCrypto
import KeychainFiles
package import KeychainModel
import KeychainStore
package import RowSealing

/// The keychain in this process: opens the store and performs requests on it.
///
/// The store is opened, or made, by the first request. It may be used from any thread, and in the
/// child of a fork: the child opens the files anew.
package final class LocalKeychain: KeychainService {
  package let location: StoreLocation
  let clock: any KeychainClock
  let random: any RandomSource
  let locking: LockContext
  let folding: any TextFolding
  let onChange: @Sendable (KeychainChange) -> Void
  /// How long a call waits for others, in all.
  let patience: Duration
  let cell: StoreCell

  /// The decisions about certificates that go with this keychain.
  package let trustSettings: TrustSettingsStore

  /// A keychain at a location. Nothing is opened or created before the first request.
  ///
  /// - Parameters:
  ///   - folding: Makes texts comparable that a filter compares.
  ///   - onChange: Called after every commit, on the thread of the call.
  package convenience init(
    _ location: StoreLocation, clock: any KeychainClock = SystemClock(),
    locking: LockContext = .system, folding: any TextFolding = ASCIIFolding(),
    onChange: @escaping @Sendable (KeychainChange) -> Void = { _ in }
  ) {
    self.init(
      location, clock: clock, random: SystemRandom(), locking: locking, folding: folding,
      onChange: onChange)
  }

  init(
    _ location: StoreLocation, clock: any KeychainClock, random: any RandomSource,
    patience: Duration = LocalKeychain.patience, locking: LockContext = .system,
    folding: any TextFolding = ASCIIFolding(),
    onChange: @escaping @Sendable (KeychainChange) -> Void
  ) {
    self.location = location
    self.clock = clock
    self.random = random
    self.locking = locking
    cell = StoreCell(locking.held)
    self.folding = folding
    self.patience = patience
    self.onChange = onChange
    trustSettings = TrustSettingsStore(location, clock: clock)
    ForkGate.add(cell)
  }

  package func perform(
    _ request: ItemRequest, as caller: Caller, with credential: AccessCredential?
  ) throws(KeychainError) -> [Item] {
    switch request {
    case .add(let request): [try add(request, caller, credential)]
    case .addAll(let requests, let sparesPresent):
      try add(requests, sparingPresent: sparesPresent, as: caller, with: credential)
    case .addIdentities(let requests): try add(requests, caller, credential)
    case .search(let request): try search(request, caller, credential)
    case .update(let request): try update(request, caller, credential)
    case .delete(let request): try delete(request, caller)
    }
  }

  private func add(
    _ request: AddRequest, _ caller: Caller, _ credential: AccessCredential?
  ) throws(KeychainError) -> Item {
    let addition = ItemAddition(request: request, caller: caller, clock: clock)
    let (attributes, further) = try addition.attributes()
    return try write(isSynchronizable: { _ in attributes[.synchronizable] == .number(1) }) {
      (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        try addition.run(attributes, further, session)
      }
    }
  }

  private func add(
    _ requests: [IdentityAddRequest], _ caller: Caller, _ credential: AccessCredential?
  ) throws(KeychainError) -> [Item] {
    var additions: [IdentityAddition] = []
    for request in requests {
      additions.append(try IdentityAddition(request: request, caller: caller, clock: clock))
    }
    let isSynchronizable = additions.contains(where: \.isSynchronizable)
    return try write(isSynchronizable: { _ in isSynchronizable }) {
      (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        var items: [Item] = []
        for addition in additions { items.append(try addition.run(session)) }
        return items
      }
    }
  }

  private func search(
    _ request: SearchRequest, _ caller: Caller, _ credential: AccessCredential?
  ) throws(KeychainError) -> [Item] {
    if request.query.itemClass == .identity {
      let search = IdentitySearch(request: request, caller: caller)
      return try read(credential) { (session) throws(KeychainError) in try search.run(session) }
    }
    let search = ItemSearch(request: request, caller: caller)
    return try read(credential) { (session) throws(KeychainError) in try search.run(session) }
  }

  private func update(
    _ request: UpdateRequest, _ caller: Caller, _ credential: AccessCredential?
  ) throws(KeychainError) -> [Item] {
    _ = try write(isSynchronizable: { $0 }) { (session) throws(KeychainError) in
      try session.with(credential) { () throws(KeychainError) in
        request.query.itemClass == .identity
          ? try IdentityUpdate(request: request, caller: caller, clock: clock).run(session)
          : try ItemUpdate(request: request, caller: caller, clock: clock).run(session)
      }
    }
    return []
  }

  private func delete(
    _ request: DeleteRequest, _ caller: Caller
  ) throws(KeychainError) -> [Item] {
    _ = try write(isSynchronizable: { $0 }) { (session) throws(KeychainError) in
      request.query.itemClass == .identity
        ? try IdentityDeletion(request: request, caller: caller, clock: clock).run(session)
        : try ItemDeletion(request: request, caller: caller, clock: clock).run(session)
    }
    return []
  }

  /// Runs `body` with what the caller has proven at hand.
  private func read<Result>(
    _ credential: AccessCredential?, _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withStore { (store, deadline) throws(KeychainError) in
      try store.read(until: deadline) { (session) throws(KeychainError) in
        session.folding = folding
        session.trustSettings = trustSettings
        return try session.with(credential) { () throws(KeychainError) in try body(session) }
      }
    }
  }

  /// Runs `body` in a transaction and tells of its commit.
  func write<Result>(
    isSynchronizable: (Result) -> Bool,
    _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let result = try withStore { (store, deadline) throws(KeychainError) in
      try store.write(until: deadline, isSynchronizable: isSynchronizable) {
        (session) throws(KeychainError) in
        session.folding = folding
        session.trustSettings = trustSettings
        return try body(session)
      }
    }
    let change = KeychainChange(isSynchronizable: isSynchronizable(result), process: getpid())
    ForkGate.tell { onChange(change) }
    return result
  }

  /// Closes the store; the next call opens it anew.
  func closeStore() { cell.clear() }

  /// Runs `body` with the open store; opens it anew when it was replaced, and repairs a damaged
  /// database first.
  func withStore<Result>(
    _ body: (OpenStore, Deadline) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let deadline = Deadline.after(patience)
    return try ForkGate.pass { () throws(KeychainError) in
      // Another thread may be about to open the store with the keys that it had.
      var isOpen = false
      do throws(KeychainError) {
        return try withStoreInside(until: deadline, &isOpen, body)
      } catch {
        // Not earlier: a repair reads rows with them.
        if !isOpen, let storeID = cell.reduceEarlierKeys() { endUnlocking(of: storeID) }
        throw locking.held.explaining(error)
      }
    }
  }

  /// - Parameter isOpen: Set when an error is that of `body`, and has nothing to do with the store.
  private func withStoreInside<Result>(
    until deadline: Deadline, _ isOpen: inout Bool,
    _ body: (OpenStore, Deadline) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    var attempt = 1
    while true {
      do throws(KeychainError) {
        let lockingNumber = locking.held.lockingNumber
        let store = try cell.store { (earlier) throws(KeychainError) in
          try StoreOpening(
            location: location, random: random, deadline: deadline,
            finder: finder(earlier, until: deadline), lockingNumber: lockingNumber
          ).open()
        }
        do throws(KeychainError) {
          return try body(store, deadline)
        } catch {
          if error.isAboutStore { cell.discard(store) }
          guard error.code == .interactionNotAllowed, attempt < Self.attemptCount,
            try isUnlockedMeanwhile(store, deadline)
          else {
            isOpen = !error.isAboutStore
            throw error
          }
          cell.discard(store)
          attempt += 1
        }
      } catch {
        guard error.isAboutStore else { throw error }
        guard attempt < Self.attemptCount else {
          guard error.cause == .storeReplaced else { throw error }
          throw error.saying("other processes keep changing the keychain")
        }
        attempt += 1
        if error.cause == .databaseDamaged {
          try StoreRepair(finder: finder(cell.keys, until: deadline), until: deadline).run()
        }
      }
    }
  }

  /// What finds the keys of the store.
  func finder(
    _ earlier: StoreKeys?, until deadline: Deadline = .after(LocalKeychain.patience)
  ) -> KeyFinder {
    KeyFinder(
      context: locking, location: location, clock: clock, deadline: deadline, earlier: earlier)
  }

  /// Whether more keys of a locked store can be had now than when it was opened: somebody unlocked
  /// it.
  private func isUnlockedMeanwhile(
    _ store: OpenStore, _ deadline: Deadline
  ) throws(KeychainError) -> Bool {
    guard store.ring.hasPasscode, store.keys.lockState != .unlocked else { return false }
    let keys = try store.findKeys(finder(store.keys, until: deadline))
    return keys.ring.openClasses.isStrictSuperset(of: store.ring.openClasses)
  }

  static let patience = Duration.seconds(30)

  /// How often a call starts again after the store was replaced under it.
  private static let attemptCount = 5
}

extension KeychainError {
  /// Whether the owner of the store must do something about the error before it answers.
  var isAboutStore: Bool { cause == .databaseDamaged || cause == .storeReplaced }
}
