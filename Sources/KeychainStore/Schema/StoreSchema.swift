package import KeychainModel

/// The version of the database's tables, and their creation.
///
/// `user_version` contains major × 256 + minor. A program opens every minor version of its major version. A newer minor
/// version adds only parts that an older program does not need. A version that changes or adds a table
/// has a new major number, because a salvage by an older program leaves out unknown tables. Rotation processes every
/// table with a column `key_id`, including unknown tables.
package enum StoreSchema {
  package static let major: Int64 = 3
  package static let minor: Int64 = 0
  package static let version = major << 8 | minor

  /// "LKY3": distinguishes the file from other SQLite databases (`PRAGMA application_id`).
  package static let applicationID: Int64 = 0x4C4B_5933

  /// "LKey": the identifier of databases from earlier builds, with any version number.
  package static let earlierApplicationID: Int64 = 0x4C4B_6579

  /// Creates the tables of a new store.
  package static func create(
    in connection: Connection, vaultID: RowIdentifier
  ) throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      try connection.execute("PRAGMA application_id = \(applicationID)")
      for statement in definition { try connection.execute(statement) }
      try connection.execute("INSERT INTO store (id, uuid) VALUES (1, x'\(vaultID)')")
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// The SQL of all tables and indices, in the form in which SQLite stores SQL in `sqlite_schema`, and in the order of
  /// creation.
  static var definition: [String] {
    shared + ItemClass.passwords.flatMap { ItemTable($0).creation } + domains + pairs
      + ItemTable(.key).creation + ItemTable(.certificate).creation + bookkeeping
  }

  /// The table `store` is created first, so the root of this table is the second page of the database.
  private static let shared = [
    """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1), uuid BLOB NOT NULL, keybag INTEGER NOT NULL DEFAULT 0,
      digest BLOB, file BLOB, lock_generation INTEGER NOT NULL DEFAULT 0,
      commits INTEGER NOT NULL DEFAULT 0, genp INTEGER NOT NULL DEFAULT 0,
      inet INTEGER NOT NULL DEFAULT 0, keys INTEGER NOT NULL DEFAULT 0,
      cert INTEGER NOT NULL DEFAULT 0) STRICT
    """,
    """
    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, ref BLOB NOT NULL, seq INTEGER NOT NULL,
      data BLOB NOT NULL) STRICT
    """,
    "CREATE UNIQUE INDEX chunk_place ON chunk (ref, seq)",
    """
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY, mark INTEGER NOT NULL, class INTEGER NOT NULL,
      item INTEGER NOT NULL, moved REAL NOT NULL, record BLOB NOT NULL) STRICT
    """,
  ]

  private static let domains = [
    """
    CREATE TABLE inet_domain (
      domain BLOB NOT NULL, sync INTEGER NOT NULL, item INTEGER NOT NULL,
      PRIMARY KEY (domain, sync, item))
      STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX inet_domain_item ON inet_domain (item)",
  ]

  /// The free attributes of generic passwords: the blind value of each pair of name and value, and of the
  /// whole map.
  private static let pairs = [
    """
    CREATE TABLE genp_pair (
      pair BLOB NOT NULL, item INTEGER NOT NULL, PRIMARY KEY (pair, item)) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX genp_pair_item ON genp_pair (item)",
    "CREATE TABLE genp_map (item INTEGER PRIMARY KEY, map BLOB NOT NULL) STRICT",
    "CREATE INDEX genp_map_map ON genp_map (map)",
  ]

  /// The tables of changes for synchronization, of settled requests, and of interrupted work.
  private static let bookkeeping = [
    """
    CREATE TABLE change (
      id INTEGER PRIMARY KEY, class INTEGER NOT NULL, item INTEGER NOT NULL, kind INTEGER NOT NULL,
      version INTEGER NOT NULL) STRICT
    """,
    "CREATE UNIQUE INDEX change_item ON change (class, item)",
    """
    CREATE TABLE request (
      id INTEGER PRIMARY KEY, client BLOB NOT NULL, request BLOB NOT NULL, status INTEGER NOT NULL,
      refs BLOB, time REAL NOT NULL, version INTEGER NOT NULL) STRICT
    """,
    "CREATE UNIQUE INDEX request_identifier ON request (client, request)",
    """
    CREATE TABLE work (
      id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, place INTEGER NOT NULL, record BLOB) STRICT
    """,
  ]
}
