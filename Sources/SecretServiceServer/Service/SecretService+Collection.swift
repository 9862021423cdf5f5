import KeychainModel

// The methods of a collection and of an item.

extension SecretService {
  func answerCollection(_ call: BusMessage, _ member: String, _ collection: NamedCollection) throws(BusError) {
    switch member {
    case "SearchItems":
      try call.require(signature: "a{ss}")
      let wanted = try attributes(call)
      let found = try answering { () throws(KeychainError) in try collection.items.find(wanted) }
      try bus.reply(to: call) { (reply) throws(BusError) in
        try reply.append(paths: found.map { collection.path(of: $0.identifier) })
      }
    case "CreateItem": try createItem(call, collection)
    default: try deleteCollection(call, collection)
    }
  }

  private func deleteCollection(_ call: BusMessage, _ collection: NamedCollection) throws(BusError) {
    try call.require(signature: "")
    let deletion: @Sendable () throws(KeychainError) -> Void
    do throws(KeychainError) {
      deletion = try collections.deletion(of: collection.name)
    } catch {
      throw error.code == .parameter ? .notSupported(error.reason) : BusError(error)
    }
    let label = try answering { () throws(KeychainError) in try collections.label(collection.name) }
    let action = PromptAction(kind: .delete(label: label, deletion: deletion), program: program(of: call.sender))
    let prompt = try prompts.add(action, by: call.sender, paths: [(collection.path, collection.name)])
    try bus.reply(to: call) { (reply) throws(BusError) in try reply.append(path: prompt) }
  }

  // MARK: New items

  private func createItem(_ call: BusMessage, _ collection: NamedCollection) throws(BusError) {
    try call.require(signature: "a{sv}(oayays)b")
    var label = ""
    var type: String?
    var map: FreeAttributes?
    let prefix = Interface.item.rawValue
    try call.array("{sv}", limit: Self.largestPropertyCount) { () throws(BusError) in
      try call.entry("sv") { () throws(BusError) in
        switch try call.text() {
        case prefix + ".Label": label = try call.variant("s") { () throws(BusError) in try call.text() }
        case prefix + ".Type": type = try call.variant("s") { () throws(BusError) in try call.text() }
        case prefix + ".Attributes":
          map = try call.variant("a{ss}") { () throws(BusError) in try self.attributes(call) }
        default: throw .invalidArgs("a new item has no such property")
        }
      }
    }
    var pairs = map?.pairs ?? []
    if let type, !pairs.contains(where: { $0.name == SecretAttributes.schema }) {
      pairs.append(FreeAttributes.Pair(SecretAttributes.schema, type))
    }
    let attributes = try Self.map(pairs)
    let secret = try self.secret(call)
    defer { secret.bytes.wipeEverywhere() }
    let replaces = try call.flag()
    guard label.utf8.count <= Limits.attributeByteCount else {
      throw .limitsExceeded("a label has at most \(Limits.attributeByteCount) bytes")
    }
    let item = NewItem(label: label, attributes: attributes, secret: secret.bytes, contentType: secret.contentType)
    let (identifier, isNew) = try answering { () throws(KeychainError) in
      guard try !collection.items.isLocked() else {
        throw KeychainError(.interactionNotAllowed, "the collection is locked")
      }
      return try collection.items.store(item, replaces: replaces)
    }
    signal(collection, isNew ? "ItemCreated" : "ItemChanged", item: identifier)
    try bus.reply(to: call) { (reply) throws(BusError) in
      try reply.append(path: collection.path(of: identifier))
      try reply.append(path: ObjectPath.none)
    }
    if isNew {
      signalProperties(of: collection, ["Modified"])
    } else {
      signalProperties(of: collection, item: identifier, ["Label", "Modified"])
    }
  }

  // MARK: Items

  /// - Throws: `UnknownObject` when the item does not exist.
  func read(
    _ identifier: RowIdentifier, in collection: NamedCollection, withSecret: Bool = false
  ) throws(BusError) -> SecretItem {
    let item = try answering { () throws(KeychainError) in
      try collection.items.item(identifier, withSecret: withSecret)
    }
    guard let item else { throw .unknownObject }
    return item
  }

  func answerItem(
    _ call: BusMessage, _ member: String, _ collection: NamedCollection, _ identifier: RowIdentifier
  ) throws(BusError) {
    switch member {
    case "GetSecret":
      try call.require(signature: "o")
      let path = try call.objectPath()
      let session = try sessions.session(at: path, of: call.sender)
      let item = try read(identifier, in: collection, withSecret: true)
      defer { item.secret?.wipeEverywhere() }
      guard !item.isLocked else { throw .isLocked }
      try bus.reply(to: call) { (reply) throws(BusError) in
        try append(item, for: (path, session), to: reply)
      }
    case "SetSecret":
      try call.require(signature: "(oayays)")
      let secret = try self.secret(call)
      defer { secret.bytes.wipeEverywhere() }
      try change(identifier, in: collection, ItemChange(secret: (secret.bytes, secret.contentType)))
      try bus.reply(to: call)
      signalProperties(of: collection, item: identifier, ["Modified"])
    default:
      try call.require(signature: "")
      let item = try read(identifier, in: collection)
      try answering { () throws(KeychainError) in try collection.items.delete(item) }
      signal(collection, "ItemDeleted", item: identifier)
      try bus.reply(to: call) { (reply) throws(BusError) in try reply.append(path: ObjectPath.none) }
      signalProperties(of: collection, ["Modified"])
    }
  }

  func change(
    _ identifier: RowIdentifier, in collection: NamedCollection, _ change: ItemChange
  ) throws(BusError) {
    let item = try read(identifier, in: collection)
    guard !item.isLocked else { throw .isLocked }
    do throws(KeychainError) {
      try collection.items.change(item, change)
      changes.noteStored(identifier, in: collection.name)
    } catch {
      throw error.code == .unsupportedFormat ? .notSupported(error.reason) : BusError(error)
    }
  }
}
