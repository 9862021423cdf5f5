import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that a damaged database does not change until a person repairs it (compatibility: D21).
@Suite struct RepairTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  /// Expects that every call fails, that the error names the repair command, and that the database does not change.
  private func expectRefusal(_ store: TestKeychain) throws {
    let before = try store.folder.read("keychain.db")
    let calls: [() throws -> Void] = [
      { _ = try store.secrets(SampleItem.generic("service 1").query) },
      { try store.add(.generic("new")) },
      { try store.delete(.generic("service 1")) },
      { _ = try store.keychain.rotateKeys() },
    ]
    for call in calls {
      let error = failure(call)
      #expect(error?.code == .notAvailable)
      #expect(error?.failureCause == .databaseDamaged, "\(error?.reason ?? "")")
      #expect(error?.reason.contains("verify-keychain --repair") == true, "\(error?.reason ?? "")")
    }
    #expect(try store.folder.read("keychain.db") == before)
    #expect(try store.keychain.verify().setAside.isEmpty)
  }

  @Test func garbageInPlaceOfTheDatabaseIsRefusedAndSetAside() throws {
    var generator = SeededGenerator(seed: 1)
    let garbage = (0..<50_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let header = Array(try #require(sample.files["keychain.db"]).prefix(100))
    let short = Array(garbage.prefix(11))
    for content in [garbage, [], header, short, Array(repeating: 0, count: 9000)] {
      let store = try sample.copy { $0["keychain.db"] = content }
      try expectRefusal(store)
      let outcome = try store.repair()
      #expect(outcome.counts.map(\.found) == [0, 0, 0, 0])
      #expect(outcome.counts.map(\.missing) == [34, 20, 10, 10])
      #expect(try store.folder.read(outcome.asideName) == content)
      #expect(try store.keychain.verify().setAside.first == outcome.asideName)
      #expect(try store.count(of: sample.items) == 0)
      try store.add(.generic("new"))
      #expect(try store.keychain.verify().isIntact)
      #expect(try TestKeychain(reopening: store).count(of: [.generic("new")]) == 1)
    }
  }

  @Test func headerAloneDamagedLosesNothing() throws {
    let store = try sample.copy { $0.fill(0..<16, with: 7) }
    try expectRefusal(store)
    try expectNothingMissing(store.repair())
    try expectEverything(store)
  }

  /// The first page contains the list of free pages. Without this list, deleted rows may reappear, but no row is lost.
  @Test func firstPageDamagedLosesNothing() throws {
    let store = try sample.copy { $0.fill(0..<4096, with: 0) }
    try expectRefusal(store)
    #expect(try store.repair().counts.map(\.missing) == [0, 0, 0, 0])
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.secrets(below: "example.org").count == 20)
    #expect(try store.keychain.verify().isIntact)
  }

  /// One page with rows is lost. The outcome contains the number of missing rows of each class.
  @Test func lostRowsAreCounted() throws {
    let database = try #require(sample.files["keychain.db"])
    var losses = 0
    for page in database.pages(where: { $0 == 13 }) {
      let store = try sample.copy { $0.fill(page * 4096..<(page + 1) * 4096, with: 0xA5) }
      guard let outcome = try store.keychain.repair() else { continue }
      let report = try store.keychain.verify()
      for (index, count) in outcome.counts.enumerated() {
        let rows = report.counts[index]
        let damaged = report.damages.count { $0.itemClass == count.itemClass }
        #expect(count.found == rows.items + rows.tombstones + rows.dead + damaged)
        let whole = [34, 20, 10, 10][index]
        #expect(count.missing == max(0, whole - count.found), "page \(page)")
        losses += count.missing ?? 0
      }
    }
    #expect(losses > 20)
  }

  @Test func itemsOfTheLogAreSalvagedToo() throws {
    let sample = try SampleStore.inLog.get()
    #expect(try #require(sample.files["keychain.db-wal"]).count > 100_000)
    let store = try sample.copy { $0.fill(0..<100, with: 1) }
    // If the log contains a copy of the damaged page, the database is intact without a repair.
    _ = store.status()
    _ = try store.keychain.repair()
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test func emptyDatabaseDoesNotCostTheLog() throws {
    let sample = try SampleStore.inLog.get()
    let store = try sample.copy { $0["keychain.db"] = [] }
    try expectRefusal(store)
    #expect(try store.folder.read("keychain.db-wal") == sample.files["keychain.db-wal"])
    let name = try store.repair().asideName
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.folder.read("\(name)-wal") == sample.files["keychain.db-wal"])
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
    try expectNothingMissing(store.repair())
    try expectEverything(store)
  }

  @Test func deletedItemsStayDeleted() throws {
    let store = try sample.copy { $0.fill(0..<16, with: 7) }
    try store.repair()
    #expect(try store.secrets(SampleStore.deleted.query).isEmpty)
    for index in 0..<12 {
      #expect(try store.secrets(SampleItem.generic("deleted \(index)").query).isEmpty)
    }
  }

  @Test func orderOfCreationIsKept() throws {
    let all = ItemQuery(.genericPassword, isSynchronizable: nil)
    let before = try sample.copy().secrets(all)
    let store = try sample.copy { $0["keychain.db"]?[0] = 0 }
    try store.repair()
    #expect(try store.secrets(all) == before)
  }

  @Test func otherProcessesGoOnWithTheNewDatabase() throws {
    let store = try sample.copy()
    let other = TestKeychain(reopening: store)
    #expect(try other.count(of: sample.items) == sample.items.count)
    var database = try store.folder.read("keychain.db")
    database[0] = 0
    try overwrite(database, store.folder("keychain.db"))
    try TestKeychain(reopening: store).repair()
    try other.add(.generic("new"))
    #expect(try store.count(of: sample.items + [.generic("new")]) == sample.items.count + 1)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func missingChunkIsReported() throws {
    let store = try sample.copy()
    try store.execute("DELETE FROM chunk WHERE seq = 1")
    try store.damageHeader()
    try store.repair()
    #expect(try store.count(of: sample.items) == sample.items.count - 1)
    let report = try store.keychain.verify()
    #expect(report.damages.contains { $0.itemClass == .genericPassword })
  }

  @Test func wholeDatabaseIsLeftAlone() throws {
    let store = try sample.copy()
    #expect(try store.keychain.repair() == nil)
    #expect(try store.keychain.repair(onlyIfMarked: true) == nil)
    #expect(try store.keychain.verify().setAside.isEmpty)
  }

  @Test func repairOnRequestFindsDamageThatNoCallMeets() throws {
    let store = try sample.copy()
    // Creates an index that lacks the first five rows of its table.
    try store.execute("PRAGMA writable_schema = ON", isDefensive: false)
    try store.execute(
      "DROP INDEX genp_by_label; CREATE INDEX genp_by_label ON genp (by_label, sync, tomb)"
        + " WHERE by_label IS NOT NULL AND id > 5")
    #expect(try !store.keychain.verify().isIntact)
    try expectNothingMissing(store.repair())
    try expectEverything(store)
  }

  // MARK: The mark

  /// A store with one damaged page that a search reads. SQLite can open the database.
  private func storeWithADamagedPage() throws -> TestKeychain {
    let database = try #require(sample.files["keychain.db"])
    for page in database.pages(where: { $0 == 13 }) {
      let store = try sample.copy { $0.fill(page * 4096..<(page + 1) * 4096, with: 0xA5) }
      let codes = sample.items.map { item in code { _ = try store.secrets(item.query) } }
      if codes.contains(.notAvailable), codes.contains(nil) {
        return try sample.copy { $0.fill(page * 4096..<(page + 1) * 4096, with: 0xA5) }
      }
    }
    throw TestKeychain.Failure(reason: "no page of rows was met by some searches alone")
  }

  @Test func callThatMeetsDamageMarksIt() throws {
    let store = try storeWithADamagedPage()
    #expect(try store.keychain.repair(onlyIfMarked: true) == nil)
    var (found, refused) = (0, 0)
    for item in sample.items {
      do {
        let secrets = try store.secrets(item.query)
        // The search must not report "not found" for an existing item.
        #expect(secrets == [item.secret])
        found += 1
      } catch {
        #expect(error.code == .notAvailable)
        #expect(error.failureCause == .databaseDamaged)
        #expect(error.reason.contains("verify-keychain --repair"), "\(error.reason)")
        refused += 1
      }
    }
    // Despite the damage flag, a read succeeds if it needs no damaged page.
    #expect(found > 0 && refused > 0)
    #expect(try store.folder.headerState().isDamaged)
    let other = TestKeychain(reopening: store)
    let error = failure { try other.add(.generic("new")) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("verify-keychain --repair") == true)
    #expect(try !other.keychain.verify().isIntact)
    #expect(try other.keychain.repair(onlyIfMarked: true) != nil)
    #expect(try !store.folder.headerState().isDamaged)
    try other.add(.generic("new"))
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func markOfDamageThatIsNoMoreIsTakenAway() throws {
    let store = try sample.copy()
    try store.folder.changeState { $0.isDamaged = true }
    #expect(code { try store.add(.generic("new")) } == .notAvailable)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.repair(onlyIfMarked: true) == nil)
    try store.add(.generic("new"))
  }

  private func expectNothingMissing(_ outcome: RepairOutcome) {
    #expect(outcome.counts.map(\.itemClass) == ItemClass.stored)
    #expect(outcome.counts.map(\.found) == [34, 20, 10, 10])
    #expect(outcome.counts.map(\.missing) == [0, 0, 0, 0])
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
