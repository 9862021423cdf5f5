package import KeychainModel

/// A row of an item table: what is readable without keys, blind values, and the sealed parts.
package struct StoredRow: Sendable {
  /// The place in the order of creation; 0 before the row is inserted.
  package var number: Int64
  package var identifier: RowIdentifier
  package var keyID: UInt32
  package var accessibility: Accessibility
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// Who may use the item, as a number that its metadata is bound to and that is readable without keys: 0 for
  /// whoever has the access group.
  package var policy: Int64
  package var accessGroup: BlindValue
  package var uniqueness: BlindValue
  /// One value for each index of the class's schema, in its order; nil without the attribute.
  package var indexed: IndexedValues
  /// Nine bytes an attribute: its number and a 64-bit tag.
  package var tags: [UInt8]
  package var metadata: [UInt8]
  /// The sealed secret; nil without a secret, or when it lies in chunks.
  package var secret: [UInt8]?

  package init(
    number: Int64, identifier: RowIdentifier, keyID: UInt32, accessibility: Accessibility,
    isSynchronizable: Bool, isTombstone: Bool, policy: Int64, accessGroup: BlindValue,
    uniqueness: BlindValue, indexed: IndexedValues, tags: [UInt8], metadata: [UInt8],
    secret: [UInt8]?
  ) {
    self.number = number
    self.identifier = identifier
    self.keyID = keyID
    self.accessibility = accessibility
    self.isSynchronizable = isSynchronizable
    self.isTombstone = isTombstone
    self.policy = policy
    self.accessGroup = accessGroup
    self.uniqueness = uniqueness
    self.indexed = indexed
    self.tags = tags
    self.metadata = metadata
    self.secret = secret
  }
}

extension StoredRow {
  /// Reads the current row of a select; nil when a readable column holds what no row can hold.
  init?(_ statement: Statement, indexCount: Int) {
    guard let identifier = statement.identifier(2),
      let keyID = UInt32(exactly: statement.integer(3)),
      let number = UInt8(exactly: statement.integer(4)),
      let accessibility = Accessibility(rawValue: number),
      let isSynchronizable = Self.flag(statement.integer(5)),
      let isTombstone = Self.flag(statement.integer(6)),
      let accessGroup = statement.blindValue(8), let uniqueness = statement.blindValue(9)
    else { return nil }
    let trailing = Int32(10 + indexCount)
    var indexed = IndexedValues()
    for column in 10..<trailing { indexed.append(statement.blindValue(column)) }
    self.init(
      number: statement.integer(0), identifier: identifier, keyID: keyID,
      accessibility: accessibility, isSynchronizable: isSynchronizable, isTombstone: isTombstone,
      policy: statement.integer(7), accessGroup: accessGroup, uniqueness: uniqueness,
      indexed: indexed, tags: statement.bytes(trailing), metadata: statement.bytes(trailing + 1),
      secret: statement.isNull(trailing + 2) ? nil : statement.bytes(trailing + 2))
  }

  /// The meaning of a column that holds 0 or 1. A search looks for just these: with another number a
  /// row would not be found, and open as if nothing had happened.
  static func flag(_ number: Int64) -> Bool? {
    switch number {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Binds every column but the row number, as `Table.columns` orders them.
  func bind(to statement: Statement, _ itemClass: ItemClass) throws(KeychainError) {
    statement.bind(Int64(itemClass.code.rawValue), at: 2)
    try statement.bind(identifier, at: 3)
    statement.bind(Int64(keyID), at: 4)
    statement.bind(Int64(accessibility.rawValue), at: 5)
    statement.bind(isSynchronizable ? 1 : 0, at: 6)
    statement.bind(isTombstone ? 1 : 0, at: 7)
    statement.bind(policy, at: 8)
    try statement.bind(accessGroup, at: 9)
    try statement.bind(uniqueness, at: 10)
    var parameter: Int32 = 11
    for position in 0..<indexed.count {
      if let value = indexed[position] { try statement.bind(value, at: parameter) }
      parameter += 1
    }
    try statement.bind(tags, at: parameter)
    try statement.bind(metadata, at: parameter + 1)
    if let secret { try statement.bind(secret, at: parameter + 2) }
  }
}

extension StoredRow {
  /// Whether only the tags and the sealed parts differ from those of another row.
  package func hasSameColumns(as other: StoredRow) -> Bool {
    number == other.number && identifier == other.identifier && keyID == other.keyID
      && accessibility == other.accessibility && isSynchronizable == other.isSynchronizable
      && isTombstone == other.isTombstone && policy == other.policy
      && accessGroup == other.accessGroup
      && uniqueness == other.uniqueness && indexed == other.indexed
  }
}
