import Glibc
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of repairs that were interrupted at each step. If the header records the repair, the next call completes the
/// repair.
@Suite struct InterruptedRepairTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.inLog.get() }

  private static let steps: [Step] = [
    .salvaged, .repairNamed, .databaseAside, .logAside, .indexAside, .databaseReplaced, .repaired,
  ]

  private func interrupt(_ store: TestKeychain, at step: Step) {
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try TestKeychain(reopening: store, onStep: interruption.done).repair()
    }
    #expect(interruption.isDead)
  }

  @Test(arguments: steps) func failureAtAStepLosesNothing(_ step: Step) throws {
    let store = try damagedStore()
    interrupt(store, at: step)
    if step == .salvaged {
      // At this step, the repair has not changed any file.
      #expect(store.status() == -25291)
      #expect(try store.repair().counts.map(\.missing) == [0, 0, 0, 0])
    }
    try expectFinished(store)
  }

  @Test func interruptionIsNamedByVerify() throws {
    let store = try damagedStore()
    interrupt(store, at: .databaseAside)
    let reasons = try store.keychain.verify().damages.map(\.reason)
    #expect(reasons.contains { $0.contains("interrupted") })
    try expectFinished(store)
  }

  /// The new database is lost, so the damaged database and its log get their original names back.
  @Test(arguments: [.repairNamed, .databaseAside, .logAside, .indexAside] as [Step])
  func lostSalvageBringsTheOldNamesBack(_ step: Step) throws {
    let store = try damagedStore()
    interrupt(store, at: step)
    #expect(unlink(store.folder("keychain.db.repaired")) == 0)
    for _ in 0..<2 { #expect(store.status() == -25291) }
    #expect(try store.folder.read("keychain.db") == [])
    #expect(try store.folder.read("keychain.db-wal") == sample.files["keychain.db-wal"])
    #expect(try store.folder.headerState().isDamaged)
    try store.repair()
    try expectFinished(store)
  }

  private func damagedStore() throws -> TestKeychain {
    try sample.copy { $0["keychain.db"] = [] }
  }

  private func expectFinished(_ store: TestKeychain) throws {
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.folder.headerState().job == nil)
    #expect(try !store.folder.headerState().isDamaged)
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason) == [])
    // The repair moved exactly one database and one log out of the way.
    #expect(report.setAside.count { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1)
    #expect(report.setAside.count { $0.hasSuffix("-wal") } == 1)
    #expect(!store.exists("keychain.db.repaired"))
  }
}
