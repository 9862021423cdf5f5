import KeychainCrypto
import KeychainModel
import KeychainStore
import RowSealing

/// A database with another identifier than the keybag's. When a row opens it is the right database, and its
/// identifier is damaged.
struct ForeignDatabase {
  let connection: Connection
  let sealer: RowSealer

  /// Why it is not used: with the cause `databaseDamaged` when a row opens, `mustBeUnlocked` when none says
  /// anything as long as the store is locked.
  func refusal() throws(KeychainError) -> KeychainError {
    var (isOurs, hasLocked) = (false, false)
    for itemClass in ItemClass.stored where !isOurs {
      var rest = 100
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        if let row {
          if sealer.ring.status(of: row.keyID) == .locked { hasLocked = true }
          if try opens(row, ItemSchema.of(itemClass)) { isOurs = true }
        }
        rest -= 1
        return !isOurs && rest > 0
      }
    }
    if hasLocked, !isOurs {
      return KeychainError(
        .interactionNotAllowed,
        "keychain.db says that it is of another keychain than the keybag; whether that is so, or the file "
          + "damaged, shows once the keychain is unlocked",
        cause: .mustBeUnlocked)
    }
    guard !isOurs else {
      return KeychainError(
        .notAvailable,
        "keychain.db says that it is of another keychain than the keybag, whose keys open its items",
        cause: .databaseDamaged)
    }
    return KeychainError(
      .notAvailable, "keychain.db and keybag belong to different stores",
      because: .filesOfDifferentKeychains)
  }

  /// Whether a row is known to open; one that is locked says nothing.
  private func opens(_ row: StoredRow, _ schema: ItemSchema) throws(KeychainError) -> Bool {
    guard sealer.ring.status(of: row.keyID) == .usable else { return false }
    switch try sealer.open(row, schema) {
    case .opened, .guarded: return true
    case .dead, .unknownKey, .damaged: return false
    }
  }
}
