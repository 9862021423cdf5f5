import KeychainModel
import KeychainStore

/// How the items of a query are found and told apart: by an index as far as it goes, by tags for
/// what no index covers, and, once a row is open, by comparing everything again.
struct MatchPlan {
  let schema: ItemSchema
  let query: ItemQuery
  let groups: GroupScope
  let isTombstone: Bool

  /// The attributes that only the tags of a row tell apart before it is opened.
  let tagged: [(attribute: Attribute, value: AttributeValue, isDefault: Bool)]

  /// Nil when no row of this class can match.
  init?(_ query: ItemQuery, _ groups: GroupScope) {
    schema = ItemSchema.of(query.itemClass)
    self.query = query
    self.groups = groups
    isTombstone = query.attributes[.tombstone] == .number(1)
    let schema = self.schema
    tagged = query.attributes.entries.compactMap { name, value in
      guard let attribute = schema[name], schema.isTagged(attribute) else { return nil }
      return (attribute, value, attribute.isDefault(value))
    }
    // The only view is the user's own, whose identifier is empty.
    if let view = query.attributes[.multiUser], view != .data([]) { return nil }
    if query.attributes[.accessible] == .string(Accessibility.untilReboot) { return nil }
    switch query.reference {
    case .rowNumber, .token: return nil  // Forms that no item of this store has.
    case .item, nil: break
    }
  }

  /// The items that the query names one by one; nil when it names none.
  var identifiers: [RowIdentifier]? {
    var named: [RowIdentifier]?
    if let list = query.itemList { named = list.compactMap(\.identifier) }
    if let reference = query.reference?.identifier {
      named = named.map { $0.contains(reference) ? [reference] : [] } ?? [reference]
    }
    return named
  }

  // MARK: Finding

  /// The rows that may match, in the index that narrows them down most.
  func selection(
    _ blinder: Blinder, allGroups: () throws(KeychainError) -> [BlindValue]
  ) throws(KeychainError) -> RowSelection {
    let groups = try blindGroups(blinder, allGroups: allGroups)
    let key = chooseKey()
    var covered: Set<AttributeName> = []
    if case .index(let position) = key { covered = Set(schema.indices[position].attributes) }
    let further = schema.indices.indices.filter { position in
      let index = schema.indices[position]
      return index.attributes.count == 1 && query.attributes[index.attributes[0]] != nil
        && !covered.contains(index.attributes[0])
    }
    var branches: [RowSelection.Branch] = []
    for group in groups {
      var values: [BlindValue] = []
      for position in further {
        if let value = try blinder.value(
          of: schema.indices[position], schema, query.attributes, in: group)
        {
          values.append(value)
        }
      }
      branches.append(
        RowSelection.Branch(key: try keyValue(key, group, blinder), further: values))
    }
    return RowSelection(
      key: key, further: further, branches: branches, isSynchronizable: query.isSynchronizable,
      isTombstone: isTombstone)
  }

  private func chooseKey() -> RowSelection.Key {
    if let host = query.hostOrSubdomain, HostName.isIndexed(host), !isTombstone { return .domain }
    let position = schema.indices.firstIndex { index in
      index.attributes.allSatisfy { query.attributes[$0] != nil }
    }
    return position.map { .index($0) } ?? .group
  }

  private func keyValue(
    _ key: RowSelection.Key, _ group: BlindValue, _ blinder: Blinder
  ) throws(KeychainError) -> BlindValue {
    switch key {
    case .index(let position):
      // Present: the index was chosen because the query has its attributes.
      try blinder.value(of: schema.indices[position], schema, query.attributes, in: group) ?? group
    case .domain: try blinder.domain(Substring(query.hostOrSubdomain ?? ""), in: group)
    case .group, .identifier: group
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

extension PersistentReference {
  /// The identifier of an item of this store; nil for other forms.
  var identifier: RowIdentifier? {
    if case .item(_, let identifier) = self { identifier } else { nil }
  }
}
