import KeychainModel
import KeychainStore
import TestSupport
import Testing
import Vault

@testable import Keychain

@Suite struct VerificationTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test func wholeStoreIsCounted() throws {
    let store = try sample.copy()
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts.map(\.itemClass) == ItemClass.stored)
    #expect(report.counts.map(\.items) == [33, 20, 10, 10])
    #expect(report.counts.map(\.tombstones) == [1, 0, 0, 0])
    #expect(report.counts.map(\.dead) == [0, 0, 0, 0])
    #expect(report.quarantined.isEmpty)
    #expect(report.setAside.isEmpty)
  }

  @Test func placeWithoutAStoreHasNothingToReportAndStaysEmpty() throws {
    let folder = try TemporaryDirectory()
    #expect(try LocalKeychain(StoreLocation(home: folder.path)).verify().isIntact)
    #expect(folder.names().isEmpty)
    let nowhere = folder("none")
    #expect(try LocalKeychain(StoreLocation(home: nowhere)).verify().isIntact)
    #expect(folder.names().isEmpty)
  }

  @Test(
    arguments: [
      ("UPDATE genp SET meta = zeroblob(length(meta)) WHERE id = 3", 3),
      ("UPDATE genp SET secret = zeroblob(length(secret)) WHERE id = 4", 4),
      ("UPDATE genp SET secret = NULL WHERE id = 5", 5),
      ("UPDATE genp SET pdmn = 99 WHERE id = 6", 6),
      ("UPDATE genp SET key_id = 77 WHERE id = 7", 7),
      ("UPDATE genp SET sync = 2 WHERE sync = 1 AND tomb = 0", 31),
      ("UPDATE genp SET mark = 1 WHERE id = 8", 8),
      ("UPDATE genp SET tags = x'00' WHERE id = 9", 9),
      ("UPDATE genp SET ukey = zeroblob(16) WHERE id = 10", 10),
      ("UPDATE genp SET secret = (SELECT secret FROM genp WHERE id = 2) WHERE id = 11", 11),
      ("DELETE FROM inet_domain WHERE item = 12", 12),
      ("UPDATE keys SET meta = zeroblob(length(meta)) WHERE id = 2", 2),
      ("UPDATE keys SET by_application_tag = zeroblob(16) WHERE id = 3", 3),
      ("UPDATE cert SET meta = zeroblob(length(meta)) WHERE id = 2", 2),
      ("UPDATE cert SET by_subject = zeroblob(16) WHERE id = 3", 3),
    ] as [(String, Int64)])
  func damagedRowIsNamed(_ change: String, _ number: Int64) throws {
    let store = try sample.copy()
    try store.execute(change)
    let damages = try store.keychain.verify().damages
    #expect(damages.map(\.number) == [number])
    #expect(damages.allSatisfy { $0.itemClass != nil && !$0.reason.isEmpty })
    // The other items are still found.
    #expect(try store.count(of: sample.items) >= sample.items.count - 1)
    #expect(try !store.keychain.verify().isIntact)
  }

  @Test func chunksAreChecked() throws {
    let store = try sample.copy()
    try store.execute("UPDATE chunk SET data = zeroblob(length(data)) WHERE seq = 3")
    #expect(try store.keychain.verify().damages.count == 1)
    try store.execute("DELETE FROM genp WHERE secret IS NULL AND tomb = 0")
    let damages = try store.keychain.verify().damages
    #expect(damages.allSatisfy { $0.itemClass == nil })
    #expect(damages.contains { $0.reason.contains("chunks") })
  }

  @Test func rowsOfADestroyedKeyAreDeadAndNotDamaged() throws {
    let store = try sample.copy()
    try store.destroyKey(of: .whenUnlocked)
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts.map(\.dead) == [34, 20, 10, 10])
    #expect(report.counts.map(\.items) == [0, 0, 0, 0])
  }

  @Test(arguments: ["device.key", "keybag.1"]) func storeWithoutKeysIsNotCalledEmpty(
    _ name: String
  ) throws {
    let store = try sample.copy { $0[name] = nil }
    let report = try store.keychain.verify()
    #expect(report.obstacle?.code == .notAvailable)
    let words = name == "keybag.1" ? "the keybag in force is missing" : "device key is missing"
    #expect(report.obstacle?.reason.contains(words) == true, "\(report.obstacle?.reason ?? "")")
    #expect(report.counts.map(\.items) == [0, 0, 0, 0])
    #expect(report.counts.map(\.unopened) == [34, 20, 10, 10])
    #expect(store.status() == -25291)
  }

  @Test func keysOfAnotherStoreAreAnObstacle() throws {
    let other = try TestKeychain()
    try other.add(.generic("other"))
    other.keychain.close()
    let key = try other.folder.read("device.key")
    let store = try sample.copy { $0["device.key"] = key }
    #expect(try store.keychain.verify().obstacle?.code == .notAvailable)
    #expect(try sample.copy().keychain.verify().obstacle == nil)
    // The verification completes even if rows are damaged.
    let damaged = try sample.copy()
    try damaged.execute("UPDATE genp SET pdmn = 99 WHERE id = 6")
    #expect(try damaged.keychain.verify().obstacle == nil)
  }

  /// Every commit records the number of rows, so missing rows are detected.
  @Test func rowsThatNoProgramRemovedAreMissed() throws {
    let store = try sample.copy()
    try store.execute("DELETE FROM keys WHERE id = 3")
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason).contains { $0.contains("keys") && $0.contains("10") })
    #expect(report.counts.map(\.items) == [33, 20, 9, 10])
  }

  /// If a call fails because the database is damaged, the call sets the damage flag in the header.
  @Test func markOfDamageIsReported() throws {
    let store = try sample.copy()
    try store.folder.changeState { $0.isDamaged = true }
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason).contains { $0.contains("met damage") })
    #expect(report.obstacle == nil)
  }

  @Test func reportIsMadeOfAnyDamage() throws {
    let store = try sample.copy { $0["keychain.db"] = [1, 2, 3] }
    let before = try store.folder.read("keychain.db")
    #expect(try !store.keychain.verify().isIntact)
    #expect(try store.folder.read("keychain.db") == before)
    let other = try sample.copy { $0["keychain.db"] = [] }
    #expect(try !other.keychain.verify().isIntact)
  }
}
