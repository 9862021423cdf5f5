import KeychainModel
import KeychainStore
import RowSealing

/// How the items of a query are found and told apart: by an index as far as it goes, by tags for
/// what no index covers, and, once a row is open, by comparing everything again.
///
/// A class, like the operations that use it: closures capture them, and a struct of many parts would
/// be copied each time.
final class MatchPlan {
  let schema: ItemSchema
  let query: ItemQuery
  let groups: GroupScope

  /// Where certificates of issuers are looked for.
  let issuerGroups: GroupScope

  let isTombstone: Bool

  /// What every match has, all of which is compared again once a row is open.
  let conditions: [MatchCondition]

  /// How many conditions an item without their attributes does not meet.
  let neededCount: Int

  /// Whether a condition is about an attribute that only tags tell apart before a row is opened.
  let hasTagged: Bool

  /// The accessibility that rows must have; nil for any.
  let accessibility: Accessibility?

  /// Nil when no row of this class can match.
  ///
  /// - Parameter issuerGroups: Where certificates of issuers are looked for; nil for the same groups.
  init?(_ query: ItemQuery, _ groups: GroupScope, issuers issuerGroups: GroupScope? = nil) {
    let schema = ItemSchema.of(query.itemClass)
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
      // The only view is the user's own, whose identifier is empty.
      case .multiUser:
        guard value == .data([]) else { return nil }
        continue
      case .accessible:
        // "Until reboot", which no item has.
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
    case .rowNumber, .token: return nil  // Forms that no item of this store has.
    case .item, nil: break
    }
  }

  /// The items that the query names one by one, by a reference or in lists; nil when it names none.
  ///
  /// - Parameter find: The items that hold an object, by its attributes and its data.
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
        case .object(let attributes, let data, let isSynchronizable):
          listed.formUnion(try find(attributes, data, isSynchronizable))
        }
      }
      named = named?.intersection(listed) ?? listed
    }
    return named
  }

  /// Whether the columns and tags of a row say whether it matches, with the certainty of their 64 and
  /// 128 bits. What they do not tell is a host for which there is no index, data, and what a
  /// filter looks at.
  var isDecidedByColumns: Bool {
    guard query.data == nil, !query.isFiltered else { return false }
    guard let host = query.hostOrSubdomain else { return true }
    return HostName.isIndexed(host) && !isTombstone && query.reference == nil
      && query.itemLists.isEmpty
  }

  // MARK: Finding

  /// The free attributes by which rows are found.
  enum FreeAttributeKey {
    /// The rows that have these and no others.
    case all(FreeAttributes)
    /// The rows that have these.
    case some(FreeAttributes)
  }

  /// Nil when the query names no free attributes.
  var freeAttributeKey: FreeAttributeKey? {
    if let value = query.attributes[.freeAttributes] {
      return FreeAttributes(value).map { .all($0) }
    }
    guard let map = query.freeAttributes, !map.isEmpty else { return nil }
    return .some(map)
  }

  /// The rows that may match, in the index that narrows them down most.
  func selection(
    _ blinder: Blinder, allGroups: () throws(KeychainError) -> [BlindValue]
  ) throws(KeychainError) -> RowSelection {
    let key = chooseKey()
    return RowSelection(
      key: key, further: furtherIndices(beside: key),
      groups: try blindGroups(blinder, allGroups: allGroups), groupsHaveRows: groups == .every,
      isSynchronizable: query.isSynchronizable, isTombstone: isTombstone)
  }

  /// The blind values under which the rows of one group are found.
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

  /// The indices of single attributes that the query names and the key does not cover.
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

  /// What goes into the value of an index for any group; nil unless the query covers the index.
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
      // Present: the index was chosen because the query covers it.
      try blinder.value(
        of: schema.indices[position], schema, forms: forms(of: schema.indices[position]) ?? [],
        in: group)
    case .domain: try blinder.domain(Substring(query.hostOrSubdomain ?? ""), in: group)
    case .group: group
    }
  }

  /// The blind values of the groups that are searched.
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
  /// The position of the index that finds rows; nil when something else does.
  fileprivate var index: Int? { if case .index(let position) = self { position } else { nil } }
}

extension PersistentReference {
  /// The identifier of an item of this store; nil for other forms.
  var identifier: RowIdentifier? {
    if case .item(_, let identifier) = self { identifier } else { nil }
  }
}
