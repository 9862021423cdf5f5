import KeychainModel
import KeychainStore
import RowSealing

/// The plan for finding and selecting the items of a query. An index finds rows. Tags select rows by attributes that no
/// index covers. After a row was opened, all conditions are compared again.
///
/// The type is a class, because closures capture the plan, and a large struct would be copied each time.
final class MatchPlan {
  let schema: ItemSchema
  let query: ItemQuery
  let groups: GroupScope

  /// The access groups in which a search looks for the certificates of issuers.
  let issuerGroups: GroupScope

  let isTombstone: Bool

  /// The conditions that every matching item satisfies. All conditions are checked again after a row was opened.
  let conditions: [MatchCondition]

  /// The number of conditions that an item satisfies only if the item has the attribute of the condition.
  let neededCount: Int

  /// Whether a condition is about an attribute that has a tag but no column or index.
  let hasTagged: Bool

  /// The required accessibility of rows; nil for any accessibility.
  let accessibility: Accessibility?

  /// Returns nil when no row of this class can match.
  ///
  /// - Parameter issuerGroups: The access groups in which a search looks for the certificates of issuers; nil to use
  ///   `groups`.
  init?(_ query: ItemQuery, _ groups: GroupScope, issuers issuerGroups: GroupScope? = nil) {
    let schema = ItemSchema.of(query.itemClass)
    // No item of another class has free attributes.
    guard !query.namesFreeAttributes || schema.auxiliaryIndex == .freeAttributes else { return nil }
    self.schema = schema
    self.query = query
    self.groups = groups
    self.issuerGroups = issuerGroups ?? groups
    var conditions: [MatchCondition] = []
    conditions.reserveCapacity(query.attributes.entries.count)
    var isTombstone = false
    var accessibility: Accessibility?
    for (name, value) in query.attributes.entries {
      switch name {
      case .tombstone:
        isTombstone = value == .number(1)
        continue
      // `kSecAttrMultiUser` identifies the user of the device to whom an item belongs. Latchkey has one user, whose
      // identifier is empty.
      case .multiUser:
        guard value == .data([]) else { return nil }
        continue
      case .accessible:
        // Every stored item has an accessibility of the type `Accessibility`. So a query for another accessibility,
        // such as "until reboot", matches nothing.
        guard let constant = value.text, let known = Accessibility(constant: constant) else {
          return nil
        }
        accessibility = known
      default: break
      }
      guard let attribute = schema[name] else { return nil }
      conditions.append(MatchCondition(attribute, value, isTagged: schema.isTagged(attribute)))
    }
    self.isTombstone = isTombstone
    self.accessibility = accessibility
    self.conditions = conditions
    neededCount = conditions.count { !$0.isMetByAbsence }
    hasTagged = conditions.contains(where: \.isTagged)
    switch query.reference {
    case .rowNumber, .token: return nil  // No item of this store has these forms of references.
    case .item, nil: break
    }
  }

  /// The identifiers of the items that the query names, by a reference or in lists. Nil when the query names no items.
  ///
  /// - Parameter find: Finds the items of an object in a list. The arguments are the attributes, the data and the
  ///   synchronizability of the object.
  func identifiers(
    findingObject find: (AttributeSet, [UInt8]?, Bool?) throws(KeychainError) -> [RowIdentifier]
  ) throws(KeychainError) -> Set<RowIdentifier>? {
    var named = query.reference?.identifier.map { Set([$0]) }
    for list in query.itemLists {
      var listed: Set<RowIdentifier> = []
      for member in list {
        switch member {
        case .reference(let reference):
          if let identifier = reference.identifier { listed.insert(identifier) }
        case .elsewhere: break
        case .object(let attributes, let data, let isSynchronizable):
          listed.formUnion(try find(attributes, data, isSynchronizable))
        }
      }
      named = named?.intersection(listed) ?? listed
    }
    return named
  }

  /// Whether the columns and tags of a row decide whether the row matches. Columns and tags do not decide about data,
  /// about a filter, about free attributes that do not find the rows, or about a host that has no index. A tag has 64
  /// bits and a blind value 128 bits, so different attribute values can have the same tag or blind value.
  var isDecidedByColumns: Bool {
    guard query.data == nil, !query.isFiltered else { return false }
    // The free attributes find the rows, unless a reference, a list or a query for the whole map finds the rows.
    let isNamed = query.reference != nil || !query.itemLists.isEmpty
    guard !query.namesFreeAttributes || (!isNamed && query.attributes[.freeAttributes] == nil) else { return false }
    guard let host = query.hostOrSubdomain else { return true }
    return HostName.isIndexed(host) && !isTombstone && !isNamed
  }

  // MARK: Finding

  /// The free attributes by which rows are found.
  enum FreeAttributeKey {
    /// The rows that have exactly these free attributes.
    case all(FreeAttributes)
    /// The rows that have at least these free attributes.
    case some(FreeAttributes)
  }

  /// The free attributes of the query; nil when the query names no free attributes.
  var freeAttributeKey: FreeAttributeKey? {
    if let value = query.attributes[.freeAttributes] {
      return FreeAttributes(value).map { .all($0) }
    }
    guard let map = query.freeAttributes, !map.isEmpty else { return nil }
    return .some(map)
  }

  /// The rows that may match, found with the most selective index.
  func selection(
    _ blinder: Blinder, allGroups: () throws(KeychainError) -> [BlindValue]
  ) throws(KeychainError) -> RowSelection {
    let key = chooseKey()
    return RowSelection(
      key: key, further: furtherIndices(beside: key),
      groups: try blindGroups(blinder, allGroups: allGroups), groupsHaveRows: groups == .every,
      isSynchronizable: query.isSynchronizable, isTombstone: isTombstone)
  }

  /// The blind values that find the rows of one group.
  func branch(
    of selection: RowSelection, in group: BlindValue, _ blinder: Blinder
  ) throws(KeychainError) -> RowSelection.Branch {
    var branch = RowSelection.Branch(key: try value(of: selection.key, group, blinder))
    for position in selection.further {
      let index = schema.indices[position]
      branch.further.append(
        try blinder.value(of: index, schema, forms: forms(of: index) ?? [], in: group))
    }
    return branch
  }

  private func chooseKey() -> RowSelection.Key {
    if let host = query.hostOrSubdomain, HostName.isIndexed(host), !isTombstone { return .domain }
    for position in schema.indices.indices where covers(schema.indices[position]) {
      return .index(position)
    }
    return .group
  }

  /// The single-attribute indices that the query can use and that are not part of `key`.
  private func furtherIndices(beside key: RowSelection.Key) -> [Int] {
    let covered = key.index.map { schema.indices[$0].attributes } ?? []
    guard conditions.count > covered.count else { return [] }
    return schema.indices.indices.filter { position in
      let index = schema.indices[position]
      return index.attributes.count == 1 && !covered.contains(index.attributes[0])
        && covers(index)
    }
  }

  /// Whether the query names every attribute of an index.
  private func covers(_ index: SearchIndex) -> Bool {
    index.attributes.allSatisfy { name in conditions.contains { $0.name == name } }
  }

  /// The normalized forms of the values for all attributes of an index, in the order of the index. These forms and an
  /// access group determine the blind value of the index. Nil if the query does not name all attributes of the index.
  private func forms(of index: SearchIndex) -> [UInt8]? {
    if index.attributes.count == 1 { return condition(of: index.attributes[0])?.form }
    var forms: [UInt8] = []
    forms.reserveCapacity(128)
    for name in index.attributes {
      guard let condition = condition(of: name) else { return nil }
      forms += condition.form
    }
    return forms
  }

  private func condition(of name: AttributeName) -> MatchCondition? {
    conditions.first { $0.name == name }
  }

  private func value(
    of key: RowSelection.Key, _ group: BlindValue, _ blinder: Blinder
  ) throws(KeychainError) -> BlindValue {
    switch key {
    case .index(let position):
      // The forms are not nil: the index was chosen because the query names all attributes of the index.
      try blinder.value(
        of: schema.indices[position], schema, forms: forms(of: schema.indices[position]) ?? [],
        in: group)
    case .domain: try blinder.domain(Substring(query.hostOrSubdomain ?? ""), in: group)
    case .group: group
    }
  }

  /// The blind values of the groups to search.
  func blindGroups(
    _ blinder: Blinder, allGroups: () throws(KeychainError) -> [BlindValue]
  ) throws(KeychainError) -> [BlindValue] {
    if let name = query.attributes[.accessGroup]?.text { return [try blinder.group(name)] }
    switch groups {
    case .every: return try allGroups()
    case .these(let names):
      var values: [BlindValue] = []
      for name in names { values.append(try blinder.group(name)) }
      return values
    }
  }
}

extension RowSelection.Key {
  /// The position of the index that finds rows; nil when rows are found in another way.
  fileprivate var index: Int? { if case .index(let position) = self { position } else { nil } }
}

extension PersistentReference {
  /// The identifier of an item in this store; nil for references of other kinds.
  var identifier: RowIdentifier? {
    if case .item(_, let identifier) = self { identifier } else { nil }
  }
}

/// A condition that an attribute of an item equals a value, according to the comparison rules of a search.
struct MatchCondition {
  let attribute: Attribute
  // Copies of the attribute's name and number. Reading the name and the number from the attribute would also change a
  // reference count.
  let name: AttributeName
  let number: UInt8

  /// Whether an item without the attribute satisfies the condition.
  let isMetByAbsence: Bool

  /// The normalized form of the value. Comparisons use this form.
  let form: [UInt8]

  /// Whether rows have a tag for the attribute. With the tag, the condition is checked before a row is opened.
  let isTagged: Bool

  init(_ attribute: Attribute, _ value: AttributeValue, isTagged: Bool) {
    self.isTagged = isTagged
    self.attribute = attribute
    name = attribute.name
    number = attribute.number
    form = attribute.comparisonForm(of: value)
    isMetByAbsence = attribute.absentForm == form
  }

  /// Whether the value of an entry satisfies the condition.
  func isMet(by entry: MetadataReader.Entry) -> Bool {
    if entry.isTextOrBytes, !attribute.kind.isNumeric {
      return form.withUnsafeBytes {
        Attribute.isComparisonForm($0, ofBytes: entry.content)
      }
    }
    return attribute.comparisonForm(of: entry.value) == form
  }
}
