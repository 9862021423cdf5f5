import KeychainCrypto
import KeychainModel
import KeychainStore
import RowSealing

// Rows are compared twice: by their unsealed columns before a row is opened, and by all attributes after the row was
// opened.

extension MatchPlan {
  /// Whether a row may match, according to its columns and tags. If this function returns false, the row is not found,
  /// even if its accessibility class is locked.
  func mayMatch(_ row: ItemRow, _ blinder: Blinder) throws(KeychainError) -> Bool {
    if let accessibility, row.accessibility != accessibility { return false }
    if query.lacksFreeAttributes, let attribute = schema[.freeAttributes],
      RowTags.tag(of: attribute, in: row.tags) != nil
    {
      return false
    }
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

  /// Whether a row that was found by its identifier would also be found with the indices.
  func mayMatchIndexed(
    _ row: ItemRow, _ blinder: Blinder
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

  /// Compares the metadata of a row with all conditions of the query, including the conditions that the columns have
  /// already satisfied. Returns the content of a matching row, and nil for other rows.
  ///
  /// - Parameters:
  ///   - guarded: The ciphers of a guarded row; nil for a row that is not guarded.
  ///   - reading: Whether to return the attributes, in addition to the descriptor of the secret.
  /// - Throws: `.decode` for malformed metadata.
  func match(
    _ metadata: UnsafeRawBufferPointer, _ guarded: GuardedCiphers?, reading: Bool
  ) throws(KeychainError) -> OpenedRow? {
    var reader = MetadataReader(metadata)
    var isGroupSearched = false
    var isHostSearched = query.hostOrSubdomain == nil
    var hasFreeAttributes = !query.namesFreeAttributes
    var presentCount = 0
    while let entry = try reader.next() {
      if entry.number == schema.accessGroupNumber { isGroupSearched = isSearched(entry) }
      if let host = query.hostOrSubdomain, entry.number == schema.serverNumber {
        guard case .string(let server) = entry.value else { return nil }
        isHostSearched = HostName.matches(server, host)
      }
      if query.lacksFreeAttributes, entry.number == schema.freeAttributesNumber { return nil }
      if let wanted = query.freeAttributes, entry.number == schema.freeAttributesNumber {
        hasFreeAttributes = wanted.isContained(inEncoded: entry.content)
      }
      if entry.number == schema.accessControlNumber, guarded == nil {
        try AccessConstraints(entry.value).guarding(schema.itemClass).requireNone()
      }
      if let condition = conditions.first(where: { $0.number == entry.number }) {
        guard condition.isMet(by: entry) else { return nil }
        if !condition.isMetByAbsence { presentCount += 1 }
      }
    }
    guard isGroupSearched, isHostSearched, hasFreeAttributes, presentCount == neededCount else {
      return nil
    }
    var content = OpenedRow(attributes: AttributeSet(), secret: reader.secret)
    if reading { content = try MetadataCoding.decode(metadata, schema) }
    content.guarded = guarded
    return content
  }

  /// Whether the search includes the access group that this metadata entry contains.
  private func isSearched(_ entry: MetadataReader.Entry) -> Bool {
    guard entry.isText else { return false }
    guard case .these(let names) = groups else { return true }
    return names.contains { name in name.withBytes { $0.isIdentical(to: entry.content) } }
  }
}
