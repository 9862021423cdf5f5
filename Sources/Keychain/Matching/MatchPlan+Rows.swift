import KeychainModel
import KeychainStore

// Telling rows apart: before they are opened by what is readable, afterwards by everything.

extension MatchPlan {
  /// Whether a row may match, by its columns and tags. What this says no to is not found, whether
  /// or not its class is locked.
  func mayMatch(_ row: StoredRow, _ blinder: Blinder) throws(KeychainError) -> Bool {
    if let constant = query.attributes[.accessible]?.text,
      row.accessibility.constant != constant
    {
      return false
    }
    for (attribute, wanted, isDefault) in tagged {
      let found = RowTags.tag(of: attribute, in: row.tags)
      let expected =
        isDefault ? nil : try blinder.tag(wanted, of: attribute, in: row.identifier)
      guard found == expected else { return false }
    }
    return true
  }

  /// Whether a row that was found by its identifier may match: what its index would have said.
  func mayMatchIndexed(
    _ row: StoredRow, _ blinder: Blinder
  ) throws(KeychainError) -> Bool {
    guard row.isTombstone == isTombstone,
      query.isSynchronizable == nil || query.isSynchronizable == row.isSynchronizable
    else { return false }
    if query.attributes[.accessGroup] != nil || groups != .every {
      let allowed = try blindGroups(blinder) { () throws(KeychainError) in [] }
      guard allowed.contains(row.accessGroup) else { return false }
    }
    for (position, index) in schema.indices.enumerated()
    where index.attributes.count == 1 && query.attributes[index.attributes[0]] != nil {
      let wanted = try blinder.value(of: index, schema, query.attributes, in: row.accessGroup)
      guard row.indexed[position] == wanted else { return false }
    }
    return true
  }

  /// Whether the content of a row matches: the group and each queried attribute again, and what
  /// cannot be seen before.
  func matches(_ content: OpenedRow) -> Bool {
    guard let group = content.attributes[.accessGroup]?.text else { return false }
    if case .these(let names) = groups, !names.contains(where: group.isIdentical) {
      return false
    }
    for (name, wanted) in query.attributes.entries
    where name != .tombstone && name != .multiUser {
      guard let attribute = schema[name] else { return false }
      guard let found = content.attributes[name] ?? attribute.comparedWhenAbsent,
        attribute.isEqual(found, wanted)
      else { return false }
    }
    if let host = query.hostOrSubdomain {
      guard case .string(let server)? = content.attributes[.server],
        HostName.matches(server, host)
      else { return false }
    }
    return true
  }
}
