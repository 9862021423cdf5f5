package import KeychainModel

// The table of changes, which synchronization reads: one entry for each row of a synchronizable item and for each of
// their tombstones, in the order of their latest changes.

/// How a synchronizable item changed.
package enum RowChange: Int64, Sendable {
  case added = 1
  case updated = 2
  /// A tombstone is in its place.
  case deleted = 3
}

extension Connection {
  /// Makes a change the latest of all. It takes the place of an earlier change of the same row.
  ///
  /// Its version is the number of the commit that the present transaction becomes.
  package func recordChange(
    _ change: RowChange, of identifier: RowIdentifier, in itemClass: ItemClass
  ) throws(KeychainError) {
    try withStatement(.recordChange) { (statement) throws(KeychainError) in
      statement.bind(Int64(itemClass.code.rawValue), at: 1)
      try statement.bind(identifier, at: 2)
      statement.bind(change.rawValue, at: 3)
      try statement.run()
    }
  }

  /// Removes the entry of a row that is not there any more, or not synchronizable.
  package func removeChange(
    of identifier: RowIdentifier, in itemClass: ItemClass
  ) throws(KeychainError) {
    try withStatement(.deleteChange) { (statement) throws(KeychainError) in
      statement.bind(Int64(itemClass.code.rawValue), at: 1)
      try statement.bind(identifier, at: 2)
      try statement.run()
    }
  }

  /// Whether a row has an entry.
  package func hasChange(
    of identifier: RowIdentifier, in itemClass: ItemClass
  ) throws(KeychainError) -> Bool {
    try withStatement(.hasChange) { (statement) throws(KeychainError) in
      statement.bind(Int64(itemClass.code.rawValue), at: 1)
      try statement.bind(identifier, at: 2)
      return try statement.step()
    }
  }

  /// Fills the table of a new database from its rows, class by class. No commit of this database made them, so their
  /// version is 0.
  func rebuildChanges() throws(KeychainError) {
    for itemClass in ItemClass.stored {
      try execute(
        """
        INSERT OR IGNORE INTO change (class, ref, kind, version)
          SELECT \(itemClass.code.rawValue), ref,
            CASE tomb WHEN 1 THEN \(RowChange.deleted.rawValue) ELSE \(RowChange.added.rawValue) END, 0
          FROM \(itemClass.rawValue) WHERE sync = 1 ORDER BY id
        """)
    }
  }
}
