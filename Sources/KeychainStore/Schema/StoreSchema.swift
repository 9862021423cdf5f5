package import KeychainModel

/// The version of the database's tables, and how they come into being.
///
/// `user_version` holds major × 256 + minor. A program opens every minor version of its major:
/// a newer minor only adds what an older program does not need. A database of an older version is
/// brought up to date in one transaction when it is opened for the first time.
package enum StoreSchema {
  package static let major: Int64 = 1
  package static let minor: Int64 = 0
  package static let version = major << 8 | minor

  /// "LKey": tells the file apart from other SQLite databases (`PRAGMA application_id`).
  package static let applicationID: Int64 = 0x4C4B_6579

  /// Creates the tables of a new store.
  package static func create(
    in connection: Connection, storeID: RowIdentifier
  ) throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      try connection.execute("PRAGMA application_id = \(applicationID)")
      try connection.execute(definition)
      try connection.execute("INSERT INTO store (id, uuid) VALUES (1, x'\(storeID)')")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// The SQL of all tables and indices.
  static var definition: String {
    let classes = ItemClass.stored.map { Table($0).creation }
    return ([shared] + classes + [domains]).joined(separator: "\n")
  }

  private static let shared = """
    CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), uuid BLOB NOT NULL) STRICT;
    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, seq INTEGER NOT NULL,
      data BLOB NOT NULL) STRICT;
    CREATE UNIQUE INDEX chunk_place ON chunk (ref, seq);
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, class INTEGER NOT NULL,
      item INTEGER NOT NULL, moved REAL NOT NULL, record BLOB NOT NULL) STRICT;
    """

  private static let domains = """
    CREATE TABLE inet_domain (
      domain BLOB NOT NULL, sync INTEGER NOT NULL, item INTEGER NOT NULL,
      PRIMARY KEY (domain, sync, item))
      STRICT, WITHOUT ROWID;
    CREATE INDEX inet_domain_item ON inet_domain (item);
    """

  /// What opening a database finds.
  package enum State: Sendable {
    case current
    /// Of an older version, which `migrate` brings up to date.
    case outdated(from: Int64)
  }

  /// Checks that a database is one of ours, of a version that this program knows.
  ///
  /// - Throws: `.notAvailable` for a newer major version or another store; with the cause
  ///   `databaseDamaged` when the file is no store at all.
  package static func check(
    _ connection: Connection, storeID: RowIdentifier
  ) throws(KeychainError) -> State {
    let version = try connection.integer("PRAGMA user_version")
    let application = try connection.integer("PRAGMA application_id")
    guard application == applicationID, version > 0 else {
      throw KeychainError(
        .notAvailable, "keychain.db is not a keychain database", cause: .databaseDamaged)
    }
    guard version >> 8 <= major else {
      throw KeychainError(
        .notAvailable,
        "keychain.db was written by a newer version (format \(version >> 8); this is \(major))")
    }
    let found = try connection.rows("SELECT uuid FROM store") { RowIdentifier($0.bytes(0)) }
    guard let id = found.first, id == storeID else {
      throw KeychainError(
        .notAvailable, "keychain.db and keybag belong to different stores")
    }
    return version < Self.version ? .outdated(from: version) : .current
  }
}
