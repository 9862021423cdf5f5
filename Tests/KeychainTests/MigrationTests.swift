import Foundation
import Glibc
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Keychain

/// Stores of older versions are brought up to date when they are opened; what is in them is in
/// `Fixtures/store-1.0/README.md`.
@Suite struct MigrationTests {
  static let items =
    [
      SampleItem.generic("mail"), .generic("calendar"), .generic("cloud", isSynchronizable: true),
      .generic("certificate backup", byteCount: 150_000),
    ]
    + ["example.org", "www.example.org", "deep.www.example.org", "example.com", "localhost"]
    .map(SampleItem.internet)

  @Test func everythingOfVersion10IsFound() throws {
    let store = try copyOfFixture()
    #expect(try Self.version(of: store) == 1 << 8)
    #expect(try store.keychain.verify().isIntact)
    #expect(try store.count(of: Self.items) == Self.items.count)
    #expect(try Self.version(of: store) == StoreSchema.version)
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason) == [])
    #expect(report.counts.map(\.items) == [4, 5])
    #expect(report.counts.map(\.tombstones) == [1, 0])
    #expect(report.setAside.isEmpty)
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
    #expect(report.counts.map(\.items) == [5, 5])
    #expect(report.counts.map(\.tombstones) == [0, 0])
  }

  @Test func damagedOldStoreIsSalvagedIntoThePresentVersion() throws {
    let store = try copyOfFixture()
    try store.damageHeader()
    #expect(try store.count(of: Self.items) == Self.items.count)
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
    #expect(try store.count(of: Self.items + [.generic("new")]) == Self.items.count + 1)
    #expect(try Self.version(of: store) == StoreSchema.version + 9)
  }

  @Test func newerMajorVersionIsRefusedUntouched() throws {
    let store = try copyOfFixture()
    try store.execute("PRAGMA user_version = \((StoreSchema.major + 1) << 8)")
    let before = try store.folder.read("keychain.db")
    let error = #expect(throws: KeychainError.self) { try store.secrets(Self.items[0].query) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("newer version") == true)
    #expect(try store.folder.read("keychain.db") == before)
    #expect(try store.keychain.verify().setAside.isEmpty)
  }

  // MARK: The fixture

  private func copyOfFixture() throws -> TestKeychain {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent(
      "Fixtures/store-1.0")
    var files: [String: [UInt8]] = [:]
    for name in SampleStore.fileNames {
      files[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    return try TestKeychain(files)
  }

  private static func version(of store: TestKeychain) throws -> Int64 {
    try Connection(path: store.folder("keychain.db")).integer("PRAGMA user_version")
  }

  /// Makes the files anew, in the folder that the environment names. Only ever needed to document
  /// how they came into being: a fixture that is made again by a later version proves nothing.
  @Test(.enabled(if: getenv("LATCHKEY_MAKE_FIXTURE") != nil)) func makeFixture() throws {
    let store = try TestKeychain()
    for item in Self.items { try store.add(item) }
    let deleted = SampleItem.generic("deleted", isSynchronizable: true)
    try store.add(deleted)
    try store.delete(deleted)
    try store.execute(
      "DROP TABLE inet_domain; PRAGMA user_version = 256; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    let target = String(cString: getenv("LATCHKEY_MAKE_FIXTURE"))
    for name in SampleStore.fileNames {
      try Data(try store.folder.read(name)).write(to: URL(fileURLWithPath: target + "/" + name))
    }
  }
}
