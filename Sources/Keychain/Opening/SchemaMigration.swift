import KeychainLog
import KeychainModel
import KeychainStore

/// Brings a database of an older version up to date, in one transaction.
struct SchemaMigration {
  let connection: Connection
  let sealer: RowSealer

  /// Runs the steps that are missing. Of several processes that open the database at once one does
  /// it, and the others find it done.
  func run() throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      guard case .outdated(let version) = try StoreSchema.check(connection) else { return }
      if version < 1 << 8 | 1 {
        try StoreSchema.createDomains(in: connection)
        try DomainIndex(connection: connection, sealer: sealer).rebuild()
      }
      if version < 2 << 8 { try StoreSchema.createTable(of: .key, in: connection) }
      if version < 2 << 8 | 1 { try StoreSchema.createTable(of: .certificate, in: connection) }
      if version < 2 << 8 | 2 { try StoreSchema.addGeneration(to: connection) }
      try StoreSchema.setVersion(of: connection)
      Log.notice("the database is brought up to date from version \(version >> 8).\(version & 255)")
    }
    // What was old enough to lack something is checked like any other now.
    _ = try StoreSchema.check(connection)
  }
}
