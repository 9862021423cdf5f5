import Foundation
import Glibc
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Keychain

/// Stores of older versions are brought up to date when they are opened; what is in them is in
/// `Fixtures/store-1.0/README.md` and its neighbours.
@Suite struct MigrationTests {
  enum Fixture: String, CaseIterable {
    case version10 = "1.0"
    case version11 = "1.1"
    case version20 = "2.0"
    case version21 = "2.1"

    var version: Int64 {
      switch self {
      case .version10: 1 << 8
      case .version11: 1 << 8 | 1
      case .version20: 2 << 8
      case .version21: 2 << 8 | 1
      }
    }

    var keys: [SampleItem] {
      [.version20, .version21].contains(self) ? [.key("signing"), .key("agreement")] : []
    }

    var certificates: [SampleItem] { self == .version21 ? [.certificate("authority")] : [] }

    var items: [SampleItem] {
      [
        SampleItem.generic("mail"), .generic("calendar"),
        .generic("cloud", isSynchronizable: true),
        .generic("certificate backup", byteCount: self == .version10 ? 150_000 : 20_000),
      ]
        + ["example.org", "www.example.org", "deep.www.example.org", "example.com", "localhost"]
        .map(SampleItem.internet) + keys + certificates
    }

    /// How many items there are of each class.
    var counts: [Int] { [4, 5, keys.count, certificates.count] }
  }

  @Test(arguments: Fixture.allCases) func everythingIsFound(_ fixture: Fixture) throws {
    let store = try copy(of: fixture)
    #expect(try Self.version(of: store) == fixture.version)
    let before = try store.keychain.verify()
    #expect(before.damages.map(\.reason) == [])
    #expect(before.counts.map(\.items) == fixture.counts)
    #expect(try store.count(of: fixture.items) == fixture.items.count)
    #expect(try Self.version(of: store) == StoreSchema.version)
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason) == [])
    #expect(report.counts.map(\.items) == fixture.counts)
    #expect(report.counts.map(\.tombstones) == [1, 0, 0, 0])
    #expect(report.setAside.isEmpty)
  }

  @Test(arguments: Fixture.allCases) func tablesAreThoseOfANewStore(_ fixture: Fixture) throws {
    let store = try copy(of: fixture)
    #expect(store.status() == 0)
    let new = try TestKeychain()
    try new.add(.generic("new"))
    #expect(try Set(Self.definitions(of: store)) == Set(Self.definitions(of: new)))
  }

  /// In another order each opening would have to look for each of them.
  @Test func tablesAreInTheOrderOfANewStore() throws {
    let new = try TestKeychain()
    try new.add(.generic("new"))
    let expected = try Self.definitions(of: new)
    for (version, older) in [
      (2 << 8 | 1, ""), (2 << 8, "DROP TABLE cert"),
      (1 << 8 | 1, "DROP TABLE keys; DROP TABLE cert"),
      (1 << 8, "DROP TABLE inet_domain; DROP TABLE keys; DROP TABLE cert"),
    ] {
      try new.execute(
        "ALTER TABLE store DROP COLUMN keybag; \(older); PRAGMA user_version = \(version)")
      #expect(new.status() == 0)
      #expect(try Self.definitions(of: new) == expected)
    }
  }

  private static func definitions(of store: TestKeychain) throws -> [String] {
    try Connection(path: store.folder("keychain.db"))
      .rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { $0.text(0) }
  }

  @Test(arguments: Fixture.allCases) func laterClassesAreStoredAfterwards(
    _ fixture: Fixture
  ) throws {
    let store = try copy(of: fixture)
    let items = [SampleItem.key("tag"), .certificate("new")]
    for item in items { try store.add(item) }
    #expect(try store.count(of: fixture.items + items) == fixture.items.count + 2)
    #expect(
      try store.keychain.verify().counts.map(\.items) == [
        4, 5, fixture.keys.count + 1, fixture.certificates.count + 1,
      ])
    for item in items { try store.delete(item) }
    #expect(try store.count(of: items) == 0)
  }

  @Test(arguments: Fixture.allCases) func storeThatIsNotYetMigratedCanBeErased(
    _ fixture: Fixture
  ) throws {
    let store = try copy(of: fixture)
    #expect(try store.keychain.eraseEverything()?.itemCount == fixture.items.count)
    #expect(store.status() == 0)
  }

  /// A version number alone is no reason to make a table that is there.
  @Test func damagedVersionNumberCostsNothing() throws {
    let sample = try SampleStore.standard.get()
    for version in [1 << 8, 1 << 8 | 1, 2 << 8, 2 << 8 | 1] {
      let store = try sample.copy()
      try store.execute("PRAGMA user_version = \(version)")
      #expect(try store.count(of: sample.items) == sample.items.count)
      #expect(try store.secrets(below: "example.org").count == 20)
      #expect(try store.keychain.verify().isIntact)
    }
  }

  @Test func hostsAreFoundAfterwards() throws {
    let store = try copyOfFixture()
    #expect(try store.secrets(below: "example.org").count == 3)
    #expect(try store.secrets(below: "www.example.org").count == 2)
    #expect(try store.secrets(below: "org").count == 3)
    try store.delete(.internet("www.example.org"))
    #expect(try store.secrets(below: "example.org").count == 2)
  }

  @Test func tombstoneGivesWayAndItsReferenceReturns() throws {
    let store = try copyOfFixture()
    try store.add(.generic("deleted", isSynchronizable: true))
    let report = try store.keychain.verify()
    #expect(report.counts.map(\.items) == [5, 5, 0, 0])
    #expect(report.counts.map(\.tombstones) == [0, 0, 0, 0])
  }

  @Test(arguments: Fixture.allCases) func damagedOldStoreIsSalvagedIntoThePresentVersion(
    _ fixture: Fixture
  ) throws {
    let store = try copy(of: fixture)
    try store.damageHeader()
    #expect(try store.count(of: fixture.items) == fixture.items.count)
    #expect(try store.secrets(below: "example.org").count == 3)
    #expect(try Self.version(of: store) == StoreSchema.version)
  }

  @Test func processesThatOpenAtOnceMigrateOnce() async throws {
    for _ in 0..<5 {
      let store = try copyOfFixture()
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (try? TestKeychain(reopening: store).secrets(below: "example.org").count) ?? -1
          }
        }
        for await count in group { #expect(count == 3) }
      }
      #expect(try store.keychain.verify().isIntact)
    }
  }

  @Test func newerMinorVersionIsUsedAsItIs() throws {
    let store = try copyOfFixture()
    #expect(store.status() == 0)
    try store.execute(
      """
      ALTER TABLE genp ADD COLUMN later BLOB; CREATE TABLE later (id INTEGER PRIMARY KEY);
      PRAGMA user_version = \(StoreSchema.version + 9)
      """)
    try store.add(.generic("new"))
    let items = Fixture.version10.items + [.generic("new")]
    #expect(try store.count(of: items) == items.count)
    #expect(try Self.version(of: store) == StoreSchema.version + 9)
  }

  @Test func newerMajorVersionIsRefusedUntouched() throws {
    let store = try copyOfFixture()
    try store.execute("PRAGMA user_version = \((StoreSchema.major + 1) << 8)")
    let before = try store.folder.read("keychain.db")
    let error = #expect(throws: KeychainError.self) {
      try store.secrets(SampleItem.generic("mail").query)
    }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("newer version") == true)
    #expect(try store.folder.read("keychain.db") == before)
    #expect(try store.keychain.verify().setAside.isEmpty)
    #expect(try store.keychain.verify().obstacle?.code == .notAvailable)
  }

  @Test("A number that is too great is repaired when asked for, unless a table is another one")
  func damagedMajorVersion() throws {
    for isNewer in [false, true] {
      let store = try copyOfFixture()
      #expect(store.status() == 0)
      try store.execute(
        "PRAGMA user_version = \(StoreSchema.version | 1 << 20)"
          + (isNewer ? "; CREATE TABLE later (id INTEGER PRIMARY KEY)" : ""))
      let error = #expect(throws: KeychainError.self) {
        try store.secrets(SampleItem.generic("mail").query)
      }
      #expect(error?.code == .notAvailable)
      #expect(error?.reason.contains("newer version") == true)
      #expect(error?.reason.contains("verify-keychain -r") == !isNewer)
      guard !isNewer else {
        #expect(throws: KeychainError.self) { try store.keychain.repair() }
        continue
      }
      #expect(try store.keychain.repair())
      let items = Fixture.version10.items
      #expect(try store.count(of: items) == items.count)
      #expect(try Self.version(of: store) == StoreSchema.version)
      #expect(try !store.keychain.verify().setAside.isEmpty)
    }
  }

  // MARK: The fixture

  private func copyOfFixture() throws -> TestKeychain { try copy(of: .version10) }

  private func copy(of fixture: Fixture) throws -> TestKeychain {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent(
      "Fixtures/store-\(fixture.rawValue)")
    var files: [String: [UInt8]] = [:]
    for name in SampleStore.fileNames {
      files[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return try TestKeychain(files)
  }

  private static func version(of store: TestKeychain) throws -> Int64 {
    try Connection(path: store.folder("keychain.db")).integer("PRAGMA user_version")
  }

  /// Makes files of the present version, in the folder that the environment names, for the next one
  /// to read. A fixture that a later version makes again proves nothing: those that are there stay.
  @Test(.enabled(if: getenv("LATCHKEY_MAKE_FIXTURE") != nil)) func makeFixture() throws {
    let store = try TestKeychain()
    for item in Fixture.version21.items { try store.add(item) }
    let deleted = SampleItem.generic("deleted", isSynchronizable: true)
    try store.add(deleted)
    try store.delete(deleted)
    try store.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    let target = String(cString: getenv("LATCHKEY_MAKE_FIXTURE"))
    for name in SampleStore.fileNames {
      try Data(try store.folder.read(name)).write(to: URL(fileURLWithPath: target + "/" + name))
    }
  }
}
