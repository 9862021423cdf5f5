import KeychainModel

// The methods of the service object.

extension SecretService {
  func answerService(_ call: BusMessage, _ member: String) throws(BusError) {
    switch member {
    case "OpenSession": try openSession(call)
    case "CreateCollection": try createCollection(call)
    case "SearchItems": try searchItems(call)
    case "Unlock": try unlock(call)
    case "Lock": try lock(call)
    case "LockService": try lockService(call)
    case "GetSecrets": try getSecrets(call)
    case "ReadAlias": try readAlias(call)
    default: try setAlias(call)
    }
  }

  // MARK: Sessions

  private func openSession(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "sv")
    switch TransferCipher.Algorithm(rawValue: try call.text()) {
    case .plain:
      // Clients send an empty text here. No text means anything.
      try call.skip("v")
      let group = processes.group(of: call.sender)
      let path = ObjectPath.path(ofSession: try sessions.open(TransferCipher(), by: call.sender, of: group))
      try bus.reply(to: call) { (reply) throws(BusError) in
        try reply.appendVariant("s") { () throws(BusError) in try reply.append("") }
        try reply.append(path: path)
      }
    case .encrypted:
      let peer = try call.variant("ay") { () throws(BusError) in try call.bytes() }
      var publicKey: [UInt8] = []
      let cipher: TransferCipher
      do throws(KeychainError) {
        cipher = try TransferCipher(agreeingWith: peer, publicKey: &publicKey)
      } catch {
        throw BusError(error)
      }
      let group = processes.group(of: call.sender)
      let path = ObjectPath.path(ofSession: try sessions.open(cipher, by: call.sender, of: group))
      try bus.reply(to: call) { (reply) throws(BusError) in
        try reply.appendVariant("ay") { () throws(BusError) in try reply.append(publicKey) }
        try reply.append(path: path)
      }
    // After this error, libsecret tries the algorithm `plain`.
    case nil: throw .notSupported("the algorithm is not supported")
    }
  }

  func answerSession(_ call: BusMessage, _ object: ObjectPath) throws(BusError) {
    guard case .session(let name) = object else { throw .unknownObject }
    try call.require(signature: "")
    try sessions.close(name, by: call.sender)
    try bus.reply(to: call)
  }

  // MARK: Searching

  private func searchItems(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "a{ss}")
    let wanted = try attributes(call)
    var (unlocked, locked): ([String], [String]) = ([], [])
    for collection in try allCollections() {
      let found: [FoundItem]
      do throws(KeychainError) {
        found = try collection.items.find(wanted)
      } catch {
        // A keychain that cannot be used does not keep the items of the others from being found.
        guard collection.name != CollectionDirectory.loginName else { throw BusError(error) }
        continue
      }
      for item in found {
        let path = collection.path(of: item.identifier)
        if item.isLocked { locked.append(path) } else { unlocked.append(path) }
      }
    }
    let lists = (unlocked, locked)
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(paths: lists.0)
      try reply.append(paths: lists.1)
    }
  }

  /// The number of items that are read at once.
  private static let batchCount = 256

  private func getSecrets(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "aoo")
    let paths = try paths(call)
    let sessionPath = try call.objectPath()
    let session = try sessions.session(at: sessionPath, of: call.sender)
    // The paths that name each item. A client may name an item by an alias.
    var wanted: [String: [RowIdentifier: [String]]] = [:]
    // The items of each collection, so that each collection is read once.
    var order: [(collection: String, identifiers: [RowIdentifier])] = []
    var positions: [String: Int] = [:]
    var aliases: [String: String?] = [:]
    for path in paths {
      let name: String
      let identifier: RowIdentifier
      switch ObjectPath(path) {
      case .item(let found, let item): (name, identifier) = (found, item)
      case .aliasedItem(let alias, let item):
        if aliases[alias] == nil { aliases[alias] = try collectionName(of: .alias(alias)) }
        guard case .some(.some(let found)) = aliases[alias] else { continue }
        (name, identifier) = (found, item)
      default: continue
      }
      let isNew = wanted[name, default: [:]][identifier] == nil
      if wanted[name]?[identifier]?.contains(path) != true {
        wanted[name, default: [:]][identifier, default: []].append(path)
      }
      guard isNew else { continue }
      let position = positions[name] ?? order.count
      if position == order.count { order.append((name, [])) }
      positions[name] = position
      order[position].identifiers.append(identifier)
    }
    let (requests, spelled) = (order, wanted)
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.appendArray("{o(oayays)}") { () throws(BusError) in
        for (name, identifiers) in requests {
          // A keychain that cannot be used does not keep the secrets of the others from being read.
          guard let collection = try? collection(named: name) else { continue }
          for start in stride(from: 0, to: identifiers.count, by: Self.batchCount) {
            let batch = Array(identifiers[start..<min(start + Self.batchCount, identifiers.count)])
            guard let items = try? collection.items.items(batch, withSecrets: true) else { break }
            defer { for item in items { item.secret?.wipeEverywhere() } }
            for item in items where !item.isLocked {
              for path in spelled[name]?[item.identifier] ?? [] {
                try reply.appendEntry("o(oayays)") { () throws(BusError) in
                  try reply.append(path: path)
                  try append(item, for: (sessionPath, session), to: reply)
                }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Aliases

  private func readAlias(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "s")
    let name = try collectionName(of: .alias(try call.text()))
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(path: name.map { ObjectPath.path(ofCollection: $0) } ?? ObjectPath.none)
    }
  }

  private func setAlias(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "so")
    let (alias, path) = (try call.text(), try call.objectPath())
    // A change of the default collection changes where other programs store their passwords.
    guard isAllowed(call.sender) else { throw .accessDenied("the person has not allowed the program") }
    var name: String?
    if path != ObjectPath.none {
      name = try collectionName(of: ObjectPath(path))
      guard name != nil else { throw .noSuchObject }
    }
    let target = name
    try answering { () throws(KeychainError) in try collections.setAlias(alias, to: target) }
    try bus.reply(to: call)
  }

  // MARK: Collections

  /// The largest number of properties of a new object.
  static let largestPropertyCount = 64

  private func createCollection(_ call: BusMessage) throws(BusError) {
    try call.require(signature: "a{sv}s")
    var label = ""
    try call.array("{sv}", limit: Self.largestPropertyCount) { () throws(BusError) in
      label = try call.entry("sv") { () throws(BusError) in
        guard try call.text() == Interface.collection.rawValue + ".Label" else {
          throw .invalidArgs("a new collection has no such property")
        }
        return try call.variant("s") { () throws(BusError) in try call.text() }
      }
    }
    let alias = try call.text()
    guard alias.isEmpty || ObjectPath.isElement(alias) else {
      throw .invalidArgs("an alias has only letters, digits and underscores")
    }
    if !alias.isEmpty, let name = try collectionName(of: .alias(alias)) {
      return try bus.reply(to: call) { (reply) throws(BusError) in
        try reply.append(path: ObjectPath.path(ofCollection: name))
        try reply.append(path: ObjectPath.none)
      }
    }
    let wanted = label
    try answering { () throws(KeychainError) in try CollectionDirectory.check(wanted) }
    let action = PromptAction(
      kind: .create(label: label, client: collections.client), program: program(of: call.sender))
    let prompt = try prompts.add(action, by: call.sender, alias: alias)
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(path: ObjectPath.none)
      try reply.append(path: prompt)
    }
  }
}
