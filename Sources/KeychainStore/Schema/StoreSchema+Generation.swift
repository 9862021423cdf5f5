package import KeychainModel

/// The database remembers the generation of the newest keybag that was seen beside it, so that an earlier
/// copy of the keybag is noticed when somebody puts it back.
extension StoreSchema {
  /// The first page of the table `store`, which is made first, before all others.
  static let rootOfStore = 2

  /// The column; 0 where no keybag was seen yet.
  static let generation = "keybag INTEGER NOT NULL DEFAULT 0"

  /// Adds the column where there is none: the step from 2.1 to 2.2. To be called in a transaction.
  package static func addGeneration(to connection: Connection) throws(KeychainError) {
    // It is there when a damaged version number led here.
    let count = try connection.integer(
      "SELECT count(*) FROM pragma_table_info('store') WHERE name = 'keybag'")
    if count == 0 { try connection.execute("ALTER TABLE store ADD COLUMN \(generation)") }
  }

  /// Whether a database of an older version has everything that searches need: where it cannot be written
  /// it need not be brought up to date.
  package static func isReadable(_ version: Int64) -> Bool { version >= 2 << 8 | 1 }

  /// The greatest generation of a keybag that was recorded.
  package static func keybagGeneration(of connection: Connection) throws(KeychainError) -> UInt64 {
    UInt64(clamping: try connection.integer("SELECT keybag FROM store WHERE id = 1"))
  }

  /// Records the generation of the keybag that is in place, be it greater or smaller.
  package static func record(
    keybagGeneration: UInt64, in connection: Connection
  ) throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      try connection.execute("UPDATE store SET keybag = \(Int64(clamping: keybagGeneration))")
    }
  }
}
