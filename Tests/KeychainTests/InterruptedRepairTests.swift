import CTestSupport
import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import Keychain

/// A repair that is interrupted anywhere is finished by whoever comes next.
@Suite struct InterruptedRepairTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.inLog.get() }

  @Test(arguments: StoreRepair.Step.allCases) func failureAtAStepLosesNothing(
    _ step: StoreRepair.Step
  ) throws {
    let store = try damagedStore()
    var repair = try StoreRepair(finder: store.keychain.finder(nil))
    repair.onStep = { (reached) throws(KeychainError) in
      if reached == step { throw KeychainError(.inputOutput, "interrupted") }
    }
    #expect(throws: KeychainError.self) { try repair.run() }
    try expectFinished(store)
  }

  /// The child is killed: nothing is tidied up, no lock is given back.
  @Test(arguments: StoreRepair.Step.allCases) func killAtAStepLosesNothing(
    _ step: StoreRepair.Step
  ) throws {
    // A child of many threads may find a lock of OpenSSL or the runtime held by a thread that it
    // does not have: then its alarm ends it, and another one is made.
    for _ in 0..<10 {
      let store = try damagedStore()
      let status = kill(store, at: step)
      if status == -SIGALRM { continue }
      #expect(status == -SIGKILL)
      try expectFinished(store)
      return
    }
    Issue.record("no child came as far as \(step)")
  }

  private func kill(_ store: TestKeychain, at step: StoreRepair.Step) -> Int32 {
    let child = lk_test_fork(20)
    if child == 0 {
      guard var repair = try? StoreRepair(finder: store.keychain.finder(nil)) else { _exit(1) }
      repair.onStep = { reached in if reached == step { Glibc.kill(getpid(), SIGKILL) } }
      _ = try? repair.run()
      _exit(2)
    }
    return lk_test_wait(child)
  }

  @Test func interruptionIsNamedByVerify() throws {
    let store = try damagedStore()
    var repair = try StoreRepair(finder: store.keychain.finder(nil))
    repair.onStep = { (reached) throws(KeychainError) in
      if reached == .databaseAside { throw KeychainError(.inputOutput, "interrupted") }
    }
    #expect(throws: KeychainError.self) { try repair.run() }
    let reasons = try store.keychain.verify().damages.map(\.reason)
    #expect(reasons.contains { $0.contains("keychain.db is missing") })
    #expect(reasons.contains { $0.contains("interrupted") })
  }

  @Test func markerThatWasCutShortIsIgnored() throws {
    for marker in ["creat", "repairing keychain.db.dam", "\0\0\0\0", "repairing ../../etc\n", "\n"]
    {
      let sample = try SampleStore.standard.get()
      let store = try sample.copy { $0["latchkey.lock"] = Array(marker.utf8) }
      #expect(try store.count(of: sample.items) == sample.items.count)
      #expect(try store.folder.read("latchkey.lock").isEmpty)
    }
  }

  private func damagedStore() throws -> TestKeychain {
    try sample.copy { $0["keychain.db"] = [] }
  }

  private func expectFinished(_ store: TestKeychain) throws {
    // Pages that were never written since the store was made are lost, with nothing on them.
    #expect(store.status() == -25291)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.folder.read("latchkey.lock").isEmpty)
    let report = try store.keychain.verify()
    #expect(report.damages.map(\.reason) == [])
    // One database, with its log and nothing twice.
    #expect(report.setAside.count { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == 1)
    #expect(report.setAside.count { $0.hasSuffix("-wal") } == 1)
  }
}
