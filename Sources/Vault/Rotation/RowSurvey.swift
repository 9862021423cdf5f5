import KeychainCrypto
import KeychainModel
import KeychainStore
import RowSealing

/// Reads every row of a store to find out which are sealed under retired keys.
struct RowSurvey {
  /// A row, or what is left of one.
  enum Place: Hashable {
    case row(ItemClass, number: Int64)
    case quarantined(entry: Int64)
  }

  /// Rows that say they are sealed under a retired key.
  private(set) var candidates: [Place] = []

  /// Retired keys that rows need whose key number, or record, is damaged: such a row says another key,
  /// or none, and one with the right number would open.
  private(set) var neededKeys: Set<UInt32> = []

  private let session: ItemSession

  /// The retired keys at the time.
  let retired: Set<UInt32>

  init(_ session: ItemSession) {
    self.session = session
    retired = session.sealer.ring.retiredKeyIDs
  }

  /// Runs in the caller's transaction.
  ///
  /// - Throws: `.interactionNotAllowed` when a key is locked.
  mutating func run() throws(KeychainError) {
    guard !retired.isEmpty else { return }
    for itemClass in ItemClass.stored {
      let schema = ItemSchema.of(itemClass)
      var unreadable: [Int64] = []
      var found: [Place] = []
      var needed: Set<UInt32> = []
      try session.connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
        guard let row else {
          unreadable.append(number)
          return true
        }
        if retired.contains(row.keyID) { found.append(.row(itemClass, number: number)) }
        needed.formUnion(try keysNeeded(by: row, schema))
        return true
      }
      candidates += found
      neededKeys.formUnion(needed)
      for number in unreadable {
        note(try session.connection.keyID(ofRow: number, of: itemClass))
      }
    }
    for quarantined in try session.connection.quarantinedRows() {
      guard let itemClass = quarantined.itemClass, let row = quarantined.row else {
        note(quarantined.keyID)
        continue
      }
      if retired.contains(row.keyID) {
        candidates.append(.quarantined(entry: quarantined.entry))
      }
      neededKeys.formUnion(try keysNeeded(by: row, ItemSchema.of(itemClass)))
    }
  }

  /// Notes what a row needs that cannot be opened at all. Under a key that is in use it says what can
  /// be believed; otherwise it may be any.
  private mutating func note(_ keyID: UInt32?) {
    if let keyID, session.sealer.ring.status(of: keyID) == .usable {
      if retired.contains(keyID) { neededKeys.insert(keyID) }
    } else {
      neededKeys.formUnion(retired)
    }
  }

  /// The retired keys that open a row which says that it is under another key, and does not open.
  private func keysNeeded(
    by row: StoredRow, _ schema: ItemSchema
  ) throws(KeychainError) -> Set<UInt32> {
    if try session.sealer.opens(row, schema) { return [] }
    var needed: Set<UInt32> = []
    var other = row
    for keyID in retired {
      guard let accessibility = session.sealer.ring.accessibility(of: keyID) else { continue }
      other.keyID = keyID
      other.accessibility = accessibility
      if try session.sealer.opens(other, schema) { needed.insert(keyID) }
    }
    return needed
  }
}
