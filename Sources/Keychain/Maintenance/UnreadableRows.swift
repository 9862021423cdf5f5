import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Counts the rows that searches pass over because they do not open.
package enum UnreadableRows {
  package struct Count: Sendable, Equatable {
    /// Rows that are damaged, or whose key the keybag does not have. Of these nobody can tell any more whether they were
    /// items or tombstones, and of which group.
    package var damaged: Int
    /// Items whose access control asks for a proof.
    package var guarded: Int

    package init(damaged: Int = 0, guarded: Int = 0) {
      self.damaged = damaged
      self.guarded = guarded
    }
  }

  /// Reads no secrets.
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
