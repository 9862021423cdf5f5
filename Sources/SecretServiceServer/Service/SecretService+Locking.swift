import KeychainModel

// The methods `Lock` and `LockService`, and the signals about collections that are locked or unlocked.

extension SecretService {
  // MARK: Signals

  /// A collection that was locked or unlocked.
  struct LockChange {
    let collection: NamedCollection
    /// The items of the collection after the change.
    let items: [FoundItem]
  }

  /// The largest number of items that are reported when their collection is locked or unlocked. The signals of more items
  /// would keep the other programs waiting for too long.
  private static let largestReportedCount = 1 << 14

  /// Reports the items and the collection. A client reads the properties of the items that it knows again.
  ///
  /// - Parameter hasItems: Whether the items are reported.
  /// - Returns: The change, for `reportProperties`.
  func reportLock(of collection: NamedCollection, hasItems: Bool = true) -> LockChange {
    var items: [FoundItem] = []
    if hasItems { items = (try? collection.items.find(FreeAttributes([]))) ?? [] }
    items = Array(items.prefix(Self.largestReportedCount))
    sendInBatches(items) { send(collection, "ItemChanged", item: $0.identifier) }
    signal(service: "CollectionChanged", collection: collection.path)
    return LockChange(collection: collection, items: items)
  }

  /// Reports the new properties. The clients receive them after the reply to their call, or after the end of their prompt.
  func reportProperties(of change: LockChange) {
    signalProperties(of: change.collection, ["Locked", "Label"])
    sendInBatches(change.items) { signalLock(of: $0, in: change.collection) }
  }

  /// Sends signals about many items. The signals leave the memory of this process after each batch.
  private func sendInBatches(_ items: [FoundItem], _ send: (FoundItem) -> Void) {
    for (position, item) in items.enumerated() {
      send(item)
      if position % Self.signalBatchCount == Self.signalBatchCount - 1 { bus.flush() }
    }
  }

  private static let signalBatchCount = 256

  /// Reports that another program has locked or unlocked the keychain of a collection, unless clients know it.
  func reportLock(inCollection name: String) {
    guard let collection = (try? realCollection(named: name)) ?? nil, let isLocked = try? collection.items.isLocked(),
      changes.note(isLocked: isLocked, in: name) == true
    else { return }
    if isLocked { authorized.lock(name) }
    reportProperties(of: reportLock(of: collection))
  }

  // MARK: Methods

  /// Locks a collection and its items with an access control, and reports the items and the collection.
  ///
  /// - Parameter changes: Receives the collection if it was unlocked. The caller reports the properties.
  /// - Returns: False for a collection that cannot be locked.
  private func lock(_ collection: NamedCollection, _ changes: inout [LockChange]) throws(BusError) -> Bool {
    authorized.lock(collection.name)
    let wasLocked = try answering { () throws(KeychainError) in try collection.items.isLocked() }
    guard !wasLocked else {
      reportLock(inCollection: collection.name)
      return true
    }
    guard try answering({ () throws(KeychainError) in try collection.items.lock() }) else { return false }
    _ = self.changes.note(isLocked: true, in: collection.name)
    changes.append(reportLock(of: collection))
    return true
  }

  /// Locks every collection. A program may do so without the consent of the person.
  ///
  /// - Throws: The error of the last collection that cannot be locked, after the others are locked.
  func lockService(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "")
    var problem: BusError?
    var changes: [LockChange] = []
    defer { for change in changes { reportProperties(of: change) } }
    for name in try answering({ () throws(KeychainError) in try collections.names() }) {
      do throws(BusError) {
        if let collection = try realCollection(named: name) { _ = try lock(collection, &changes) }
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    try bus.reply(to: call)
  }

  func lock(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "ao")
    var locked: [String] = []
    var names = CollectionNames(self)
    var isLocked: [String: Bool] = [:]
    var changes: [LockChange] = []
    defer { for change in changes { reportProperties(of: change) } }
    for path in try paths(call, limit: Self.largestLockCount) {
      let object = ObjectPath(path)
      guard let name = names.name(of: object) else { continue }
      var isOpen = false
      if let identifier = object.item { isOpen = authorized.lock(identifier, in: name, for: call.sender) }
      if isLocked[name] == nil {
        // The person is not asked before a program locks a collection.
        let collection = (try? realCollection(named: name)) ?? nil
        isLocked[name] = collection.flatMap { try? lock($0, &changes) } ?? false
      }
      if isLocked[name] == true || isOpen { locked.append(path) }
    }
    let paths = locked
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(paths: paths)
      try reply.append(path: ObjectPath.none)
    }
  }
}
