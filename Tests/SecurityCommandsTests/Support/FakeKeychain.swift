import Keychain
import KeychainModel
import Vault
import Synchronization

@testable import SecurityCommands

/// A keychain in memory. A search finds the items with equal attributes. The keychain records all requests.
final class FakeKeychain: KeychainService {
  let isInProcess = true
  struct State: Sendable {
    var items: [Item] = []
    var requests: [ItemRequest] = []
    var made: UInt64 = 0
    var failures: [KeychainError] = []
    /// Items that a search for secrets does not find.
    var unreadable: Set<RowIdentifier> = []
    /// The numbers of unreadable items that successive calls of `countUnreadable` return. The last number is returned
    /// repeatedly.
    var losses = [0]
    var report = VerificationReport()
    /// Whether the keychain exists. `openings` is how many times the keychain was opened.
    var isPresent = true
    var openings = 0
    /// How many times the keychain was closed.
    var closings = 0
    /// Called before each request with the number of the request. The closure may change the items.
    var beforeRequest: (@Sendable (Int, inout [Item]) -> Void)?
  }

  let location = StoreLocation(dataDirectory: "/data/latchkey", keyDirectory: "/state/latchkey")
  /// The trust settings store of `location`. The store contains no trust settings.
  var trustSettings: TrustSettingsStore { TrustSettingsStore(location) }

  /// The client with the access of the `security` tool.
  var client: KeychainClient {
    KeychainClient(self, Peer(.tool), at: location, trustSettings)
  }

  private let state = Mutex(State())
  /// The replies to each started `Work`. The fake keychain does the whole `Work` when it is started.
  private let works = Mutex<[[Reply]]>([])

  func send(_ call: Call, from peer: Peer) throws(KeychainError) -> Reply {
    switch call.request {
    case .items(let request, _): return .items(try perform(request, as: peer.caller))
    case .duplicates(let batch): return .flags(duplicates(of: batch))
    case .countItems: return .count(items.count)
    case .countUnreadable: return .unreadable(countUnreadable())
    case .isPresent: return .flag(isPresentNow)
    case .open:
      try open()
      return .done
    case .close:
      state.withLock { $0.closings += 1 }
      return .done
    // The keychain has no password. Tests of locking use a real keychain.
    case .status:
      try open()
      return .status(
        LockStatus(hasPasscode: false, state: .unlocked, settings: LockSettings()))
    case .canBeLocked: return .flag(false)
    case .repair: return .repair(Self.repair)
    case .acceptOlder: return .flag(true)
    case .recoverQuarantined:
      return .recovery(
        QuarantineOutcome(
          recovered: 2, kept: [.init(.genericPassword, number: 7, .keyTaken)]))
    case .dropQuarantined: return .count(3)
    case .erase: return .erasure(erase())
    case .begin(let work):
      let replies = try replies(to: work, peer.caller)
      return works.withLock { works in
        works.append(replies)
        return .handle(Handle(RowIdentifier(high: 0, low: UInt64(works.count - 1))))
      }
    case .next(let handle):
      return works.withLock { works in
        let number = Int(handle.identifier.low)
        return works[number].count > 1 ? works[number].removeFirst() : .ended(works[number][0])
      }
    case .cancel: return .done
    default: throw KeychainError(.notAvailable, "no passcode is set")
    }
  }

  /// Returns the progress replies of a `Work`, followed by the reply with the result.
  private func replies(to work: Work, _ caller: Caller) throws(KeychainError) -> [Reply] {
    func steps(_ count: Int) -> [Reply] {
      (0..<count).map { Reply.progress(done: $0 + 1, of: count) }
    }
    switch work {
    case .add(let requests, let sparingPresent, _):
      let items = try perform(.addAll(requests, sparingPresent: sparingPresent), as: caller)
      return steps(max(1, requests.count)) + [.items(items)]
    case .batch(let batch):
      return steps(batch.additions.count) + [.batch(try perform(batch))]
    case .verify: return steps(3) + [.verification(state.withLock(\.report))]
    case .purge: return steps(3) + [.purge(PurgeOutcome(dead: 1, tombstones: 2))]
    case .exportBackup:
      var outcome = BackupOutcome()
      outcome.items = 3
      outcome.unreadable = 2
      return steps(3) + [.bytes([0]), .backup(outcome)]
    case .rotateKeys:
      return isPresentNow ? steps(3) + [.rotation(RotationOutcome())] : [.rotation(nil)]
    case .compact:
      guard isPresentNow else { return [.compaction(nil)] }
      return steps(3)
        + [.compaction(CompactionOutcome(before: 9000, after: 5000, isComplete: false))]
    default: throw KeychainError(.notAvailable, "no passcode is set")
    }
  }

  private static let repair = RepairOutcome(
    counts: [
      RepairOutcome.Count(itemClass: .genericPassword, found: 3, missing: 1),
      RepairOutcome.Count(itemClass: .internetPassword, found: 1, missing: 0),
      RepairOutcome.Count(itemClass: .key, found: 0, missing: nil),
    ],
    asideName: "keychain.db.damaged-1", isIncomplete: true)

  var items: [Item] { state.withLock(\.items) }
  var requests: [ItemRequest] { state.withLock(\.requests) }

  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }

  var isPresentNow: Bool { state.withLock(\.isPresent) }

  var openings: Int { state.withLock(\.openings) }

  var closings: Int { state.withLock(\.closings) }

  private func open() throws(KeychainError) {
    let failure = state.withLock { state -> KeychainError? in
      if !state.failures.isEmpty { return state.failures.removeFirst() }
      state.isPresent = true
      state.openings += 1
      return nil
    }
    if let failure { throw failure }
  }

  private func countUnreadable() -> UnreadableCount {
    state.withLock {
      UnreadableCount(
        damaged: $0.losses.count > 1 ? $0.losses.removeFirst() : $0.losses.first ?? 0)
    }
  }

  private func erase() -> ErasureOutcome {
    state.withLock { state in
      defer {
        state.items = []
        state.isPresent = false
      }
      var outcome = ErasureOutcome(itemCount: state.items.count)
      outcome.mayKeysLiveOn = true
      return outcome
    }
  }

  private func perform(_ batch: BatchRequest) throws(KeychainError) -> [BatchOutcome] {
    let before = items
    var outcomes: [BatchOutcome] = []
    do throws(KeychainError) {
      for addition in batch.additions {
        outcomes.append(try store(addition, batch.onDuplicate))
      }
    } catch {
      change { $0.items = before }
      throw error
    }
    change { $0.isPresent = true }
    return outcomes
  }

  private func store(
    _ addition: AddRequest, _ policy: BatchRequest.DuplicatePolicy
  ) throws(KeychainError) -> BatchOutcome {
    do throws(KeychainError) {
      _ = try perform(.add(addition), as: .tool)
      return .added
    } catch {
      guard error.code == .duplicateItem else { throw error }
    }
    guard policy == .replace else { return .skipped }
    state.withLock { state in
      guard let position = Self.position(of: addition, state.items) else { return }
      for (name, value) in addition.attributes.entries {
        state.items[position].attributes[name] = value
      }
      state.items[position].secret = addition.secret
    }
    return .replaced
  }

  private func duplicates(of batch: BatchRequest) -> [Bool] {
    let items = items
    return batch.additions.map { Self.position(of: $0, items) != nil }
  }

  private static func position(of addition: AddRequest, _ items: [Item]) -> Int? {
    let schema = ItemSchema.of(addition.itemClass)
    return items.firstIndex { item in
      item.itemClass == addition.itemClass
        && schema.uniquenessKey.allSatisfy {
          item.attributes[$0.name] == addition.attributes[$0.name] ?? $0.defaultValue
        }
    }
  }

  func perform(
    _ request: ItemRequest, as caller: Caller
  ) throws(KeychainError) -> [Item] {
    let result = state.withLock { state -> Result<[Item], KeychainError> in
      guard caller === Caller.tool else { return .failure(KeychainError(.missingEntitlement, "who?")) }
      state.beforeRequest?(state.requests.count, &state.items)
      state.requests.append(request)
      if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
      return Self.answer(request, &state)
    }
    return try result.get()
  }

  private static func answer(
    _ request: ItemRequest, _ state: inout State
  ) -> Result<[Item], KeychainError> {
    switch request {
    case .add(let request):
      var attributes = request.attributes
      for attribute in ItemSchema.of(request.itemClass).attributes
      where attributes[attribute.name] == nil {
        attributes[attribute.name] = attribute.defaultValue
      }
      let key = ItemSchema.of(request.itemClass).uniquenessKey.map(\.name)
      let isDuplicate = state.items.contains { item in
        item.itemClass == request.itemClass
          && key.allSatisfy { item.attributes[$0] == attributes[$0] }
      }
      if isDuplicate { return .failure(KeychainError(.duplicateItem, "equal")) }
      state.made += 1
      state.items.append(
        Item(
          request.itemClass, identifier: RowIdentifier(high: 0, low: state.made),
          attributes: attributes, secret: request.secret))
      return .success([])
    case .addAll(let requests, let sparesPresent):
      let before = state
      var items: [Item] = []
      for request in requests {
        var item = Item(request.itemClass, identifier: RowIdentifier(high: 0, low: 0))
        if case .failure(let error) = answer(.add(request), &state) {
          guard sparesPresent, error.code == .duplicateItem else {
            state.items = before.items
            return .failure(error)
          }
          item.wasPresent = true
        }
        items.append(item)
      }
      if !items.isEmpty, items.allSatisfy(\.wasPresent) {
        return .failure(KeychainError(.duplicateItem, "equal", cause: .allPresent))
      }
      return .success(items)
    case .addIdentities(let requests):
      return answer(.addAll(requests.flatMap { [$0.certificate, $0.key] }), &state)
    case .search(let request):
      let hidden = request.contents.contains(.secret) ? state.unreadable : []
      let found = positions(request.query, state.items)
        .filter { !hidden.contains(state.items[$0].identifier) }.prefix(request.limit ?? .max)
      if found.isEmpty { return .failure(KeychainError(.itemNotFound, "none")) }
      return .success(found.map { content(state.items[$0], request.contents) })
    case .update(let request):
      let found = positions(request.query, state.items)
      if found.isEmpty { return .failure(KeychainError(.itemNotFound, "none")) }
      for position in found {
        for (name, value) in request.changes.entries {
          state.items[position].attributes[name] = value
        }
        state.items[position].secret = request.secret ?? state.items[position].secret
      }
      return .success([])
    case .delete(let request):
      let found = positions(request.query, state.items)
      if found.isEmpty { return .failure(KeychainError(.itemNotFound, "none")) }
      for position in found.reversed() { state.items.remove(at: position) }
      return .success([])
    }
  }

  private static func positions(_ query: ItemQuery, _ items: [Item]) -> [Int] {
    items.indices.filter { position in
      let item = items[position]
      guard item.itemClass == query.itemClass else { return false }
      if let reference = query.reference,
        reference != .item(item.itemClass, item.identifier)
      {
        return false
      }
      if let isSynchronizable = query.isSynchronizable,
        isSynchronizable != (item.attributes[.synchronizable] == .number(1))
      {
        return false
      }
      return query.attributes.entries.allSatisfy { item.attributes[$0.name] == $0.value }
    }
  }

  private static func content(_ item: Item, _ contents: ItemContents) -> Item {
    var item = item
    if !contents.contains(.attributes) { item.attributes = AttributeSet() }
    if !contents.contains(.secret) { item.secret = nil }
    return item
  }
}
