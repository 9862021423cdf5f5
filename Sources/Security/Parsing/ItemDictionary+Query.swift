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
  func converted(
    _ schema: ItemSchema, _ operation: Operation
  ) throws(KeychainError) -> (attributes: AttributeSet, isSynchronizable: Bool?) {
    var converted = AttributeSet()
    converted.reserveCapacity(attributes.count)
    var isSynchronizable: Bool? = false
    if persistentReference != nil || reference != nil || match.itemList != nil
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
    let (attributes, isSynchronizable) = try converted(schema, operation)
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
    return ItemQuery(
      schema.itemClass, attributes: attributes, isSynchronizable: isSynchronizable,
      reference: persistentReference ?? reference?.reference, itemLists: itemLists,
      hostOrSubdomain: match.hostOrSubdomain)
  }

  /// `kSecMatchItemList`, `kSecUseItemList` and a reference beside a persistent one.
  private var itemLists: [[ListedItem]] {
    var lists = [use.itemList, match.itemList].compactMap { $0?.map(ListedItem.reference) }
    if persistentReference != nil, let reference {
      lists.append([.reference(reference.reference)])
    }
    return lists
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

  /// - Throws: `.unimplemented` for references to keys, which are not built yet (D35).
  func checkReturns(_ schema: ItemSchema) throws(KeychainError) {
    if schema.itemClass == .key, returns.contains(.reference) {
      throw KeychainError(.unimplemented, "there are no references to keys yet")
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
