import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// A process is killed at every step of every change. The next process finds a consistent vault with all acknowledged
/// rows.
@Suite struct InterruptionTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.process().write(until: vault.soon) { (session) throws(KeychainError) in
      for name in Self.names { try SampleRows.add(name, to: session) }
    }
  }

  private static let names = (0..<20).map { "row \($0)" }

  private func names() throws -> [String] {
    try vault.process().read(until: vault.soon) { (session) throws(KeychainError) in
      try SampleRows.names(session)
    }
  }

  /// Checks the files after an interrupted change. Every file must exist, and no job may be unfinished.
  private func checkFiles() throws {
    #expect(try names() == Self.names)
    #expect(try vault.consistency() == .whole)
    let state = try vault.state()
    #expect(state.job == nil)
    #expect(state.pending == nil)
    #expect(!state.isDamaged)
    #expect(try vault.files().keybags.numbers() == [try vault.row().keybagNumber])
    #expect(vault.key.names() == ["device.key"])
    #expect(try vault.row().rows.genericPasswords == 20)
  }

  /// Starts processes, and kills each of them at the next step, until a process finishes.
  ///
  /// - Returns: The number of steps at which a process was killed.
  private func killAtEachStep(_ mode: String, _ check: (Int) throws -> Void) throws -> Int {
    for step in 0..<40 {
      guard try vault.isKilled(mode, at: step) else { return step }
      try check(step)
    }
    return 40
  }

  @Test func passcodeIsTheOldOneOrTheNewOne() throws {
    func isOpened(by text: String) throws -> Bool {
      do {
        _ = try vault.process().authenticationKey(for: passcode(text), until: vault.soon)
        return true
      } catch let error as KeychainError where error.code == .authenticationFailed {
        return false
      }
    }
    /// Sets the passcode to 1234 again if the killed process has changed it.
    func reset() throws {
      if try isOpened(by: "5678") {
        try vault.process().changePasscode(
          from: passcode("5678"), to: passcode("1234"), until: vault.soon)
      }
    }
    try vault.process().changePasscode(from: nil, to: passcode("1234"), until: vault.soon)
    let count = try killAtEachStep("change") { step in
      let isOld = try isOpened(by: "1234")
      let isNew = try isOpened(by: "5678")
      #expect(isOld != isNew, "\(step)")
      #expect(try vault.state().job == nil)
      #expect(try vault.files().keybags.numbers() == [try vault.row().keybagNumber])
      try reset()
    }
    #expect(count > 6)
    try reset()
    let removals = try killAtEachStep("remove") { _ in
      guard try !vault.process().status(until: vault.soon).hasPasscode else { return }
      try vault.process().changePasscode(from: nil, to: passcode("1234"), until: vault.soon)
    }
    #expect(removals > 6)
    try checkFiles()
  }

  @Test func rotationGoesOn() throws {
    let keys = try Set(vault.keybag().entries.map(\.keyID))
    let count = try killAtEachStep("rotate") { step in
      let found = try names()
      #expect(found == Self.names, "\(step)")
    }
    #expect(count > 10)
    try checkFiles()
    _ = try vault.process().rotate(nil, timeout: .seconds(20), onProgress: { _, _ in })
    #expect(try vault.keybag().retiredKeyIDs.isEmpty)
    let active = try Set(
      Accessibility.allCases.compactMap { try vault.keybag().activeKeyID(for: $0) })
    #expect(active.isDisjoint(with: keys))
    #expect(try names() == Self.names)
  }

  @Test func deviceKeyIsTheOldOneOrTheNewOne() throws {
    var keys = [try vault.key.read("device.key")]
    let count = try killAtEachStep("device-key") { step in
      #expect(try names() == Self.names, "\(step)")
      try checkFiles()
      keys.append(try vault.key.read("device.key"))
    }
    #expect(count > 8)
    try checkFiles()
    #expect(Set(keys).count > 1)
  }

  @Test func repairLosesNothing() throws {
    let count = try killAtEachStep("repair") { step in
      // If the process was killed before the header recorded the start of the repair, the database is still damaged.
      _ = try vault.process().repair(nil, onlyIfMarked: false, until: vault.soon)
      try checkFiles()
      try damage()
    }
    // The database is not damaged yet, so the repair ends without a step.
    #expect(count == 0)
    try damage()
    let interrupted = try killAtEachStep("repair") { step in
      if try vault.consistency() == .refused(.databaseDamaged) {
        _ = try vault.process().repair(nil, onlyIfMarked: false, until: vault.soon)
      }
      try checkFiles()
      try damage()
    }
    #expect(interrupted >= 7)
    #expect(vault.data.names().contains { $0.hasPrefix("keychain.db.damaged-") })
    try checkFiles()
  }

  /// Damages the file header of the database, so SQLite cannot open it. The pages still contain every row.
  private func damage() throws {
    let connection = try vault.files().connection(until: vault.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
    withExtendedLifetime(connection) {}
    var content = try vault.data.read("keychain.db")
    for index in 0..<16 { content[index] ^= 0xFF }
    try vault.data.write(content, to: "keychain.db")
  }

  @Test func erasureComesToItsEnd() throws {
    let count = try killAtEachStep("erase") { step in
      #expect(try names() == [], "\(step)")
      #expect(try vault.consistency() == .whole)
      // Creates a new vault with rows.
      try vault.process().write(until: vault.soon) { (session) throws(KeychainError) in
        for name in Self.names { try SampleRows.add(name, to: session) }
      }
      try checkFiles()
    }
    #expect(count >= 6)
    #expect(try vault.consistency() == .empty)
    #expect(vault.data.names() == ["latchkey.lock"])
    #expect(vault.key.names() == [])
  }

  @Test func acceptanceGoesOn() throws {
    let before = try vault.data.read("latchkey.lock")
    try vault.process().write(until: vault.soon) { (_) in }
    /// Restores an older header. Its lock generation is lower than the lock generation in the database.
    func putBackOlderHeader() throws {
      try vault.files().header()?.change(until: vault.soon) { (state) throws(KeychainError) in
        try state.lock(SystemRandom())
      }
      try vault.process().write(until: vault.soon) { (_) in }
      try vault.data.write(before, to: "latchkey.lock")
    }
    try putBackOlderHeader()
    #expect(try vault.consistency() == .refused(.olderHeader))
    let count = try killAtEachStep("accept") { step in
      _ = try vault.process().acceptOlder(until: vault.soon)
      #expect(try names() == Self.names, "\(step)")
      #expect(try vault.consistency() == .whole)
      let other = try vault.data.read("latchkey.lock")
      try vault.data.write(before, to: "latchkey.lock")
      #expect(try vault.consistency() == .refused(.otherDatabase))
      _ = other
    }
    #expect(count >= 3)
    #expect(try names() == Self.names)
    #expect(try vault.consistency() == .whole)
  }
}
