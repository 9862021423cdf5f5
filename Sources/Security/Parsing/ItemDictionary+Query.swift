import Keychain
import KeychainModel

extension ItemDictionary {
  /// Returns the schema of the dictionary's class.
  func schema() throws(KeychainError) -> ItemSchema {
    let schema = ItemSchema.of(try resolvedClass())
    try checkKeyCount(schema)
    return schema
  }

  /// Converts the attributes to the types of the schema. Also returns the synchronizable flag of the request. If the
  /// flag is nil, the request applies to items with either value of the flag.
  ///
  /// - Parameter derived: Attributes from an object, such as a key in `kSecValueRef`. An attribute of the dictionary
  ///   replaces the attribute of the same name from the object.
  func converted(
    _ schema: ItemSchema, _ operation: Operation,
    with derived: [(name: AttributeName, value: PropertyValue)] = []
  ) throws(KeychainError) -> (attributes: AttributeSet, isSynchronizable: Bool?) {
    var attributes = attributes
    for derived in derived
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
      // A query checks the type of an attribute that is not searchable, such as an additional secret
      // (`kSecDataInetExtra…`), but does not filter by this attribute. A query treats `kSecValueData` in the same way
      // (specification: surprise S14).
      guard operation == .add || attribute.traits.contains(.searchable) else { continue }
      converted.append(name, property)
    }
    return (converted, isSynchronizable)
  }

  /// Refuses a value of the wrong type for `kSecAttrAccessGroup` (specification: secitem 4.2). The caller converts the
  /// value afterwards.
  ///
  /// - Throws: `.missingEntitlement` in these cases:
  ///   - The value is data, and the operation is an add, an update or a delete.
  ///   - The value is neither a string nor data, and the operation is an update or a delete.
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

  /// Makes the query of a search, an update or a delete.
  func query(
    _ schema: ItemSchema, _ operation: Operation, _ caller: Caller
  ) throws(KeychainError) -> ItemQuery {
    _ = try Secret.given(data, to: .search)
    let object = reference?.object
    let (attributes, isSynchronizable) = try converted(
      schema, operation, with: object?.attributes(for: operation) ?? [])
    if let accessControl, let given = attributes[.accessible] {
      guard !accessControl.hasOperations, given.text == accessControl.protection else {
        throw KeychainError(
          .parameter, "kSecAttrAccessible and kSecAttrAccessControl contradict each other")
      }
    }
    try checkSharing(attributes, isSynchronizable, caller)
    if operation == .update { try checkUpdateQuery(caller) }
    if operation.changesItems { try checkHalves(schema) }
    try checkReference(attributes, isSynchronizable, operation)
    try checkFilters(schema.itemClass, operation)
    if operation.changesItems, attributes[.tokenID] != nil { throw ItemRequest.noToken }
    var query = ItemQuery(
      schema.itemClass, attributes: attributes, isSynchronizable: isSynchronizable,
      reference: persistentReference ?? reference?.item,
      itemLists: try itemLists(schema, isSynchronizable), hostOrSubdomain: match.hostOrSubdomain)
    query.isOfObject = object != nil
    if operation.changesItems, case .count(let count)? = match.limit { query.largestCount = count }
    query.data = object?.searchedData
    if schema.itemClass.isFiltered, let filter = match.certificates?.filter, !filter.isEmpty {
      query.filter = filter
    }
    return query
  }

  /// Returns the evaluation that certificates must pass. Returns nil if the dictionary requires no evaluation, or if
  /// items of the class contain no certificates.
  func evaluation(_ schema: ItemSchema) -> CertificateEvaluation? {
    schema.itemClass.isFiltered ? match.certificates?.evaluation : nil
  }

  /// Returns a list for each of the keys `kSecUseItemList` and `kSecMatchItemList` that the dictionary contains. If the
  /// dictionary contains both `kSecValuePersistentRef` and a reference to an item in `kSecValueRef`, the result also
  /// contains a list with the item of `kSecValueRef`.
  private func itemLists(
    _ schema: ItemSchema, _ isSynchronizable: Bool?
  ) throws(KeychainError) -> [[ListedItem]] {
    // An object in a list selects items that are not synchronizable, unless the dictionary has an explicit
    // synchronizable flag. The same applies to an object in `kSecValueRef`.
    let isExplicit = attributes.contains { $0.name == .synchronizable }
    var lists: [[ListedItem]] = []
    for references in [use.itemList, match.itemList].compactMap(\.self) {
      var list: [ListedItem] = []
      for reference in references {
        switch reference {
        case .item: if let listed = reference.listed { list.append(listed) }
        case .object(let object) where object.isHeld(by: schema.itemClass):
          list.append(
            .object(
              try Self.converted(object, schema), data: object.searchedData,
              isSynchronizable: isExplicit ? isSynchronizable : false))
        case .object: break  // No item of this class contains the object.
        }
      }
      lists.append(list)
    }
    if persistentReference != nil, let listed = reference?.listed { lists.append([listed]) }
    return lists
  }

  /// Converts the attributes of an object to the types of the schema. A search for the object compares these attributes
  /// with the attributes of items.
  private static func converted(
    _ object: any ReferencedObject, _ schema: ItemSchema
  ) throws(KeychainError) -> AttributeSet {
    var converted = AttributeSet()
    for (name, value) in object.attributes(for: .search) {
      guard let attribute = schema[name] else { continue }
      converted.append(name, try attribute.kind.convert(value, for: name))
    }
    return converted
  }

  /// Whether the dictionary filters by attributes. An explicit synchronizable flag is a filter, unless its value is
  /// `kSecAttrSynchronizableAny`.
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

  /// Checks that an update or a delete of identities uses only attributes that certificates and keys both have
  /// (specification: secitem 3.7).
  private func checkHalves(_ schema: ItemSchema) throws(KeychainError) {
    guard schema.itemClass == .identity else { return }
    for (name, _) in attributes { try ItemSchema.checkHalves(name) }
  }

  private func checkFilters(
    _ itemClass: ItemClass, _ operation: Operation
  ) throws(KeychainError) {
    if itemClass.isFiltered {
      if let key = match.certificates?.malformedKeys.first {
        throw KeychainError(.parameter, "\(key) takes another type")
      }
      if operation.changesItems,
        match.hasUnusableIssuers || match.certificates?.hasOnlyMalformedIssuers == true
      {
        throw KeychainError(.parameter, "kSecMatchIssuers holds no name of an issuer")
      }
    } else if let key = match.refusedFilters.first {
      throw KeychainError(.unimplemented, "\(key) is for certificates and identities")
    }
    if match.hostOrSubdomain != nil, itemClass != .internetPassword {
      throw KeychainError(.unimplemented, "a host is matched against internet passwords only")
    }
  }

  /// Refuses filters that an update or a delete cannot apply. An operation that ignored such a filter would change more
  /// items than the caller named (compatibility: D4).
  func checkChange(_ operation: Operation) throws(KeychainError) {
    if let key = match.unknownKeys.first {
      throw KeychainError(.parameter, "\(KeyName.shown(key)) is no filter that could be honoured")
    }
    if try !resolvedClass().isFiltered, let key = match.ignoredFilters.first {
      throw KeychainError(.parameter, "\(key) cannot narrow down items of this class")
    }
  }

  // MARK: Entitlements

  /// - Throws: `.missingEntitlement` if the caller lacks an entitlement that an attribute requires.
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
    if persistentReference?.itemClass == .identity {
      throw KeychainError(.unexpected, "an identity is not updated by a persistent reference (S29)")
    }
    if derivesSyncID {
      try caller.checkEntitlement("com.apple.private.ckks.plaintextfields", for: "dspk")
    }
    // An update requires this entitlement if the query contains the attribute, and not if only the new values contain
    // the attribute (specification: surprise S83).
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

extension ItemSchema {
  /// - Throws: `.noSuchAttribute` unless certificates and keys both have the attribute.
  static func checkHalves(_ name: AttributeName) throws(KeychainError) {
    guard certificate[name] != nil, key[name] != nil else {
      throw KeychainError(.noSuchAttribute, "one half of an identity has no attribute \(name.key)")
    }
  }
}

extension ItemClass {
  /// Whether filters on certificates apply to items of the class.
  fileprivate var isFiltered: Bool { self == .certificate || self == .identity }
}
