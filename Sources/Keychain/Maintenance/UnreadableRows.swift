import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Counts the rows that searches skip because the rows cannot be opened.
package enum UnreadableRows {
  package struct Count: Sendable, Equatable {
    /// The number of rows that are damaged or whose key is not in the keybag. Such a row may be an item or a tombstone,
    /// and may belong to any access group.
    package var damaged: Int
    /// The number of items whose access control requires a proof.
    package var guarded: Int

    package init(damaged: Int = 0, guarded: Int = 0) {
      self.damaged = damaged
      self.guarded = guarded
    }
  }

  /// Counts the rows without reading secrets.
  ///
  /// - Throws: `.interactionNotAllowed` when a row is locked.
  static func count(
    of itemClasses: [ItemClass], in keychain: LocalKeychain, until deadline: Deadline
  ) throws(KeychainError) -> Count {
    guard try keychain.vault.isPresent() else { return Count() }
    return try keychain.read(until: deadline) { (session) throws(KeychainError) in
      var count = Count()
      try session.connection.read { () throws(KeychainError) in
        for itemClass in itemClasses {
          let schema = ItemSchema.of(itemClass)
          try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
            switch try session.sealer.condition(of: row, schema) {
            case .opened, .dead: break
            case .guarded: count.guarded += 1
            case .unknownKey, .damaged: count.damaged += 1
            case .locked: throw RowSealer.locked
            }
            return true
          }
        }
      }
      return count
    }
  }
}
