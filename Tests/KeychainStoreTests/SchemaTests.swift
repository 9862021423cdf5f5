import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@testable import KeychainStore

@Suite struct SchemaTests {
  private let folder: TemporaryDirectory
  private let connection: Connection
  private let vaultID = RowIdentifier(high: 1, low: 2)

  init() throws {
    folder = try TemporaryDirectory()
    try DatabaseCreation.create(
      "keychain.db", in: ProtectedDirectory.openOrCreate(folder.path), vaultID: vaultID)
    connection = try Connection(path: folder("keychain.db"))
  }

  /// `StoreSchema.check` compares `StoreSchema.definition` with the statements that SQLite stores.
  @Test func definitionIsWhatSQLiteKeeps() throws {
    let kept = try connection.rows(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ) { $0.text(0) }
    #expect(kept.sorted() == StoreSchema.definition.sorted())
    try StoreSchema.check(connection)
    #expect(try StoreSchema.vaultID(of: connection) == vaultID)
  }

  /// `definitionText` must equal the text of `StoreSchema.definition`. If `definitionText` were out of date, every
  /// opening would be slower, but no call would fail.
  @Test func textIsTheDefinition() throws {
    let text = StoreSchema.definition.map { $0 + ";\n" }.joined()
    #expect("\(StoreSchema.definitionText)" == text)
    #expect(try StoreSchema.hasDefinitionText(connection))
    try connection.execute("CREATE TABLE newer (id INTEGER PRIMARY KEY)")
    #expect(try StoreSchema.hasDefinitionText(connection))
  }

  @Test(arguments: StoreSchema.definition.indices)
  func textMissesAnyStatement(_ number: Int) throws {
    let name = try connection.rows(
      "SELECT type || ' ' || name FROM sqlite_schema WHERE sql IS NOT NULL"
    ) { $0.text(0) }[number]
    try connection.execute("DROP \(name)")
    #expect(try !StoreSchema.hasDefinitionText(connection))
  }

  /// The database contains the statements in another order than `StoreSchema.definition`. `StoreSchema.check` then
  /// looks up each statement.
  @Test func orderOfDefinitionsDoesNotCount() throws {
    try connection.execute("DROP INDEX chunk_place")
    try connection.execute("CREATE UNIQUE INDEX chunk_place ON chunk (ref, seq)")
    #expect(try !StoreSchema.hasDefinitionText(connection))
    try StoreSchema.check(connection)
  }

  @Test func newerMinorVersionsAreAccepted() throws {
    try connection.execute("ALTER TABLE genp ADD COLUMN new BLOB")
    try connection.execute("CREATE TABLE newer (id INTEGER PRIMARY KEY)")
    try connection.execute("PRAGMA user_version = \(StoreSchema.version + 1)")
    try StoreSchema.check(connection)
  }

  @Test func newerMajorVersionsAreRefused() throws {
    try connection.execute("PRAGMA user_version = \((StoreSchema.major + 1) << 8)")
    let error = #expect(throws: KeychainError.self) { try StoreSchema.check(connection) }
    #expect(error?.code == .notAvailable)
    #expect(error?.cause == nil)
  }

  /// Databases of earlier builds have another application identifier. The last of these builds already had the current
  /// tables and the current version number.
  @Test(arguments: [
    "DROP TABLE work; PRAGMA user_version = 514", "PRAGMA user_version = \(StoreSchema.version)",
  ])
  func databaseOfAnEarlierBuildIsRefusedWithThePageThatHelps(_ change: String) throws {
    try connection.execute("PRAGMA application_id = \(0x4C4B_6579); " + change)
    let error = #expect(throws: KeychainError.self) { try StoreSchema.check(connection) }
    #expect(error?.code == .notAvailable)
    #expect(error?.cause == nil)
    #expect(error?.reason.contains("docs/earlier-formats.md") == true)
  }

  @Test(arguments: [
    "PRAGMA user_version = 0", "PRAGMA user_version = 255", "PRAGMA user_version = 514",
    "PRAGMA application_id = 1", "DROP TABLE work; PRAGMA user_version = 514",
    "DROP TABLE chunk", "DROP INDEX genp_by_label", "ALTER TABLE inet ADD COLUMN new BLOB",
  ])
  func otherTablesMeanDamage(_ change: String) throws {
    try connection.execute(change)
    let error = #expect(throws: KeychainError.self) { try StoreSchema.check(connection) }
    #expect(error?.cause == .databaseDamaged)
  }
}
