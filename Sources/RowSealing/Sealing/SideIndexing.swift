package import KeychainModel
package import KeychainStore

/// The indices of a class in tables of their own: internet passwords are found by parent domains of their server,
/// generic passwords by their free attributes.
///
/// They follow from the items, so they can be made again, as after a repair. Items that do not open are not found by a
/// search either.
package struct SideIndexing {
  let connection: Connection
  let sealer: RowSealer

  package init(connection: Connection, sealer: RowSealer) {
    self.connection = connection
    self.sealer = sealer
  }

  /// The entries by which an item is found; a tombstone has none.
  ///
  /// Domains follow from what is in columns, so that a row whose columns stay needs no new ones: a
  /// server stored as data has those of the equal string, though it never matches a host.
  package static func entries(
    of row: StoredRow, _ attributes: AttributeSet, _ index: ItemSchema.SideIndex, _ blinder: Blinder
  ) throws(KeychainError) -> SideEntries {
    var entries = SideEntries()
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

  /// The string that a server is equal to; nil for bytes that no string has.
  private static func text(of server: AttributeValue?) -> String? {
    switch server {
    case .string(let text): text
    case .data(let bytes): String(validating: bytes, as: UTF8.self)
    case .number(let number):
      String(validating: AttributeKind.fourBytes(number), as: UTF8.self)
    case .date, nil: nil
    }
  }

  /// Whether an item is found by its entries, and by no others.
  package func finds(
    _ row: StoredRow, _ content: OpenedRow, _ index: ItemSchema.SideIndex
  ) throws(KeychainError) -> Bool {
    try connection.sideEntries(index, isSynchronizable: row.isSynchronizable, of: row.number)
      == Self.entries(of: row, content.attributes, index, sealer.blinder)
  }

  /// Whether every item that opens is. Those that are locked say nothing.
  package func isComplete() throws(KeychainError) -> Bool {
    var isComplete = true
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      guard let index = schema.sideIndex else { continue }
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

  /// Fills empty indices, in the caller's transaction.
  package func rebuild() throws(KeychainError) {
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      guard let index = schema.sideIndex else { continue }
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        guard let row, let content = try sealer.open(row, schema).content else { return true }
        try set(row, content.attributes, index, isNew: true)
        return true
      }
    }
  }

  /// Makes a row that is stored findable by its entries and by no others.
  package func set(
    _ row: StoredRow, _ attributes: AttributeSet, _ index: ItemSchema.SideIndex, isNew: Bool
  ) throws(KeychainError) {
    try connection.setSideEntries(
      try Self.entries(of: row, attributes, index, sealer.blinder), index,
      isSynchronizable: row.isSynchronizable, of: row.number, isNew: isNew)
  }
}
