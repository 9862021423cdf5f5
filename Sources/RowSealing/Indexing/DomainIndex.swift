package import KeychainModel
package import KeychainStore

/// The index that finds internet passwords by parent domains of their server.
///
/// It follows from the items, so it can be made anew: after a repair, and for databases that were
/// made before there was one. Items that do not open are not found by a search either.
package struct DomainIndex {
  let connection: Connection
  let sealer: RowSealer

  package init(connection: Connection, sealer: RowSealer) {
    self.connection = connection
    self.sealer = sealer
  }

  /// The domains that an item is found by; a tombstone has none.
  ///
  /// They follow from what is in columns, so that a row whose columns stay needs no new ones: a
  /// server stored as data has those of the equal string, though it never matches a host.
  package static func domains(
    of row: StoredRow, _ attributes: AttributeSet, _ blinder: Blinder
  ) throws(KeychainError) -> [BlindValue] {
    guard !row.isTombstone, let server = text(of: attributes[.server]) else { return [] }
    var domains: [BlindValue] = []
    for domain in HostName.indexedDomains(of: server) {
      domains.append(try blinder.domain(domain, in: row.accessGroup))
    }
    return domains
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

  /// Whether an item is found by the domains of its server, and by no others.
  package func finds(_ row: StoredRow, _ content: OpenedRow) throws(KeychainError) -> Bool {
    let expected = try Self.domains(of: row, content.attributes, sealer.blinder)
    let found = try connection.domains(of: row.number)
    return Set(found.map(\.0)) == Set(expected)
      && found.allSatisfy { $0.1 == row.isSynchronizable }
  }

  /// Whether every item that opens is. Those that are locked say nothing.
  package func isComplete() throws(KeychainError) -> Bool {
    var isComplete = true
    for itemClass in ItemClass.stored where ItemSchema.of(itemClass).isSearchedByDomain {
      let schema = ItemSchema.of(itemClass)
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        guard let row, sealer.ring.status(of: row.keyID) != .locked,
          let content = try sealer.open(row, schema).content
        else { return true }
        isComplete = try finds(row, content)
        return isComplete
      }
    }
    return isComplete
  }

  /// Fills an empty index, in the caller's transaction.
  package func rebuild() throws(KeychainError) {
    for itemClass in ItemClass.stored where ItemSchema.of(itemClass).isSearchedByDomain {
      let schema = ItemSchema.of(itemClass)
      try connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
        guard let row, let content = try sealer.open(row, schema).content else { return true }
        try connection.setDomains(
          try Self.domains(of: row, content.attributes, sealer.blinder),
          isSynchronizable: row.isSynchronizable, of: number, isNew: true)
        return true
      }
    }
  }
}
