import KeychainCrypto
package import KeychainModel
package import KeychainStore

extension RowSealer {
  /// Whether a row is certainly sealed under a destroyed key. The key number alone does not prove
  /// this: it cannot be authenticated without the key, so it may be damaged.
  ///
  /// The row must have the class of the destroyed key, and no remaining key may open it.
  ///
  /// - Throws: `.interactionNotAllowed` while keys are locked, because a locked key might open the
  ///   row.
  package func isDead(_ row: ItemRow, _ schema: ItemSchema) throws(KeychainError) -> Bool {
    // The class key opened the row. It is dead because its authentication key is gone.
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
