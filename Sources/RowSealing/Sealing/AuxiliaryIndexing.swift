package import KeychainModel
package import KeychainStore

/// The side indices of a class, which have their own tables: internet passwords are found by parent domains of their
/// server, generic passwords by their free attributes.
///
/// The content of a side index is derived from the items, so the content can be created again, for example after a
/// repair. Items that cannot be opened are left out, because a search does not find such items either.
package struct AuxiliaryIndexing {
  let connection: Connection
  let sealer: RowSealer

  package init(connection: Connection, sealer: RowSealer) {
    self.connection = connection
    self.sealer = sealer
  }

  /// The entries that find an item. A tombstone has no entries.
  ///
  /// The domains of an internet password depend on indexed columns only, so a row with unchanged columns keeps its
  /// domains. If the value of the server attribute is data instead of a string, the data are read as UTF-8 and divided
  /// into domains. A search for a host never returns an item with such a server.
  package static func entries(
    of row: ItemRow, _ attributes: AttributeSet, _ index: ItemSchema.AuxiliaryIndex, _ blinder: Blinder
  ) throws(KeychainError) -> AuxiliaryEntries {
    var entries = AuxiliaryEntries()
    guard !row.isTombstone else { return entries }
    switch index {
    case .domains:
      guard let server = text(of: attributes[.server]) else { return entries }
      for domain in HostName.indexedDomains(of: server) {
        entries.domains.insert(try blinder.domain(domain, in: row.accessGroup))
      }
    case .freeAttributes:
      guard let value = attributes[.freeAttributes], let map = FreeAttributes(value) else {
        return entries
      }
      for pair in map.pairs { entries.pairs.insert(try blinder.pair(pair, in: row.accessGroup)) }
      entries.map = try blinder.map(map, in: row.accessGroup)
    }
    return entries
  }

  /// The server as a string; nil when the bytes of the server are not valid UTF-8.
  private static func text(of server: AttributeValue?) -> String? {
    switch server {
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    case .number(let number):
      String(validating: AttributeKind.fourBytes(number), as: UTF8.self)
    case .date, nil: nil
    }
  }

  /// Whether the stored entries of an item are exactly the correct entries.
  package func finds(
    _ row: ItemRow, _ content: OpenedRow, _ index: ItemSchema.AuxiliaryIndex
  ) throws(KeychainError) -> Bool {
    try connection.auxiliaryEntries(index, isSynchronizable: row.isSynchronizable, of: row.number)
      == Self.entries(of: row, content.attributes, index, sealer.blinder)
  }

  /// Whether all items that can be opened have correct entries. Locked items are skipped.
  package func isComplete() throws(KeychainError) -> Bool {
    var isComplete = true
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      guard let index = schema.auxiliaryIndex else { continue }
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        guard let row, sealer.ring.status(of: row.keyID) != .locked,
          let content = try sealer.open(row, schema).content
        else { return true }
        isComplete = try finds(row, content, index)
        return isComplete
      }
      guard isComplete else { return false }
    }
    return true
  }

  /// Fills empty side indices. The caller must start the transaction.
  package func rebuild() throws(KeychainError) {
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      guard let index = schema.auxiliaryIndex else { continue }
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        guard let row, let content = try sealer.open(row, schema).content else { return true }
        try set(row, content.attributes, index, isNew: true)
        return true
      }
    }
  }

  /// Sets the entries of a stored row, and removes all other entries of the row.
  package func set(
    _ row: ItemRow, _ attributes: AttributeSet, _ index: ItemSchema.AuxiliaryIndex, isNew: Bool
  ) throws(KeychainError) {
    try connection.setAuxiliaryEntries(
      try Self.entries(of: row, attributes, index, sealer.blinder), index,
      isSynchronizable: row.isSynchronizable, of: row.number, isNew: isNew)
  }
}

extension AuxiliaryEntries {
  /// The largest number of domains, and of pairs, of one item.
  package static let largestCount = FreeAttributes.largestByteCount / FreeAttributes.smallestPairByteCount

  /// Whether an item whose attributes are not known can have these entries: its sealed attributes contain the pairs.
  package func isPossible(for row: ItemRow, _ index: ItemSchema.AuxiliaryIndex) -> Bool {
    guard !row.isTombstone else { return self == AuxiliaryEntries() }
    return switch index {
    case .domains: pairs.isEmpty && map == nil && domains.count <= HostName.indexedDomainCount
    case .freeAttributes:
      domains.isEmpty && pairs.count <= row.metadata.count / FreeAttributes.smallestPairByteCount
    }
  }
}
