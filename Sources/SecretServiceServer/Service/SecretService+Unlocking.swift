import KeychainModel

// The method `Unlock`.

extension SecretService {
  func unlock(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "ao")
    let (unlocked, pending) = try sorted(try paths(call, limit: Self.largestLockCount))
    var prompt = ObjectPath.none
    if !pending.isEmpty {
      let kind = PromptAction.Kind.unlock(unlockings(pending), needsConsent: !isAllowed(call.sender))
      prompt = try prompts.add(
        PromptAction(kind: kind, program: program(of: call.sender)), by: call.sender,
        paths: pending.map { ($0.path, $0.collection) }, unlocked: unlocked)
    }
    let answer = prompt
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(paths: unlocked)
      try reply.append(path: answer)
    }
  }

  /// A path that needs a prompt.
  private struct Pending {
    let path: String
    let collection: String
    let item: RowIdentifier?
  }

  /// Separates the paths that need no prompt from those that need one. Collections that are unknown, or cannot be used, are
  /// left out.
  private func sorted(_ paths: [String]) throws(BusError) -> (unlocked: [String], pending: [Pending]) {
    var named: [Pending] = []
    var collections: [String: NamedCollection] = [:]
    // Nil for a collection that is left out.
    var isLocked: [String: Bool?] = [:]
    var names = CollectionNames(self)
    for path in paths {
      let object = ObjectPath(path)
      guard let name = names.name(of: object) else { continue }
      if isLocked[name] == nil {
        // Another program may have locked or unlocked the keychain a moment ago.
        reportLock(inCollection: name)
        collections[name] = try? collection(named: name)
        isLocked[name] = .some(collections[name].flatMap { try? $0.items.isLocked() })
      }
      guard case .some(.some) = isLocked[name] else { continue }
      named.append(Pending(path: path, collection: name, item: object.item))
    }
    // An item with an access control is locked in an unlocked collection.
    var closed: [String: Set<RowIdentifier>] = [:]
    for (name, collection) in collections where isLocked[name] == false {
      let identifiers = named.compactMap { $0.collection == name ? $0.item : nil }
      guard !identifiers.isEmpty else { continue }
      guard let items = try? collection.items.items(identifiers, withSecrets: false) else { continue }
      closed[name] = Set(items.filter(\.isLocked).map(\.identifier))
    }
    var (unlocked, pending): ([String], [Pending]) = ([], [])
    for one in named {
      let isClosed = one.item.map { closed[one.collection]?.contains($0) == true } ?? false
      if isLocked[one.collection] == true || isClosed { pending.append(one) } else { unlocked.append(one.path) }
    }
    return (unlocked, pending)
  }

  private func unlockings(_ pending: [Pending]) -> [PromptAction.Unlocking] {
    var wanted: [PromptAction.Unlocking] = []
    var positions: [String: Int] = [:]
    for one in pending {
      let name = one.collection
      if positions[name] == nil {
        guard let label = try? collections.label(name), let keychain = try? collections.collection(name)?.keychain
        else {
          continue
        }
        positions[name] = wanted.count
        wanted.append(PromptAction.Unlocking(name: name, label: label, keychain: keychain))
      }
      if let item = one.item, let position = positions[name] { wanted[position].items.append(item) }
    }
    return wanted
  }
}
