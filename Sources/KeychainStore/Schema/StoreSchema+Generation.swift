package import KeychainModel

/// The database remembers the generation of the newest keybag that was seen beside it, so that an earlier
/// copy of the keybag is noticed when somebody puts it back.
extension StoreSchema {
  /// The first page of the table `store`, which is made first, before all others.
  static let rootOfStore = 2

  /// How many columns the table `store` has; the third is the generation.
  static let columnCountOfStore = 11

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
