package import KeychainModel

/// A row that was moved to quarantine to make room for an equal item, because it could not be
/// opened.
package struct QuarantinedRow: Sendable {
  /// The number of the entry in the quarantine table.
  package let entry: Int64
  /// Nil when the stored class is damaged.
  package let itemClass: ItemClass?
  /// The row number, which is its place in creation order.
  package let number: Int64
  /// When the row was moved, in seconds since 2001-01-01 00:00:00 UTC.
  package let moved: Double

  let record: QuarantineRecord?

  /// The identifier of the item; nil when it is damaged.
  package var identifier: RowIdentifier? {
    record?["ref"]?.blob.flatMap { RowIdentifier($0) }
  }

  /// The number of the key that sealed the row; nil when it is damaged.
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
