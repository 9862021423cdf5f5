import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Counts the rows that searches pass over because they do not open.
package struct UnreadableRows {
  /// How many there are.
  package struct Count: Sendable, Equatable {
    /// Rows that are damaged, or whose key the keybag does not have.
    package var damaged: Int
    /// Items whose access control asks for a proof.
    package var guarded: Int

    package init(damaged: Int = 0, guarded: Int = 0) {
      self.damaged = damaged
      self.guarded = guarded
    }
  }

  let session: ItemSession

  /// How many rows of these classes there are that are guarded, and whose columns or metadata are
  /// damaged or whose key the keybag does not have. Of these: what they were, an item or a tombstone,
  /// and of which group, nobody can tell any more. Secrets are not read.
  ///
  /// Runs in the caller's transaction.
  ///
  /// - Throws: `.interactionNotAllowed` when the keychain is locked and has rows that are, or whose
  ///   key may be one of the locked ones.
  func count(of itemClasses: [ItemClass]) throws(KeychainError) -> Count {
    var count = Count()
    for itemClass in itemClasses {
      let schema = ItemSchema.of(itemClass)
      try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        try note(row, schema, &count)
        return true
      }
    }
    return count
  }

  private func note(
    _ row: StoredRow?, _ schema: ItemSchema, _ count: inout Count
  ) throws(KeychainError) {
    guard let row else {
      count.damaged += 1
      return
    }
    switch try session.sealer.open(row, schema) {
    case .opened: break
    // Gone for good, and no damage.
    case .dead: if try !session.sealer.isDead(row, schema) { count.damaged += 1 }
    case .guarded: count.guarded += 1
    case .unknownKey, .damaged: count.damaged += 1
    }
  }
}

extension LocalKeychain {
  func countUnreadable(
    of itemClasses: [ItemClass], until deadline: Deadline
  ) throws(KeychainError) -> UnreadableRows.Count {
    guard try vault.isPresent() else { return UnreadableRows.Count() }
    return try read(until: deadline) { (session) throws(KeychainError) in
      try session.connection.read { () throws(KeychainError) in
        try UnreadableRows(session: session).count(of: itemClasses)
      }
    }
  }
}
