import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing

@testable import Vault

@Suite struct VaultCreationTests {
  private let vault: TestVault

  init() throws { vault = try TestVault() }

  private static let names = ["keybag.1", "keychain.db", "latchkey.lock"]

  private func names() -> [String] {
    vault.data.names().filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  @Test func newVaultIsWhole() throws {
    #expect(try vault.consistency() == .empty)
    try vault.create()
    #expect(try vault.consistency() == .whole)
    #expect(names() == Self.names)
    #expect(vault.key.names() == ["device.key"])
    let (row, state) = (try vault.row(), try vault.state())
    #expect(row.vaultID == state.vaultID)
    #expect(row.databaseID == state.databaseID)
    #expect(row.keybagNumber == 1)
    #expect(state.keybag == KeybagReference(number: 1, digest: row.keybagDigest))
    #expect(state.job == nil)
    #expect(row.rows == RowCounts())
  }

  /// The next process completes the creation. No file of the killed process remains.
  @Test(arguments: VaultCreation.steps.indices) func deathAtAStep(_ last: Int) throws {
    #expect(try vault.isKilled("create", at: last))
    try vault.resume()
    #expect(try vault.consistency() == .whole)
    #expect(names() == Self.names)
    #expect(vault.key.names() == ["device.key"])
    #expect(try vault.state().job == nil)
  }

  /// A process is killed while it makes a vault with the content of another one. There is the whole vault, or none.
  @Test(arguments: VaultCreation.steps.indices) func deathDuringACopy(_ last: Int) throws {
    #expect(try vault.isKilled("copy", at: last))
    try vault.resume()
    #expect(try vault.consistency() == .whole)
    #expect(names() == Self.names)
    let (state, copied) = (try vault.state(), RowIdentifier(high: 5, low: 5))
    #expect((state.vaultID == copied) == (last >= 4))
    #expect(state.settings.timeout == (last >= 4 ? 77 : nil))
    // The vault without rows is replaced.
    #expect(try !vault.isKilled("copy", at: 100))
    #expect(try vault.consistency() == .whole)
    #expect(try vault.state().vaultID == copied)
    #expect(vault.key.names() == ["device.key"])
  }

  /// The process that completes an interrupted creation is killed, too.
  @Test func deathWhileACreationIsFinished() throws {
    var count = 0
    for first in VaultCreation.steps.indices {
      for second in VaultCreation.steps.indices {
        let vault = try TestVault()
        #expect(try vault.isKilled("create", at: first))
        guard try vault.state().job != nil else { continue }
        if try vault.isKilled("resume", at: second) { count += 1 }
        try vault.resume()
        #expect(try vault.consistency() == .whole, "\(first), \(second)")
        #expect(vault.key.names() == ["device.key"])
      }
    }
    #expect(count > 8)
  }

  @Test func failureAtAStepLeavesWhatTheNextOneFinishes() throws {
    for last in VaultCreation.steps {
      let vault = try TestVault()
      let failing = vault.process { (step) throws(KeychainError) in
        if step == last { throw KeychainError(.inputOutput, "on purpose") }
      }
      #expect(throws: KeychainError.self) { try failing.open(until: vault.soon) }
      try vault.resume()
      #expect(try vault.consistency() == .whole, "\(last)")
    }
  }

  /// The header names an unfinished creation, and the database belongs to another vault.
  @Test func databaseOfAnotherVaultIsNotTouched() throws {
    let step = try #require(VaultCreation.steps.firstIndex(of: .keybagMade))
    #expect(try vault.isKilled("create", at: step))
    let other = try TestVault()
    try other.create()
    let content = try other.data.read("keychain.db")
    try vault.data.write(content, to: "keychain.db")
    #expect(try vault.consistency() == .refused(.otherVault))
    #expect(try vault.data.read("keychain.db") == content)
  }

  @Test func logWithoutADatabaseIsKept() throws {
    let log = [UInt8](repeating: 3, count: 5000)
    try vault.data.write(log, to: "keychain.db-wal")
    try vault.create()
    let aside = try #require(vault.data.names().first { $0.contains(".aside-") })
    #expect(aside.hasSuffix("-wal"))
    #expect(try vault.data.read(aside) == log)
    #expect(try vault.consistency() == .whole)
  }

  /// A missing file means a loss. The vault is not created again over the remaining files.
  @Test func lossIsNoNewVault() throws {
    try vault.create()
    for (name, expected) in [
      ("latchkey.lock", Consistency.refused(.headerMissing)),
      ("keychain.db", .refused(.databaseMissing)), ("keybag.1", .refused(.keybagMissing)),
    ] {
      let content = try vault.data.read(name)
      #expect(unlink(vault.data(name)) == 0)
      #expect(try vault.consistency() == expected)
      try vault.data.write(content, to: name)
      #expect(try vault.consistency() == .whole, "\(name)")
    }
    let key = try vault.key.read("device.key")
    #expect(unlink(vault.key("device.key")) == 0)
    #expect(try vault.consistency() == .refused(.deviceKeyMissing))
    try vault.key.write(key, to: "device.key")
    #expect(try vault.consistency() == .whole)
    // An empty database is reported as damage, because SQLite would delete the write-ahead log of an empty database.
    try vault.data.write([], to: "keychain.db")
    #expect(try vault.consistency() == .refused(.databaseDamaged))
    try vault.data.write([], to: "latchkey.lock")
    #expect(try vault.consistency() == .refused(.headerMissing))
    try vault.data.write([UInt8](repeating: 0, count: 4096), to: "latchkey.lock")
    #expect(try vault.consistency() == .refused(.headerDamaged))
  }

  @Test func processesThatMakeAVaultAtOnceMakeOne() throws {
    let children = try (VaultCreation.steps.indices).map { _ in try vault.start("create") }
    for child in children { #expect(try child.wait() == .status(0)) }
    #expect(try vault.consistency() == .whole)
    #expect(names() == Self.names)
    #expect(try vault.row().commits == 0)
  }
}

extension VaultCreation {
  /// The steps of a creation, in order.
  static let steps: [Step] = [
    .headerMade, .creationNamed, .deviceKeyMade, .keybagMade, .databaseMade, .created,
  ]
}
