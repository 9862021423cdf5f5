import KeychainModel

// The method `Unlock`.

extension SecretService {
  func unlock(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "ao")
    let (unlocked, pending) = try sorted(try paths(call))
    var prompt = ObjectPath.none
    if !pending.isEmpty {
      let kind = PromptAction.Kind.unlock(try unlockings(pending), needsConsent: !isAllowed(call.sender))
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

  /// Separates the paths that need no prompt from those that need one. Unknown collections are left out.
  private func sorted(_ paths: [String]) throws(BusError) -> (unlocked: [String], pending: [Pending]) {
    var named: [Pending] = []
    var collections: [String: NamedCollection] = [:]
    var isLocked: [String: Bool] = [:]
    for path in paths {
      let object = ObjectPath(path)
      guard let name = try collectionName(of: object) else { continue }
      if isLocked[name] == nil {
        guard let collection = try collection(named: name) else { continue }
        collections[name] = collection
        isLocked[name] = try answering { () throws(KeychainError) in try collection.items.isLocked() }
      }
      named.append(Pending(path: path, collection: name, item: object.item))
    }
    // An item with an access control is locked in an unlocked collection.
    var closed: [String: Set<RowIdentifier>] = [:]
    for (name, collection) in collections where isLocked[name] == false {
      let identifiers = named.compactMap { $0.collection == name ? $0.item : nil }
      guard !identifiers.isEmpty else { continue }
      let items = try answering { () throws(KeychainError) in
        try collection.items.items(identifiers, withSecrets: false)
      }
      closed[name] = Set(items.filter(\.isLocked).map(\.identifier))
    }
    var (unlocked, pending): ([String], [Pending]) = ([], [])
    for one in named {
      let isClosed = one.item.map { closed[one.collection]?.contains($0) == true } ?? false
      if isLocked[one.collection] == true || isClosed { pending.append(one) } else { unlocked.append(one.path) }
    }
    return (unlocked, pending)
  }

  private func unlockings(_ pending: [Pending]) throws(BusError) -> [PromptAction.Unlocking] {
    var wanted: [PromptAction.Unlocking] = []
    var positions: [String: Int] = [:]
    for one in pending {
      let name = one.collection
      if positions[name] == nil {
        let (label, keychain) = try answering { () throws(KeychainError) in
          (try collections.label(name), try collections.keychain(name))
        }
        guard let keychain else { continue }
        positions[name] = wanted.count
        wanted.append(PromptAction.Unlocking(name: name, label: label, keychain: keychain))
      }
      if let item = one.item, let position = positions[name] { wanted[position].items.append(item) }
    }
    return wanted
  }
}
