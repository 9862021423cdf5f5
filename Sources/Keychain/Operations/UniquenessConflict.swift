import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Handles the row that already has the uniqueness key of a new or changed item.
struct UniquenessConflict {
  /// A tombstone, which an equal item may replace.
  struct Tombstone {
    let row: ItemRow
    let content: OpenedRow
  }

  let session: ItemSession
  let schema: ItemSchema
  let clock: any KeychainClock

  private var writer: RowWriter { RowWriter(session: session, schema: schema) }

  /// Resolves the conflict between an item and the row that has the same uniqueness key (specification: secitem 3.4.1)
  /// (compatibility: D20, D22, D33).
  ///
  /// A row that cannot be opened is moved to quarantine. A row whose key was certainly destroyed is deleted.
  ///
  /// - Parameter key: The uniqueness key; nil when the item is unique by its reference.
  /// - Parameter own: The number of the row that is being changed. This row does not conflict with itself.
  /// - Returns: The tombstone with this uniqueness key, if there is one.
  /// - Throws: `.duplicateItem` when the row contains an item. `.missingEntitlement`, before the row is opened, when a
  ///   program of a higher grade stored the row: the error is the same as for a foreign access group. `.notAvailable` when
  ///   the keybag does not have the key of the row, because another keybag may have this key.
  func resolve(
    at key: BlindValue?, own: Int64? = nil
  ) throws(KeychainError) -> Tombstone? {
    guard let key, let found = try session.connection.row(uniqueness: key, of: schema.itemClass),
      found.number != own
    else { return nil }
    // Also a damaged row of a program of a higher grade keeps its place.
    guard found.policy <= session.grade else { throw Caller.foreign }
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

  /// Whether the key of a row was certainly destroyed. Returns false when this cannot be determined because keys are
  /// locked.
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

/// A tombstone replaces a deleted item. The attributes of a tombstone are the uniqueness key, the accessibility, the
/// dates and the identifiers (specification: secitem 6.2).
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
