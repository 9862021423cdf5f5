package import KeychainModel

/// The version of the database's tables, and how they come into being.
///
/// `user_version` holds major × 256 + minor. A program opens every minor version of its major:
/// a newer minor only adds what an older program does not need; a newer major changes, or adds, a table. (Rotation, since 2.0, heeds every table
/// with a column `key_id`; a salvage by an older program leaves such tables out.) A database of an older version, of
/// an older major too, is brought up to date in one transaction when it is opened for the first time.
///
/// | version | what it added |
/// |---|---|
/// | 1.0 | the tables of items, chunks and quarantine |
/// | 1.1 | `inet_domain`: internet passwords are found by parent domains of their server |
/// | 2.0 | `keys`. A new major: a program that does not know the table would destroy class keys that its rows are sealed under when it rotates keys, and leave its rows out when it salvages |
/// | 2.1 | `cert` |
/// | 2.2 | the generation of the keybag in `store` |
package enum StoreSchema {
  package static let major: Int64 = 2
  package static let minor: Int64 = 2
  package static let version = major << 8 | minor

  /// "LKey": tells the file apart from other SQLite databases (`PRAGMA application_id`).
  package static let applicationID: Int64 = 0x4C4B_6579

  /// Creates the tables of a new store.
  package static func create(
    in connection: Connection, storeID: RowIdentifier
  ) throws(KeychainError) {
    try connection.write { () throws(KeychainError) in
      try connection.execute("PRAGMA application_id = \(applicationID)")
      for statement in definition { try connection.execute(statement) }
      try connection.execute("INSERT INTO store (id, uuid) VALUES (1, x'\(storeID)')")
      try setVersion(of: connection)
    }
  }

  /// Notes that a database has everything that the present version has.
  package static func setVersion(of connection: Connection) throws(KeychainError) {
    try connection.execute("PRAGMA user_version = \(version)")
  }

  /// Makes the table of domains anew, empty: the step from 1.0 to 1.1. To be called in a
  /// transaction.
  package static func createDomains(in connection: Connection) throws(KeychainError) {
    // There already when a damaged version number led here.
    try connection.execute("DROP TABLE IF EXISTS inet_domain")
    for statement in domains { try connection.execute(statement) }
  }

  /// Makes the table of a class where there is none: the step from 1.1 to 2.0 for keys, from 2.0 to 2.1
  /// for certificates. To be called in a transaction.
  package static func createTable(
    of itemClass: ItemClass, in connection: Connection
  ) throws(KeychainError) {
    // It is there, and full, when a damaged version number led here.
    let present = Set(
      try connection.rows("SELECT type || ' ' || name FROM sqlite_schema") { $0.text(0) })
    for statement in Table(itemClass).creation where !present.contains(object(statement)) {
      try connection.execute(statement)
    }
  }

  /// The classes whose tables a database of a version has.
  package static func itemClasses(ofVersion version: Int64) -> [ItemClass] {
    if version < 2 << 8 { return ItemClass.passwords }
    return version < 2 << 8 | 1 ? ItemClass.passwords + [.key] : ItemClass.stored
  }

  /// The tables of rows that a database of a version has.
  static func tables(ofVersion version: Int64) -> Set<String> {
    Set(itemClasses(ofVersion: version).map(\.rawValue) + ["chunk", "quarantine"])
  }

  /// The classes whose tables a database has, which need not be of the present version.
  package static func itemClasses(
    of connection: Connection
  ) throws(KeychainError) -> [ItemClass] {
    itemClasses(ofVersion: try connection.integer("PRAGMA user_version"))
  }

  /// The SQL of all tables and indices, each as SQLite keeps it in `sqlite_schema`, in the order in
  /// which they came into being: a database that was brought up to date has the same.
  static var definition: [String] {
    shared + ItemClass.passwords.flatMap { Table($0).creation } + domains + Table(.key).creation
      + Table(.certificate).creation
  }

  private static let shared = [
    "CREATE TABLE store (id INTEGER PRIMARY KEY CHECK (id = 1), uuid BLOB NOT NULL, \(generation)) STRICT",
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
}
