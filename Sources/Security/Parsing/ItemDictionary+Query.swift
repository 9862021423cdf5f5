import Keychain
import KeychainModel

extension ItemDictionary {
  /// The schema of the dictionary's class.
  func schema() throws(KeychainError) -> ItemSchema {
    let schema = ItemSchema.of(try resolvedClass())
    try checkKeyCount(schema)
    return schema
  }

  /// Attributes converted by the catalogue, and whether synchronizable items are meant (nil: both).
  ///
  /// - Parameter key: A key whose attributes stand where the dictionary has none of its own.
  func converted(
    _ schema: ItemSchema, _ operation: Operation, with key: KeyReference? = nil
  ) throws(KeychainError) -> (attributes: AttributeSet, isSynchronizable: Bool?) {
    var attributes = attributes
    for derived in key?.attributes(for: operation) ?? []
    where !attributes.contains(where: { $0.name == derived.name }) {
      attributes.append(derived)
    }
    var converted = AttributeSet()
    converted.reserveCapacity(attributes.count)
    var isSynchronizable: Bool? = false
    if persistentReference != nil || reference?.item != nil || match.itemList != nil
      || use.itemList != nil
    {
      isSynchronizable = nil
    }
    for (name, value) in attributes {
      guard let attribute = schema[name] else {
        throw KeychainError(.noSuchAttribute, "the class has no attribute \(name.key)")
      }
      if name == .accessGroup { try Self.checkGroup(value, operation) }
      if name == .synchronizable {
        if case .string("syna") = value {
          isSynchronizable = nil
          continue
        }
        let flag = try attribute.kind.convert(value, for: name)
        isSynchronizable = flag == .number(1)
        if operation == .add { converted.append(name, flag) }
        continue
      }
      let property = try attribute.kind.convert(value, for: name)
      // Checked in a query, and no filter: the further secrets, as the data itself (S14).
      guard operation == .add || attribute.traits.contains(.searchable) else { continue }
      converted.append(name, property)
    }
    return (converted, isSynchronizable)
  }

  /// A group that is not a string: the test of permission comes before the conversion in some
  /// operations (secitem 4.2).
  static func checkGroup(
    _ value: PropertyValue, _ operation: Operation
  ) throws(KeychainError) {
    switch value {
    case .string: return
    case .data where operation == .search: return
    case .data: break
    default: if !operation.changesItems { return }
    }
    throw KeychainError(.missingEntitlement, "kSecAttrAccessGroup takes a string")
  }

  /// The query that the dictionary spells for a search, an update or a delete.
  func query(
    _ schema: ItemSchema, _ operation: Operation, _ caller: Caller
  ) throws(KeychainError) -> ItemQuery {
    _ = try Secret.given(data, to: .search)
    let (attributes, isSynchronizable) = try converted(schema, operation, with: reference?.key)
    if let accessControl, let given = attributes[.accessible] {
      guard !accessControl.hasOperations, given.text == accessControl.protection else {
        throw KeychainError(
          .parameter, "kSecAttrAccessible and kSecAttrAccessControl contradict each other")
      }
    }
    try checkSharing(attributes, isSynchronizable, caller)
    if operation == .update { try checkUpdateQuery(caller) }
    try checkReference(attributes, isSynchronizable, operation)
    try checkFilters(schema.itemClass)
    if operation.changesItems, attributes[.tokenID] != nil { throw ItemRequest.noToken }
    var query = ItemQuery(
      schema.itemClass, attributes: attributes, isSynchronizable: isSynchronizable,
      reference: persistentReference ?? reference?.item,
      itemLists: try itemLists(schema, isSynchronizable), hostOrSubdomain: match.hostOrSubdomain)
    query.isOfKey = reference?.key != nil
    query.keyData = reference?.key?.searchedData
    return query
  }

  /// `kSecMatchItemList`, `kSecUseItemList` and a reference beside a persistent one.
  private func itemLists(
    _ schema: ItemSchema, _ isSynchronizable: Bool?
  ) throws(KeychainError) -> [[ListedItem]] {
    // A key names local items, as it does by itself, unless the dictionary says which are meant.
    let isExplicit = attributes.contains { $0.name == .synchronizable }
    var lists: [[ListedItem]] = []
    for references in [use.itemList, match.itemList].compactMap(\.self) {
      var list: [ListedItem] = []
      for reference in references {
        switch reference {
        case .item(let item): list.append(.reference(item))
        case .key(let key) where schema.itemClass == .key:
          list.append(
            .key(
              try Self.converted(key, schema), data: key.searchedData,
              isSynchronizable: isExplicit ? isSynchronizable : false))
        case .key: break  // No item of another class holds a key.
        }
      }
      lists.append(list)
    }
    if persistentReference != nil, let item = reference?.item { lists.append([.reference(item)]) }
    return lists
  }

  /// What finds the items that hold a key.
  private static func converted(
    _ key: KeyReference, _ schema: ItemSchema
  ) throws(KeychainError) -> AttributeSet {
    var converted = AttributeSet()
    for (name, value) in key.attributes(for: .search) {
      guard let attribute = schema[name] else { continue }
      converted.append(name, try attribute.kind.convert(value, for: name))
    }
    return converted
  }

  /// Whether the dictionary filters by attributes: an explicit synchronizable flag does, "any"
  /// does not.
  var filtersByAttributes: Bool {
    attributes.contains { name, value in
      if name == .synchronizable, case .string("syna") = value { return false }
      return true
    }
  }

  private func checkReference(
    _ attributes: AttributeSet, _ isSynchronizable: Bool?, _ operation: Operation
  ) throws(KeychainError) {
    switch persistentReference {
    case .rowNumber where operation.changesItems && filtersByAttributes,
      .token where filtersByAttributes:
      throw KeychainError(.parameter, "this form of reference takes no attributes")
    default: break
    }
  }

  private func checkFilters(_ itemClass: ItemClass) throws(KeychainError) {
    let isCertificate = itemClass == .certificate || itemClass == .identity
    if !isCertificate, let key = match.refusedFilters.first {
      throw KeychainError(.unimplemented, "\(key) is for certificates and identities")
    }
    if match.hostOrSubdomain != nil, itemClass != .internetPassword {
      throw KeychainError(.unimplemented, "a host is matched against internet passwords only")
    }
  }

  /// What an update or a delete may not be given: it would touch more than was named (D2-D4).
  func checkChange(_ operation: Operation) throws(KeychainError) {
    if case .count? = match.limit {
      throw KeychainError(.parameter, "an update or a delete concerns all matches (D3)")
    }
    if let key = match.unknownKeys.first {
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no filter that could be honoured")
    }
    let itemClass = try resolvedClass()
    if itemClass != .certificate, itemClass != .identity, let key = match.ignoredFilters.first {
      throw KeychainError(.parameter, "\(key) cannot narrow down items of this class")
    }
  }

  // MARK: Entitlements

  /// - Throws: `.missingEntitlement` when an attribute is named that the caller may not set.
  func checkEntitlements(
    _ caller: Caller, _ schema: ItemSchema, including entitlement: (Attribute) -> String?
  ) throws(KeychainError) {
    for (name, _) in attributes {
      guard let attribute = schema[name], let needed = entitlement(attribute) else { continue }
      try caller.checkEntitlement(needed, for: name.key)
    }
    if derivesSyncID {
      try caller.checkEntitlement("com.apple.private.ckks.plaintextfields", for: "dspk")
    }
    try checkSharing(AttributeSet(), nil, caller)
  }

  private func checkSharing(
    _ converted: AttributeSet, _ isSynchronizable: Bool?, _ caller: Caller
  ) throws(KeychainError) {
    guard attributes.contains(where: { $0.name == .sharingGroup }) else { return }
    let isTrue = attributes.contains { name, value in
      guard name == .synchronizable else { return false }
      switch value {
      case .boolean(true): return true
      case .number(let number): return number != 0
      default: return false
      }
    }
    guard !isTrue else {
      throw KeychainError(.parameter, "a shared item is not synchronizable")
    }
    try caller.checkEntitlement(
      "com.apple.private.keychain.kcsharing.client", for: "kSecAttrSharingGroup")
  }

  private func checkUpdateQuery(_ caller: Caller) throws(KeychainError) {
    if derivesSyncID {
      try caller.checkEntitlement("com.apple.private.ckks.plaintextfields", for: "dspk")
    }
    // Checked in the query, not in the new values (S83).
    if attributes.contains(where: { $0.name == .systemBound }) {
      try caller.checkEntitlement("com.apple.private.keychain.sysbound", for: "sysb")
    }
  }
}

extension Caller {
  func checkEntitlement(_ name: String, for key: String) throws(KeychainError) {
    guard entitlements.contains(name) else {
      throw KeychainError(.missingEntitlement, "\(key) needs the entitlement \(name)")
    }
  }
}
