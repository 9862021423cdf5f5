import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Counts the rows that searches skip because the rows cannot be opened.
package enum UnreadableRows {
  /// Counts the rows without reading secrets.
  ///
  /// - Throws: `.interactionNotAllowed` when a row is locked; the errors of `MemoryClaim.measure`.
  static func count(
    of itemClasses: [ItemClass], in keychain: LocalKeychain, until deadline: Deadline, _ memory: MemoryClaim? = nil
  ) throws(KeychainError) -> UnreadableCount {
    guard try keychain.vault.isPresent() else { return UnreadableCount() }
    return try keychain.read(until: deadline) { (session) throws(KeychainError) in
      var count = UnreadableCount()
      try session.measuring(memory) { () throws(KeychainError) in
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
      }
      return count
    }
  }
}
