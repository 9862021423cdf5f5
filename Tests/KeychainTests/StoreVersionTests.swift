import Foundation
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Keychain

/// Tests of stores with other formats and versions.
@Suite struct StoreVersionTests {
  private func reason(_ store: TestKeychain) -> String? {
    let error = #expect(throws: KeychainError.self) {
      try store.secrets(SampleItem.generic("mail").query)
    }
    #expect(error?.code == .notAvailable)
    return error?.reason
  }

  private func sample() throws -> TestKeychain {
    let store = try TestKeychain()
    try store.add(.generic("mail"))
    return store
  }

  private func version(of store: TestKeychain) throws -> Int64 {
    try Connection(path: store.folder("keychain.db")).integer("PRAGMA user_version")
  }

  /// A build that is older than format 3.0 created `Fixtures/store-2.1`.
  @Test func earlierFormatIsRefusedUntouched() throws {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent(
      "Fixtures/store-2.1")
    var files: [String: [UInt8]] = [:]
    for name in ["keychain.db", "keybag", "device.key", "state"] {
      files[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    let store = try TestKeychain(files)
    let before = try files.keys.map { try store.folder.read($0) }
    for _ in 0..<2 { #expect(reason(store)?.contains("docs/earlier-formats.md") == true) }
    #expect(throws: KeychainError.self) { try store.add(.generic("new")) }
    #expect(throws: KeychainError.self) { try store.keychain.repair() }
    #expect(
      try store.keychain.verify().obstacle?.reason.contains("docs/earlier-formats.md") == true)
    #expect(try store.keychain.verify().setAside.isEmpty)
    #expect(try files.keys.map { try store.folder.read($0) } == before)
  }

  /// `scripts/make-earlier-store` makes the store of a new version. `EarlierStoreTests` open the stores of all versions.
  @Test func storeOfThisVersionIsKept() throws {
    let version = "\(StoreSchema.version >> 8).\(StoreSchema.version & 255)"
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("Fixtures/store-\(version)")
    for store in ["plain", "passcode"] {
      // SQLite stores the number at offset 60 of the file.
      let database = try Data(contentsOf: folder.appendingPathComponent("\(store)/keychain.db"))
      #expect(database[60..<64].reduce(0) { $0 << 8 | Int64($1) } == StoreSchema.version)
    }
  }

  /// The last builds before format 3.0 created databases with the current tables and the current version number.
  @Test func earlierIdentifierIsRefusedUntouched() throws {
    let store = try sample()
    try store.execute("PRAGMA application_id = \(StoreSchema.earlierApplicationID)")
    let before = try store.folder.read("keychain.db")
    #expect(reason(store)?.contains("docs/earlier-formats.md") == true)
    #expect(throws: KeychainError.self) { try store.keychain.repair() }
    #expect(
      try store.keychain.verify().obstacle?.reason.contains("docs/earlier-formats.md") == true)
    #expect(try store.keychain.verify().setAside.isEmpty)
    #expect(try store.folder.read("keychain.db") == before)
  }

  @Test func newerMinorVersionIsUsedAsItIs() throws {
    let store = try sample()
    try store.execute(
      """
      ALTER TABLE genp ADD COLUMN later BLOB; CREATE TABLE later (id INTEGER PRIMARY KEY);
      PRAGMA user_version = \(StoreSchema.version + 9)
      """)
    try store.add(.generic("new"))
    #expect(try store.count(of: [.generic("mail"), .generic("new")]) == 2)
    #expect(try version(of: store) == StoreSchema.version + 9)
  }

  @Test func newerMajorVersionIsRefusedUntouched() throws {
    let store = try sample()
    try store.execute("PRAGMA user_version = \((StoreSchema.major + 1) << 8)")
    let before = try store.folder.read("keychain.db")
    #expect(reason(store)?.contains("newer version") == true)
    #expect(try store.folder.read("keychain.db") == before)
    #expect(try store.keychain.verify().setAside.isEmpty)
    #expect(try store.keychain.verify().obstacle?.code == .notAvailable)
  }

  /// Versions below 3.0 do not have the current tables, so such a version number is damage.
  @Test(arguments: [Int64(0), 255, 256, 514, StoreSchema.version - 1])
  func versionBelowTheFirstIsDamage(_ number: Int64) throws {
    let store = try sample()
    try store.execute("PRAGMA user_version = \(number)")
    #expect(reason(store)?.contains("verify-keychain --repair") == true)
    try store.repair()
    #expect(try store.count(of: [.generic("mail")]) == 1)
    #expect(try version(of: store) == StoreSchema.version)
    #expect(try !store.keychain.verify().setAside.isEmpty)
  }

  @Test("A version number that is too great is repaired on request, unless the tables are different")
  func damagedMajorVersion() throws {
    for isNewer in [false, true] {
      let store = try sample()
      try store.execute(
        "PRAGMA user_version = \(StoreSchema.version | 1 << 20)"
          + (isNewer ? "; CREATE TABLE later (id INTEGER PRIMARY KEY)" : ""))
      let reason = reason(store)
      #expect(reason?.contains("newer version") == true)
      #expect(reason?.contains("verify-keychain --repair") == !isNewer)
      guard !isNewer else {
        #expect(throws: KeychainError.self) { try store.keychain.repair() }
        continue
      }
      #expect(try store.repair().counts.map(\.missing) == [0, 0, 0, 0])
      #expect(try store.count(of: [.generic("mail")]) == 1)
      #expect(try version(of: store) == StoreSchema.version)
      #expect(try !store.keychain.verify().setAside.isEmpty)
    }
  }

  /// The policy of a row can be read without keys. The policy is authenticated together with the metadata of the row.
  @Test func alteredPolicyIsNoticed() throws {
    let store = try sample()
    try store.execute("UPDATE genp SET policy = 3")
    #expect(try store.count(of: [.generic("mail")]) == 0)
    #expect(try store.keychain.verify().damages.count == 1)
    try store.execute("UPDATE genp SET policy = 0")
    #expect(try store.count(of: [.generic("mail")]) == 1)
  }
}
