package import KeychainModel

// The table of changes, which synchronization reads. The table has one entry for each row of a synchronizable item,
// including tombstones, in the order of their latest changes.

/// The kind of change of a synchronizable item.
package enum RowChange: Int64, Sendable {
  case added = 1
  case updated = 2
  /// A tombstone has replaced the item.
  case deleted = 3
}

extension RowChange {
  /// The number of an item class in the table of changes. A number is smaller than a name. The difference matters,
  /// because each entry is stored in the table and in an index.
  package static func number(of itemClass: ItemClass) -> Int64 {
    switch itemClass {
    case .genericPassword: 0
    case .internetPassword: 1
    case .key: 2
    case .certificate: 3
    case .identity: 4
    }
  }
}

extension Connection {
  /// Records a change as the latest change. The entry replaces the entry of an earlier change of the same row.
  ///
  /// The version of the entry is the number of the commit that the current transaction will get.
  package func recordChange(
    _ change: RowChange, ofRow number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) {
    try withStatement(.recordChange) { (statement) throws(KeychainError) in
      statement.bind(RowChange.number(of: itemClass), at: 1)
      statement.bind(number, at: 2)
      statement.bind(change.rawValue, at: 3)
      try statement.run()
    }
  }

  /// Removes the entry of a row that no longer exists or is no longer synchronizable.
  package func removeChange(ofRow number: Int64, of itemClass: ItemClass) throws(KeychainError) {
    try withStatement(.deleteChange) { (statement) throws(KeychainError) in
      statement.bind(RowChange.number(of: itemClass), at: 1)
      statement.bind(number, at: 2)
      try statement.run()
    }
  }

  /// Whether a row has an entry in the table of changes.
  package func hasChange(ofRow number: Int64, of itemClass: ItemClass) throws(KeychainError) -> Bool {
    try withStatement(.hasChange) { (statement) throws(KeychainError) in
      statement.bind(RowChange.number(of: itemClass), at: 1)
      statement.bind(number, at: 2)
      return try statement.step()
    }
  }

  /// Fills the table of changes of a new database from the rows, class by class. The version of the entries is 0,
  /// because no commit of this database wrote the rows.
  package func rebuildChanges() throws(KeychainError) {
    for itemClass in ItemClass.stored {
      try execute(
        """
        INSERT INTO change (class, item, kind, version)
          SELECT \(RowChange.number(of: itemClass)), id,
            CASE tomb WHEN 1 THEN \(RowChange.deleted.rawValue) ELSE \(RowChange.added.rawValue) END, 0
          FROM \(itemClass.rawValue) WHERE sync = 1 ORDER BY id
        """)
    }
  }
}
