import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Handles the row that already has the uniqueness key of a new or changed item.
struct UniquenessConflict {
  /// A tombstone. An equal item may replace it.
  struct Tombstone {
    let row: ItemRow
    let content: OpenedRow
  }

  let session: ItemSession
  let schema: ItemSchema
  let clock: any KeychainClock

  private var writer: RowWriter { RowWriter(session: session, schema: schema) }

  /// Makes room for an item (specification: secitem 3.4.1, D20, D22, D33).
  ///
  /// A row that cannot be opened is moved to quarantine. A row whose key was certainly destroyed is deleted.
  ///
  /// - Parameter key: The uniqueness key. Nil when the item is unique by its reference, which is new.
  /// - Parameter own: The number of the row that is being changed. It does not conflict with itself.
  /// - Returns: The tombstone with this uniqueness key, if there is one.
  /// - Throws: `.duplicateItem` for a live item. `.notAvailable` when the keybag does not have the key of
  ///   the row, because another keybag may have it.
  func resolve(
    at key: BlindValue?, own: Int64? = nil
  ) throws(KeychainError) -> Tombstone? {
    guard let key, let found = try session.connection.row(uniqueness: key, of: schema.itemClass),
      found.number != own
    else { return nil }
    guard let row = found.row else {
      try quarantine(found.number)
      return nil
    }
    switch try session.sealer.open(row, schema) {
    case .opened(let content):
      if row.isTombstone { return Tombstone(row: row, content: content) }
      guard try session.readableSecret(of: row, content, schema) != nil else {
        try quarantine(row.number)
        return nil
      }
      throw KeychainError(.duplicateItem, "an item with the same key exists")
    case .guarded:
      throw KeychainError(.duplicateItem, "an item with the same key exists")
    case .dead:
      if try isDead(row) {
        try writer.delete(row)
      } else {
        try quarantine(row.number)
      }
      return nil
    case .unknownKey:
      throw KeychainError(
        .notAvailable, "an equal item is sealed under a key that the keybag does not have")
    case .damaged:
      try quarantine(row.number)
      return nil
    }
  }

  /// Whether the key of a row was certainly destroyed. While keys are locked, this cannot be found
  /// out for every row; then it returns false.
  private func isDead(_ row: ItemRow) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      return try session.sealer.isDead(row, schema)
    } catch {
      guard error.code == .interactionNotAllowed else { throw error }
      return false
    }
  }

  private func quarantine(_ number: Int64) throws(KeychainError) {
    Log.error("\(schema.itemClass) item \(number) does not open; an equal one takes its place")
    try writer.quarantine(number, at: clock.now)
  }
}

/// The attributes of a tombstone, which replaces a deleted item: uniqueness key, accessibility,
/// dates and identifiers (specification: secitem 6.2).
enum Tombstone {
  static func attributes(
    of attributes: AttributeSet, _ schema: ItemSchema, at now: Double
  ) -> AttributeSet {
    var kept = AttributeSet()
    for (name, value) in attributes.entries {
      guard let attribute = schema[name] else { continue }
      let isKept =
        attribute.traits.contains(.unique) || name == .accessible || name == .creationDate
        || name == .modificationDate || name == AttributeName("UUID") || name == .freeAttributes
      if isKept { kept.append(name, value) }
    }
    kept[.tombstone] = .number(1)
    kept[.modificationDate] = .date(now)
    ModificationDate.advance(&kept, beyond: attributes)
    return kept
  }
}
