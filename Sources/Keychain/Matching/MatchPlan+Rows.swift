import KeychainCrypto
import KeychainModel
import KeychainStore
import RowSealing

// Telling rows apart: before they are opened by what is readable, afterwards by everything.

extension MatchPlan {
  /// Whether a row may match, by its columns and tags. What this says no to is not found, whether
  /// or not its class is locked.
  func mayMatch(_ row: StoredRow, _ blinder: Blinder) throws(KeychainError) -> Bool {
    if let accessibility, row.accessibility != accessibility { return false }
    guard hasTagged else { return true }
    for condition in conditions where condition.isTagged {
      let found = RowTags.tag(of: condition.attribute, in: row.tags)
      let expected =
        condition.isMetByAbsence
        ? nil : try blinder.tag(condition.form, of: condition.attribute, in: row.identifier)
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

  /// Reads the metadata of a row if it matches; nil if not. The group and each queried attribute
  /// are compared again, and what cannot be seen before.
  ///
  /// - Parameters:
  ///   - guarded: The ciphers of a row that is guarded.
  ///   - reading: Whether the attributes are wanted, beside what is said of the secret.
  /// - Throws: `.decode` for metadata that no version writes.
  func match(
    _ metadata: UnsafeRawBufferPointer, _ guarded: GuardedCiphers?, reading: Bool
  ) throws(KeychainError) -> OpenedRow? {
    var reader = MetadataReader(metadata)
    var isGroupMeant = false
    var isHostMeant = query.hostOrSubdomain == nil
    var hasFreeAttributes = query.freeAttributes?.isEmpty ?? true
    var presentCount = 0
    while let entry = try reader.next() {
      if entry.number == schema.accessGroupNumber { isGroupMeant = isMeant(entry) }
      if let host = query.hostOrSubdomain, entry.number == schema.serverNumber {
        guard case .string(let server) = entry.value else { return nil }
        isHostMeant = HostName.matches(server, host)
      }
      if let wanted = query.freeAttributes, entry.number == schema.freeAttributesNumber {
        hasFreeAttributes = FreeAttributes(entry.value)?.contains(wanted) == true
      }
      if entry.number == schema.accessControlNumber, guarded == nil {
        try AccessConstraints(entry.value).guarding(schema.itemClass).requireNone()
      }
      if let condition = conditions.first(where: { $0.number == entry.number }) {
        guard condition.isMet(by: entry) else { return nil }
        if !condition.isMetByAbsence { presentCount += 1 }
      }
    }
    guard isGroupMeant, isHostMeant, hasFreeAttributes, presentCount == neededCount else {
      return nil
    }
    var content = OpenedRow(attributes: AttributeSet(), secret: reader.secret)
    if reading { content = try MetadataCoding.decode(metadata, schema) }
    content.guarded = guarded
    return content
  }

  /// Whether the group of a row is among those that are searched.
  private func isMeant(_ entry: MetadataReader.Entry) -> Bool {
    guard entry.isText else { return false }
    guard case .these(let names) = groups else { return true }
    return names.contains { name in name.withBytes { $0.isIdentical(to: entry.content) } }
  }
}
