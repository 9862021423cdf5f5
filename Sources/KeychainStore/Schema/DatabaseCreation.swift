package import KeychainFiles
package import KeychainModel

/// Creates a database file. The file gets its name only when it is complete.
package enum DatabaseCreation {
  /// Creates an empty database.
  ///
  /// - Parameter fill: Writes rows into the database before the file gets its name.
  /// - Throws: `.notAvailable` when a file with this name exists.
  package static func create(
    _ name: String, in directory: ProtectedDirectory, vaultID: RowIdentifier,
    fill: (Connection) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) {
    let temporary = try directory.makeTemporaryFile(for: name)
    do throws(KeychainError) {
      try build(temporary, in: directory, vaultID, fill)
      try directory.synchronize(temporary)
      guard try directory.renameWithoutReplacing(temporary, to: name) else {
        throw KeychainError(
          .notAvailable, "\(name) appeared while it was made", because: .fileInTheWay)
      }
      try directory.synchronize()
    } catch {
      for suffix in ["", "-wal", "-shm"] { _ = try? directory.remove(temporary + suffix) }
      throw error
    }
  }

  private static func build(
    _ name: String, in directory: ProtectedDirectory, _ vaultID: RowIdentifier,
    _ fill: (Connection) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let connection = try Connection(name, in: directory, creating: true)
    try StoreSchema.create(in: connection, vaultID: vaultID)
    try fill(connection)
    // The log is not renamed with the file, so all data must first be in the file. Closing the connection would also
    // checkpoint the log, but without reporting an error.
    guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 else {
      throw KeychainError(.notAvailable, "the log of a new database is in use", because: .timedOut)
    }
  }
}
