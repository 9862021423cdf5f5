import KeychainCrypto
package import KeychainModel
package import KeychainStore

extension RowSealer {
  /// Whether a row is sealed under a destroyed key, beyond doubt: nothing can be authenticated
  /// without the key, and a row whose key number was damaged says the same.
  ///
  /// The class of the row must be that of the key, and none of the keys that are left may open it.
  ///
  /// - Throws: `.interactionNotAllowed` while some of them are locked: one of those may open it.
  package func isDead(_ row: StoredRow, _ schema: ItemSchema) throws(KeychainError) -> Bool {
    // Its own key opened it: what is gone is the authentication key behind.
    if ring.status(of: row.keyID) == .usable, case .dead = try open(row, schema) { return true }
    guard ring.status(of: row.keyID) == .destroyed,
      ring.accessibility(of: row.keyID) == row.accessibility
    else { return false }
    guard ring.openClasses.count == Accessibility.allCases.count else {
      throw KeychainError(.interactionNotAllowed, "the keychain is locked")
    }
    var other = row
    for key in ring.usableKeys {
      other.keyID = key.keyID
      other.accessibility = key.accessibility
      if try open(other, schema).content != nil { return false }
    }
    return true
  }
}
