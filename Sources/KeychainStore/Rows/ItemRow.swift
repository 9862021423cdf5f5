package import KeychainModel

/// A row of an item table: unsealed columns, blind values, and sealed parts.
package struct ItemRow: Sendable {
  /// The row number, which determines the position of the row in creation order; 0 before the row is inserted.
  package var number: Int64
  package var identifier: RowIdentifier
  package var keyID: UInt32
  package var accessibility: Accessibility
  package var isSynchronizable: Bool
  package var isTombstone: Bool
  /// A number that determines who may use the item. The number is readable without keys, and authenticated with the
  /// metadata. 0 means every program that has the access group.
  package var policy: Int64
  package var accessGroup: BlindValue
  package var uniqueness: BlindValue
  /// The blind values, one for each index in the class's schema, in the same order. A value is nil
  /// when the row does not have the attribute.
  package var indexed: IndexedValues
  /// Nine bytes for each tagged attribute: the number of the attribute and a 64-bit tag.
  package var tags: [UInt8]
  package var metadata: [UInt8]
  /// The sealed secret. Nil when there is no secret, or when the secret is in chunks.
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

extension ItemRow {
  /// Reads the current row of a select. Returns nil when an unsealed column contains an invalid
  /// value.
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
      policy: Self.policy(statement), accessGroup: accessGroup, uniqueness: uniqueness,
      indexed: indexed, tags: statement.bytes(trailing), metadata: statement.bytes(trailing + 1),
      secret: statement.isNull(trailing + 2) ? nil : statement.bytes(trailing + 2))
  }

  /// The policy in the current row of a select.
  static func policy(_ statement: Statement) -> Int64 { statement.integer(7) }

  /// The value of a column that contains 0 or 1. Other numbers are invalid, because a search compares the column with 0
  /// and 1. A search would not find a row with another number, although the row could be opened.
  static func flag(_ number: Int64) -> Bool? {
    switch number {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Binds all columns except the row number, in the order of `ItemTable.columns`.
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

extension ItemRow {
  /// Whether all columns except the tags and the sealed parts equal the columns of another row.
  package func hasSameColumns(as other: ItemRow) -> Bool {
    number == other.number && identifier == other.identifier && keyID == other.keyID
      && accessibility == other.accessibility && isSynchronizable == other.isSynchronizable
      && isTombstone == other.isTombstone && policy == other.policy
      && accessGroup == other.accessGroup
      && uniqueness == other.uniqueness && indexed == other.indexed
  }
}

/// The blind values of one row, one for each index of its class. A value is nil when the row does
/// not have the attribute.
///
/// The values are stored inline instead of in an array, because every row that is read has these values.
package struct IndexedValues: Sendable {
  /// The largest number of indices of a class.
  package static let capacity = 8

  private var values: InlineArray<8, BlindValue?> = .init(repeating: nil)
  package private(set) var count = 0

  package init() {}

  package init(_ values: some Sequence<BlindValue?>) {
    for value in values { append(value) }
  }

  /// - Precondition: There are fewer than `capacity` values. No class of the catalogue has more
  ///   indices.
  package mutating func append(_ value: BlindValue?) {
    values[count] = value
    count += 1
  }

  package subscript(_ position: Int) -> BlindValue? { values[position] }
}

extension IndexedValues: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
  }
}
