import KeychainModel

// The properties of the objects, and their descriptions.

extension SecretService {
  /// The value of a property.
  private enum Value {
    case text(String)
    case flag(Bool)
    case number(UInt64)
    case code(UInt32)
    case paths([String])
    case pairs([FreeAttributes.Pair])

    func append(to reply: BusMessage) throws(BusError) {
      switch self {
      case .text(let text): try reply.appendVariant("s") { () throws(BusError) in try reply.append(text) }
      case .flag(let flag): try reply.appendVariant("b") { () throws(BusError) in try reply.append(flag) }
      case .number(let number): try reply.appendVariant("t") { () throws(BusError) in try reply.append(number) }
      case .code(let code): try reply.appendVariant("u") { () throws(BusError) in try reply.append(code: code) }
      case .paths(let paths): try reply.appendVariant("ao") { () throws(BusError) in try reply.append(paths: paths) }
      case .pairs(let pairs):
        try reply.appendVariant("a{ss}") { () throws(BusError) in
          try reply.appendArray("{ss}") { () throws(BusError) in
            for pair in pairs {
              try reply.appendEntry("ss") { () throws(BusError) in
                try reply.append(pair.name)
                try reply.append(pair.value)
              }
            }
          }
        }
      }
    }
  }

  func answerProperties(_ call: BusMessage, _ member: String, _ object: ObjectPath) throws(BusError) {
    switch member {
    case "Get":
      try call.require(signature: "ss")
      let interface = try interface(try call.text(), of: object)
      let name = try call.text()
      guard let value = try values(interface, object, only: name).first?.value else {
        throw .unknownProperty("the interface has no such property")
      }
      try bus.reply(to: call) { (reply) throws(BusError) in try value.append(to: reply) }
    case "GetAll":
      try call.require(signature: "s")
      let name = try call.text()
      let values =
        name.isEmpty ? try allValues(object) : try self.values(try interface(name, of: object), object)
      try bus.reply(to: call) { (reply) throws(BusError) in
        try reply.appendArray("{sv}") { () throws(BusError) in
          for (name, value) in values {
            try reply.appendEntry("sv") { () throws(BusError) in
              try reply.append(name)
              try value.append(to: reply)
            }
          }
        }
      }
    default: try set(call, object)
    }
  }

  private func allValues(_ object: ObjectPath) throws(BusError) -> [(name: String, value: Value)] {
    guard let interface = Interface.of(object).first else { return [] }
    return try values(interface, object)
  }

  private func interface(_ name: String, of object: ObjectPath) throws(BusError) -> Interface {
    let all = Interface.of(object) + [.properties, .introspectable]
    guard let interface = all.first(where: { $0.rawValue == name }) else {
      throw .unknownInterface("the object has no such interface")
    }
    return interface
  }

  /// - Parameter name: The only property that is needed; nil for all properties.
  private func values(
    _ interface: Interface, _ object: ObjectPath, only name: String? = nil
  ) throws(BusError) -> [(name: String, value: Value)] {
    let names = interface.properties.filter { name == nil || $0 == name }
    switch interface {
    case .service:
      var values: [(String, Value)] = []
      for name in names {
        let names = try answering { () throws(KeychainError) in try collections.names() }
        values.append((name, .paths(names.map { ObjectPath.path(ofCollection: $0) })))
      }
      return values
    case .collection: return try values(names, of: try collection(at: object))
    case .item:
      let (collection, identifier) = try item(at: object)
      let item = try read(identifier, in: collection)
      return names.map { ($0, Self.value($0, of: item)) }
    case .portal: return names.map { ($0, .code(1)) }
    case .session:
      guard case .session(let name) = object, sessions.exists(name) else { throw .unknownObject }
      return []
    case .prompt:
      guard case .prompt(let name) = object, prompts.exists(name) else { throw .unknownObject }
      return []
    case .properties, .introspectable: return []
    }
  }

  private func values(
    _ names: [String], of collection: NamedCollection
  ) throws(BusError) -> [(name: String, value: Value)] {
    var values: [(String, Value)] = []
    for name in names {
      values.append((name, try value(name, of: collection)))
    }
    return values
  }

  private func value(_ name: String, of collection: NamedCollection) throws(BusError) -> Value {
    try answering { () throws(KeychainError) in
      switch name {
      case "Items":
        let found = try collection.items.find(try FreeAttributes([]))
        return .paths(found.map { collection.path(of: $0.identifier) })
      case "Label": return .text(try collections.label(collection.name))
      case "Locked": return .flag(try collection.items.isLocked())
      case "Created": return .number(collection.items.dates.created)
      default: return .number(collection.items.dates.modified)
      }
    }
  }

  private static func value(_ name: String, of item: SecretItem) -> Value {
    switch name {
    case "Locked": .flag(item.isLocked)
    case "Attributes": .pairs(item.attributes)
    case "Label": .text(item.label)
    case "Type": .text(item.schema)
    case "Created": .number(item.created)
    default: .number(item.modified)
    }
  }

  // MARK: Reporting

  /// Reports that properties have changed, with the new values.
  ///
  /// The property `Items` is never reported. The signals `ItemCreated` and `ItemDeleted` report its changes: a whole list of
  /// items with each new item would cost a time that grows with the number of items. A list without a value must not be
  /// reported either, because libsecret then forgets the list, and ends the program at the next `ItemCreated`.
  ///
  /// - Parameters:
  ///   - collection: The collection of the object, or the object.
  ///   - item: The item; nil for the collection.
  ///     Only the caller sees the properties of an item with an access control, and receives the signal alone.
  func signalProperties(of collection: NamedCollection, item: RowIdentifier? = nil, _ names: [String]) {
    var values: [(name: String, value: Value)] = []
    let interface: Interface = item == nil ? .collection : .item
    for name in names {
      let value: (name: String, value: Value)?
      // The properties are those of the collection that the caller of this function has, whoever called the service last.
      if let item {
        value = (try? read(item, in: collection)).map { (name, Self.value(name, of: $0)) }
      } else {
        value = (try? self.value(name, of: collection)).map { (name, $0) }
      }
      if let value { values.append(value) }
    }
    guard let item else { return signalProperties(collection.path, interface, values) }
    if authorized.proofs(of: caller, in: collection.name)[item] != nil {
      return signalProperties(collection.path(of: item), interface, values, to: caller)
    }
    signalProperties(ofItemAt: collection.path(of: item), in: collection, values)
  }

  /// Reports that properties of an item have changed, unless the item is locked.
  func signalProperties(ofUnlocked identifier: RowIdentifier, in collection: NamedCollection, _ names: [String]) {
    guard let item = try? read(identifier, in: collection), !item.isLocked else { return }
    let values = names.map { ($0, Self.value($0, of: item)) }
    signalProperties(ofItemAt: collection.path(of: identifier), in: collection, values)
  }

  /// Reports whether an item is locked.
  func signalLock(of item: FoundItem, in collection: NamedCollection) {
    signalProperties(
      ofItemAt: collection.path(of: item.identifier), in: collection, [("Locked", .flag(item.isLocked))])
  }

  private func signalProperties(
    ofItemAt path: String, in collection: NamedCollection, _ values: [(name: String, value: Value)]
  ) {
    // A program without the consent of the person must not learn the attributes and the label of an item.
    guard consent.isNeeded, collection.name != CollectionDirectory.sessionName else {
      return signalProperties(path, .item, values)
    }
    for client in consent.allowedClients { signalProperties(path, .item, values, to: client) }
  }

  /// Reports that the list of collections has changed.
  func signalCollections() {
    guard let values = try? values(.service, .service) else { return }
    signalProperties(ObjectPath.servicePath, .service, values)
  }

  private func signalProperties(
    _ path: String, _ interface: Interface, _ values: [(name: String, value: Value)], to destination: String? = nil
  ) {
    bus.signal(path, Interface.properties.rawValue, "PropertiesChanged", to: destination) { (signal) throws(BusError) in
      try signal.append(interface.rawValue)
      try signal.appendArray("{sv}") { () throws(BusError) in
        for (name, value) in values {
          try signal.appendEntry("sv") { () throws(BusError) in
            try signal.append(name)
            try value.append(to: signal)
          }
        }
      }
      try signal.appendArray("s") {}
    }
  }

  // MARK: Setting

  private func set(_ call: BusMessage, _ object: ObjectPath) throws(BusError) {
    try call.require(signature: "ssv")
    let interface = try interface(try call.text(), of: object)
    let name = try call.text()
    guard interface.properties.contains(name) else { throw .unknownProperty("the interface has no such property") }
    switch (interface, name) {
    case (.collection, "Label"):
      let collection = try collection(at: object)
      let label = try call.variant("s") { () throws(BusError) in try call.text() }
      try answering { () throws(KeychainError) in
        guard try !collection.items.isLocked() else {
          throw KeychainError(.interactionNotAllowed, "the collection is locked")
        }
        try collections.setLabel(collection.name, to: label)
      }
      signal(service: "CollectionChanged", collection: collection.path)
      try bus.reply(to: call)
      signalProperties(of: collection, ["Label"])
    case (.item, "Label"):
      let label = try call.variant("s") { () throws(BusError) in try call.text() }
      guard label.utf8.count <= Limits.attributeByteCount else {
        throw .limitsExceeded("a label has at most \(Limits.attributeByteCount) bytes")
      }
      try setItem(call, object, ItemChange(label: label), ["Label", "Modified"])
    case (.item, "Attributes"):
      let map = try call.variant("a{ss}") { () throws(BusError) in try attributes(call) }
      try setItem(call, object, ItemChange(attributes: map), ["Attributes", "Type", "Modified"])
    default: throw .readOnly("the property cannot be set")
    }
  }

  private func setItem(
    _ call: BusMessage, _ object: ObjectPath, _ change: ItemChange, _ names: [String]
  ) throws(BusError) {
    let (collection, identifier) = try item(at: object)
    try self.change(identifier, in: collection, change)
    signal(collection, "ItemChanged", item: identifier)
    try bus.reply(to: call)
    signalProperties(of: collection, item: identifier, names)
  }

  // MARK: Descriptions

  func introspect(_ call: BusMessage, _ object: ObjectPath) throws(BusError) {
    try call.require(signature: "")
    let children: [String]
    switch object {
    case .service: children = ["aliases", "collection", "prompt", "session"]
    case .above where call.path.hasSuffix("/collection"):
      children = try answering { () throws(KeychainError) in try collections.names() }
    case .above: children = Self.children(of: call.path)
    // The items are not listed, because there may be very many. The property `Items` lists them.
    default: children = []
    }
    let description = Interface.introspection(of: object, children: children)
    try bus.reply(to: call) { (reply) throws(BusError) in try reply.append(description) }
  }

  /// The next elements of the paths of the service and of the portal.
  private static func children(of path: String) -> [String] {
    let prefix = path == "/" ? "/" : path + "/"
    var children: [String] = []
    for target in [ObjectPath.servicePath, ObjectPath.portalPath] where target.hasPrefix(prefix) {
      guard let child = target.dropFirst(prefix.count).split(separator: "/").first.map(String.init) else { continue }
      if !children.contains(child) { children.append(child) }
    }
    return children
  }
}
