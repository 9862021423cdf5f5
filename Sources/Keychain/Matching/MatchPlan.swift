import KeychainModel
import KeychainStore

/// How the items of a query are found and told apart: by an index as far as it goes, by tags for
/// what no index covers, and, once a row is open, by comparing everything again.
///
/// A class, like the operations that use it: closures capture them, and a struct of many parts would
/// be copied each time.
final class MatchPlan {
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
    let keyForms = forms(of: key, blinder)
    let further = furtherIndices(beside: key)
    let furtherForms = further.map { position in
      blinder.forms(of: schema.indices[position], schema, query.attributes) ?? []
    }
    var branches: [RowSelection.Branch] = []
    branches.reserveCapacity(groups.count)
    for group in groups {
      var branch = RowSelection.Branch(key: try value(of: key, keyForms, group, blinder))
      for (position, forms) in zip(further, furtherForms) {
        branch.further.append(
          try blinder.value(of: schema.indices[position], schema, forms: forms, in: group))
      }
      branches.append(branch)
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

  /// The indices of single attributes that the query names and the key does not cover.
  private func furtherIndices(beside key: RowSelection.Key) -> [Int] {
    var covered: [AttributeName] = []
    if case .index(let position) = key { covered = schema.indices[position].attributes }
    return schema.indices.indices.filter { position in
      let attributes = schema.indices[position].attributes
      return attributes.count == 1 && !covered.contains(attributes[0])
        && query.attributes[attributes[0]] != nil
    }
  }

  private func forms(of key: RowSelection.Key, _ blinder: Blinder) -> [UInt8] {
    guard case .index(let position) = key else { return [] }
    // Present: the index was chosen because the query has its attributes.
    return blinder.forms(of: schema.indices[position], schema, query.attributes) ?? []
  }

  private func value(
    of key: RowSelection.Key, _ forms: [UInt8], _ group: BlindValue, _ blinder: Blinder
  ) throws(KeychainError) -> BlindValue {
    switch key {
    case .index(let position):
      try blinder.value(of: schema.indices[position], schema, forms: forms, in: group)
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
