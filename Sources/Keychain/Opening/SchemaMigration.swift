import KeychainModel
import KeychainStore

/// Brings a database of an older version up to date, in one transaction.
struct SchemaMigration {
  let version: Int64

  init(from version: Int64) { self.version = version }

  /// Runs the steps from the version to the present one. Another process may be faster.
  func run(_ connection: Connection, _ sealer: RowSealer) throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      let found = try connection.integer("PRAGMA user_version")
      guard found < StoreSchema.version else { return }
      throw KeychainError(.notAvailable, "keychain.db has a version that was never released")
    }
  }
}
