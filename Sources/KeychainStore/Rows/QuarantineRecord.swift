package import KeychainModel

/// The encoding of a row in quarantine: the name, type and bytes of every column.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version of this format: 1 |
/// | 1 | number of columns |
///
/// then, for each column, with little-endian numbers:
///
/// | bytes | field |
/// |---|---|
/// | 1 | length *n* of the name |
/// | *n* | name |
/// | 1 | type: 0 null, 1 integer, 2 real, 3 text, 4 blob |
/// | 0 or 8 | value of an integer or real; length of a text or blob |
/// | … | text or blob |
///
/// Names and types are stored because the row may be damaged in any way, and because a later
/// version may have other columns.
struct QuarantineRecord: Equatable {
  var columns: [(name: String, value: SQLValue)]

  static func == (left: Self, right: Self) -> Bool {
    left.columns.elementsEqual(right.columns) { $0.name == $1.name && $0.value == $1.value }
  }

  private static let version: UInt8 = 1

  /// The value of a column; nil when the record has no column of this name.
  subscript(_ name: String) -> SQLValue? {
    get { columns.first { $0.name == name }?.value }
    set {
      guard let newValue, let position = columns.firstIndex(where: { $0.name == name }) else {
        return
      }
      columns[position].value = newValue
    }
  }

  init(_ columns: [(name: String, value: SQLValue)]) { self.columns = columns }

  var encoded: [UInt8] {
    var bytes = [Self.version, UInt8(truncatingIfNeeded: columns.count)]
    for (name, value) in columns {
      bytes.append(UInt8(truncatingIfNeeded: name.utf8.count))
      bytes.append(contentsOf: name.utf8)
      Self.append(value, to: &bytes)
    }
    return bytes
  }

  private static func append(_ value: SQLValue, to bytes: inout [UInt8]) {
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    switch value {
    case .null: bytes.append(0)
    case .integer(let number):
      bytes.append(1)
      append(UInt64(bitPattern: number))
    case .real(let number):
      bytes.append(2)
      append(number.bitPattern)
    case .text(let content), .blob(let content):
      if case .text = value { bytes.append(3) } else { bytes.append(4) }
      append(UInt64(content.count))
      bytes.append(contentsOf: content)
    }
  }

  /// Decodes a record. Returns nil unless the bytes come from `encoded`.
  init?(decoding bytes: [UInt8]) {
    var rest = bytes[...]
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func byte() -> UInt8? { take(1)?.first }
    func number() -> UInt64? {
      take(8).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    }
    func value() -> SQLValue? {
      switch byte() {
      case 0: return .null
      case 1: return number().map { .integer(Int64(bitPattern: $0)) }
      case 2: return number().map { .real(Double(bitPattern: $0)) }
      case let type? where type == 3 || type == 4:
        guard let count = number().flatMap({ Int(exactly: $0) }), let content = take(count) else {
          return nil
        }
        return type == 3 ? .text(Array(content)) : .blob(Array(content))
      default: return nil
      }
    }
    guard byte() == Self.version, let count = byte() else { return nil }
    var columns: [(name: String, value: SQLValue)] = []
    for _ in 0..<count {
      guard let length = byte(), let name = take(Int(length)),
        let text = String(validating: name, as: UTF8.self), let value = value()
      else { return nil }
      columns.append((text, value))
    }
    guard rest.isEmpty else { return nil }
    self.columns = columns
  }
}

/// A row that could not be opened, and was moved to quarantine because an item with the same uniqueness key was added.
package struct QuarantinedRow: Sendable {
  /// The number of the entry in the quarantine table.
  package let entry: Int64
  /// The item class; nil when the stored class is damaged.
  package let itemClass: ItemClass?
  /// The row number, which determines the position of the row in creation order.
  package let number: Int64
  /// The time at which the row was moved to quarantine, in seconds since 2001-01-01 00:00:00 UTC.
  package let moved: Double

  let record: QuarantineRecord?

  /// The identifier of the item; nil when the identifier is damaged.
  package var identifier: RowIdentifier? {
    record?["ref"]?.blob.flatMap { RowIdentifier($0) }
  }

  /// The number of the key that sealed the row; nil when the number is damaged.
  package var keyID: UInt32? { record?["key_id"]?.integer.flatMap { UInt32(exactly: $0) } }

  /// The row; nil when an unsealed column contains an invalid value.
  package var row: ItemRow? {
    guard let record, let itemClass else { return nil }
    return ItemRow(record, number: number, itemClass)
  }

  /// Whether the record of the row can be read.
  package var isReadable: Bool { record != nil }
}

extension ItemRow {
  fileprivate init?(_ record: QuarantineRecord, number: Int64, _ itemClass: ItemClass) {
    func blind(_ column: String) -> BlindValue? {
      record[column]?.blob.flatMap { bytes in bytes.withUnsafeBytes { BlindValue($0) } }
    }
    func integer(_ column: String) -> Int64? { record[column]?.integer }
    guard let identifier = record["ref"]?.blob.flatMap({ RowIdentifier($0) }),
      let keyID = integer("key_id").flatMap({ UInt32(exactly: $0) }),
      let accessibility = integer("pdmn").flatMap({ UInt8(exactly: $0) })
        .flatMap({ Accessibility(rawValue: $0) }),
      let isSynchronizable = integer("sync").flatMap(ItemRow.flag),
      let isTombstone = integer("tomb").flatMap(ItemRow.flag),
      let policy = integer("policy"), let accessGroup = blind("agrp"),
      let uniqueness = blind("ukey"),
      let tags = record["tags"]?.blob, let metadata = record["meta"]?.blob
    else { return nil }
    self.init(
      number: number, identifier: identifier, keyID: keyID, accessibility: accessibility,
      isSynchronizable: isSynchronizable, isTombstone: isTombstone, policy: policy,
      accessGroup: accessGroup, uniqueness: uniqueness,
      indexed: IndexedValues(ItemSchema.of(itemClass).indices.map { blind($0.column) }), tags: tags,
      metadata: metadata, secret: record["secret"]?.blob)
  }
}
