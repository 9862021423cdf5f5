@testable import Keychain
import KeychainModel
import TestSupport
import Testing

/// What becomes of a damaged database (D21).
@Suite struct RepairTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test func garbageInPlaceOfTheDatabaseIsSetAsideAndSaidOnce() throws {
    var generator = SeededGenerator(seed: 1)
    let garbage = (0..<50_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let header = Array(try #require(sample.files["keychain.db"]).prefix(100))
    let short = Array(garbage.prefix(11))
    for content in [garbage, [], header, short, Array(repeating: 0, count: 9000)] {
      let store = try sample.copy { $0["keychain.db"] = content }
      #expect(store.status() == -25291)
      #expect(store.status() == 0)
      #expect(try store.count(of: sample.items) == 0)
      let aside = try #require(store.keychain.verify().setAside.first)
      #expect(try store.folder.read(aside) == content)
      try store.add(.generic("new"))
      #expect(try store.keychain.verify().isIntact)
      #expect(try TestKeychain(reopening: store).count(of: [.generic("new")]) == 1)
    }
  }

  @Test func headerAloneDamagedLosesNothing() throws {
    let store = try sample.copy { $0.fill(0..<16, with: 7) }
    #expect(store.status() == 0)
    try expectEverything(store)
  }

  /// Without its list of free pages, rows that were deleted may come back; none is lost.
  @Test func firstPageDamagedLosesNothingAndIsSaidOnce() throws {
    let store = try sample.copy { $0.fill(0..<4096, with: 0) }
    #expect(store.status() == -25291)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.secrets(below: "example.org").count == 20)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func itemsOfTheLogAreSalvagedToo() throws {
    let sample = try SampleStore.inLog.get()
    #expect(try #require(sample.files["keychain.db-wal"]).count > 100_000)
    let store = try sample.copy { $0.fill(0..<100, with: 1) }
    _ = store.status()
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test func emptyDatabaseDoesNotCostTheLog() throws {
    let sample = try SampleStore.inLog.get()
    let store = try sample.copy { $0["keychain.db"] = [] }
    _ = store.status()
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(store.folder.names().contains { $0.hasSuffix("-wal") && $0.contains("damaged") })
  }

  @Test func indexAloneDamagedLosesNothing() throws {
    let store = try sample.copy { files in
      guard let database = files["keychain.db"] else {
        Issue.record("the store has no database")
        return
      }
      for page in database.pages(where: { $0 == 10 || $0 == 2 }) {
        files["keychain.db"]?[page * 4096 + 3] ^= 0x40
      }
    }
    #expect(store.status() == 0)
    try expectEverything(store)
  }

  @Test func deletedItemsStayDeleted() throws {
    let store = try sample.copy { $0.fill(0..<16, with: 7) }
    #expect(store.status() == 0)
    #expect(try store.secrets(SampleStore.deleted.query).isEmpty)
    for index in 0..<12 {
      #expect(try store.secrets(SampleItem.generic("deleted \(index)").query).isEmpty)
    }
  }

  @Test func orderOfCreationIsKept() throws {
    let all = ItemQuery(.genericPassword, isSynchronizable: nil)
    let before = try sample.copy().secrets(all)
    let store = try sample.copy { $0["keychain.db"]?[0] = 0 }
    #expect(try store.secrets(all) == before)
  }

  @Test func otherProcessesReopen() throws {
    let store = try sample.copy()
    let other = TestKeychain(reopening: store)
    #expect(try other.count(of: sample.items) == sample.items.count)
    // Damage that the first one meets and the second one, with its pages in memory, does not.
    let fresh = TestKeychain(reopening: store)
    var database = try store.folder.read("keychain.db")
    database[0] = 0
    try overwrite(database, store.folder("keychain.db"))
    #expect(fresh.status() == 0)
    try other.add(.generic("new"))
    #expect(try fresh.count(of: sample.items + [.generic("new")]) == sample.items.count + 1)
  }

  @Test func missingChunkIsSaid() throws {
    let store = try sample.copy()
    try store.execute("DELETE FROM chunk WHERE seq = 1")
    try store.damageHeader()
    #expect(store.status() == -25291)
    #expect(store.status() == 0)
    #expect(try store.count(of: sample.items) == sample.items.count - 1)
    let report = try store.keychain.verify()
    #expect(report.damages.contains { $0.itemClass == .genericPassword })
  }

  @Test func wholeDatabaseIsLeftAlone() throws {
    let store = try sample.copy()
    #expect(try store.keychain.repair() == false)
    #expect(try store.keychain.verify().setAside.isEmpty)
  }

  @Test func repairOnRequestFindsWhatNoCallStumblesOver() throws {
    let store = try sample.copy()
    // An entry of an index that leads nowhere near its row.
    try store.execute("PRAGMA writable_schema = ON", isDefensive: false)
    try store.execute(
      "DROP INDEX genp_by_label; CREATE INDEX genp_by_label ON genp (by_label, sync, tomb)"
        + " WHERE by_label IS NOT NULL AND id > 5")
    #expect(try !store.keychain.verify().isIntact)
    #expect(try store.keychain.repair())
    try expectEverything(store)
  }

  private func expectEverything(_ store: TestKeychain) throws {
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.secrets(below: "example.org").count == 20)
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason) == [])
    #expect(report.counts.map(\.items) == [33, 20, 10, 10])
    #expect(report.counts.map(\.tombstones) == [1, 0, 0, 0])
    #expect(!report.setAside.isEmpty)
  }
}
