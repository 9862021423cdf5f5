package import KeychainFiles
package import KeychainModel

extension StoreSchema {
  /// Checks that a database is a store of a version that this program knows.
  ///
  /// - Parameter suspectsVersion: Whether the version number may be damaged. If true, and the database has exactly the
  ///   tables of this version, a newer major version is reported as damage. A real newer major version changes or adds
  ///   a table.
  /// - Throws: `.notAvailable` for a newer major version, and for the database of an earlier build. With the cause
  ///   `databaseDamaged` when the file is not a store, or does not have the tables of its version.
  package static func check(
    _ connection: Connection, suspectsVersion: Bool = false
  ) throws(KeychainError) {
    let version = try connection.integer("PRAGMA user_version")
    let application = try connection.integer("PRAGMA application_id")
    guard application != earlierApplicationID else { throw earlier }
    guard application == applicationID, version >= 1 << 8 else {
      throw damaged("keychain.db is not a keychain database")
    }
    // No database with this application identifier has a smaller version.
    guard version >= Self.version else {
      throw damaged("keychain.db has a number that no version has")
    }
    guard version >> 8 <= major else { throw try newer(connection, version, suspectsVersion) }
    // Two bytes of the header select the journal mode. No program of this package changes these bytes, so another
    // journal mode means damage.
    guard try connection.rows("PRAGMA journal_mode", { $0.text(0) }) == ["wal"],
      !connection.isWronglyReadOnly
    else { throw damaged("keychain.db says that it is not written as keychains are") }
    try checkTables(connection, isNewer: version > Self.version)
  }

  /// Whether SQLite or `check` finds damage in a database. The check uses a new connection, because an error on an
  /// existing connection may have had a temporary cause.
  ///
  /// - Parameter suspectsVersion: As in `check`.
  package static func isDamaged(
    _ name: String, in directory: ProtectedDirectory, suspectsVersion: Bool = false, until deadline: Deadline
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      let connection = try Connection(name, in: directory)
      connection.wait(until: deadline)
      connection.skipCheckpointOnClose()
      try check(connection, suspectsVersion: suspectsVersion)
      guard try connection.storeRecord() != nil else { return true }
      return try !connection.integrityFindings(limit: 1).isEmpty
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return true
    }
  }

  /// The error for a database in an earlier format, which was never released. Such a database is not migrated.
  private static let earlier = KeychainError(
    .notAvailable,
    "keychain.db was made by an earlier build, whose format this one does not read. Its items can be moved in "
      + "five steps: docs/earlier-formats.md. Nothing was changed.")

  private static func newer(
    _ connection: Connection, _ version: Int64, _ suspectsVersion: Bool
  ) throws(KeychainError) -> KeychainError {
    guard try isOfThisVersion(connection) else {
      return KeychainError(
        .notAvailable,
        "keychain.db was written by a newer version (format \(version >> 8); this is \(major))",
        because: .newerFormat)
    }
    guard suspectsVersion else {
      return KeychainError(
        .notAvailable,
        "keychain.db says that a newer version wrote it (format \(version >> 8); this is \(major)), and "
          + "has the tables of this one: verify-keychain --repair corrects the number if it is damaged",
        because: .newerFormat)
    }
    return damaged("keychain.db has the tables of this version, and the number of another")
  }

  /// Whether the database has exactly the tables and indices of this version, regardless of its
  /// version number.
  private static func isOfThisVersion(_ connection: Connection) throws(KeychainError) -> Bool {
    let found = try connection.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") {
      $0.text(0)
    }
    return Set(found) == Set(definition)
  }

  /// The identifier of the store to which a database belongs; nil when the database names no store.
  package static func vaultID(
    of connection: Connection
  ) throws(KeychainError) -> RowIdentifier? {
    try connection.rows("SELECT uuid FROM store WHERE id = 1") { RowIdentifier($0.bytes(0)) }
      .first ?? nil
  }

  /// Checks that all tables and indices exist with their definitions. SQLite accepts a damaged definition that it can
  /// parse, and reports a missing table as an error in the query. In a newer minor version, only the names are
  /// compared, because a newer version may have added columns.
  private static func checkTables(
    _ connection: Connection, isNewer: Bool
  ) throws(KeychainError) {
    if try hasDefinitionText(connection) { return }
    let found = Set(
      try connection.rows("SELECT sql, type || ' ' || name FROM sqlite_schema") { row in
        row.text(isNewer ? 1 : 0)
      })
    for statement in definition {
      guard found.contains(isNewer ? object(statement) : statement) else {
        throw damaged("keychain.db lacks what was made by \(statement.prefix(40))")
      }
    }
  }

  /// Whether `sqlite_schema` contains all statements of `definitionText`, in the same order. `sqlite_schema` can also
  /// contain other statements.
  static func hasDefinitionText(_ connection: Connection) throws(KeychainError) -> Bool {
    let text = definitionText
    var rest = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    _ = try connection.rows("SELECT sql FROM sqlite_schema") { row in
      row.withBytes(0) { statement in
        let end = statement.count + 2
        guard rest.count >= end, rest[end - 2] == UInt8(ascii: ";"),
          rest[end - 1] == UInt8(ascii: "\n"),
          UnsafeRawBufferPointer(rebasing: rest[..<statement.count]).isIdentical(to: statement)
        else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[end...])
      }
    }
    return rest.isEmpty
  }

  /// The type and the name of the object that a statement creates.
  static func object(_ statement: String) -> String {
    let words = statement.split(separator: " ").filter { $0 != "UNIQUE" }
    return words.count > 2 ? "\(words[1].lowercased()) \(words[2])" : statement
  }

  private static func damaged(_ reason: String) -> KeychainError {
    KeychainError(.notAvailable, reason, cause: .databaseDamaged)
  }
}
