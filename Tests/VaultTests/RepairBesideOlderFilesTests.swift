import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// A repair creates a new database. The repair must not hide that another file is an older copy.
@Suite struct RepairBesideOlderFilesTests {
  private let machine: TestMachine
  private var vault: TestVault { machine.vault }

  /// Creates a vault with so many rows that some of them are on a separate page.
  init() throws {
    machine = try TestMachine()
    try machine.process().write(until: machine.soon) { (session) throws(KeychainError) in
      for number in 0..<40 { try SampleRows.add("row \(number)", to: session) }
    }
  }

  private func moveLog() throws {
    let connection = try vault.files().connection(until: machine.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
  }

  /// Damages a page with items. The vault's own row, in the table `store`, stays readable.
  private func damage() throws {
    try moveLog()
    let page = try vault.files().connection(until: machine.soon)
      .integer("SELECT max(pageno) FROM dbstat WHERE name = 'genp'")
    try overwrite(page: Int(page))
  }

  /// Damages the page with the vault's own row.
  private func damageStoreRow() throws {
    try moveLog()
    let page = try vault.files().connection(until: machine.soon)
      .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'store'")
    try overwrite(page: Int(page))
  }

  private func overwrite(page: Int) throws {
    var content = try vault.data.read("keychain.db")
    for offset in 1000..<1100 { content[(page - 1) * 4096 + offset] ^= 0xFF }
    try vault.data.write(content, to: "keychain.db")
  }

  private func repair(_ text: String? = nil) throws -> RepairOutcome? {
    try machine.process().repair(text.map(passcode), onlyIfMarked: false, until: machine.soon)
  }

  private func reason(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.reason }
  }

  private func die(at moment: Step, _ body: (Vault) throws -> Void) throws {
    let dying = machine.process { (step) throws(KeychainError) in
      if step == moment { throw KeychainError(.inputOutput, "the process dies") }
    }
    #expect(throws: KeychainError.self) { try body(dying) }
  }

  @Test func headerOfBeforeALockingIsNoticed() throws {
    let process = machine.process()
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let ticket = machine.authority.ticket(.whenUnlocked, of: try vault.row().vaultID)
    let before = try vault.data.read("latchkey.lock")
    try process.lock(until: machine.soon)
    process.close()
    try damage()
    try vault.data.write(before, to: "latchkey.lock")
    machine.authority.replay(ticket, .whenUnlocked)
    #expect(reason { _ = try repair("1234") } == Inconsistency.olderHeader.error.reason)
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try repair("1234") != nil)
    #expect(try vault.consistency() == .whole)
    machine.authority.replay(ticket, .whenUnlocked)
    #expect(try machine.lockState() != .unlocked)
  }

  @Test func headerAndKeybagOfBeforeThePasscodeAreNoticed() throws {
    let process = machine.process()
    let before = try ["latchkey.lock", "keybag.1"].map { ($0, try vault.data.read($0)) }
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    try damage()
    for (name, content) in before { try vault.data.write(content, to: name) }
    unlink(vault.data("keybag.2"))
    #expect(reason { _ = try repair() } != nil)
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try repair() != nil)
    #expect(try vault.consistency() == .whole)
  }

  /// A process dies after it has committed a passcode and before the header records the new keybag.
  @Test(arguments: [true, false])
  func passcodeOfAnInterruptedChangeStays(_ isRowReadable: Bool) throws {
    try die(at: .committed) {
      try $0.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    }
    #expect(try vault.state().pending?.number == 2)
    if isRowReadable { try damage() } else { try damageStoreRow() }
    #expect(try repair("1234") != nil)
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
    #expect(try vault.row().keybagNumber == 2)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
  }

  /// The removal of the passcode was not committed. A repair without the passcode must not complete the removal.
  @Test func passcodeStaysWhenItsRemovalWasNotCommitted() throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    // A process that is killed leaves these files. The test simulates the kill with an error, but an error removes the
    // new keybag. Therefore, the test saves the files and restores the files afterwards.
    let (folder, left) = (vault.data, ForkSafeMutex<[(String, [UInt8])]>([]))
    try moveLog()
    let dying = machine.process { (step) throws(KeychainError) in
      guard step == .keybagWritten else { return }
      let names = ["latchkey.lock", "keybag.2", "keybag.3"]
      left.withLock {
        $0 = names.compactMap { name in (try? folder.read(name)).map { (name, $0) } }
      }
      throw KeychainError(.inputOutput, "the process dies")
    }
    #expect(throws: KeychainError.self) {
      try dying.changePasscode(from: passcode("1234"), to: nil, until: machine.soon)
    }
    dying.close()
    for (name, content) in left.withLock({ $0 }) { try vault.data.write(content, to: name) }
    #expect(try vault.state().pending?.number == 3 && vault.state().keybag?.number == 2)
    try damageStoreRow()
    try machine.process().lock(until: machine.soon)
    #expect(throws: KeychainError.self) { _ = try repair() }
    #expect(try repair("1234") != nil)
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
  }

  /// A database and a keybag from before a rotation are restored. The newer keybag lacks the keys that the restored
  /// rows need.
  @Test(arguments: [false, true])
  func acceptanceTakesTheKeybagWhoseKeysTheRowsNeed(_ isDamaged: Bool) throws {
    try moveLog()
    let process = machine.process()
    let before = try ["keychain.db", "keybag.1"].map { ($0, try vault.data.read($0)) }
    _ = try process.rotate(nil, timeout: .seconds(5)) { _, _ in }
    process.close()
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in before { try vault.data.write(content, to: name) }
    if isDamaged { try damage() }
    #expect(try machine.process().acceptOlder(until: machine.soon))
    if isDamaged { #expect(try repair() != nil) }
    let connection = try machine.process().read(until: machine.soon) {
      (session) throws(KeychainError) in
      var opened = 0
      try session.connection.forEachRow(of: .genericPassword) { (_, row) throws(KeychainError) in
        if let row, try session.sealer.opens(row, ItemSchema.of(.genericPassword)) { opened += 1 }
        return true
      }
      return opened
    }
    #expect(connection > 0)
    #expect(try vault.consistency() == .whole)
  }

  /// The row that names the current keybag is damaged, and the keybag that the header names is missing.
  @Test func damagedDatabaseWithoutItsKeybagIsAcceptedAndRepaired() throws {
    let process = machine.process()
    let before = try vault.data.read("keybag.1")
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    try damageStoreRow()
    unlink(vault.data("keybag.2"))
    try vault.data.write(before, to: "keybag.1")
    #expect(throws: KeychainError.self) { _ = try repair() }
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try repair() != nil)
    #expect(try vault.consistency() == .whole)
  }

  /// A folder has the name of an old keybag, so the vault cannot remove the folder. Later changes of the passcode
  /// succeed.
  @Test func asideThatCannotBeRemovedBlocksNothing() throws {
    #expect(mkdir(vault.data("old-keybag.9"), 0o700) == 0)
    try machine.process().changePasscode(from: nil, to: passcode("1"), until: machine.soon)
    try machine.process().changePasscode(
      from: passcode("1"), to: passcode("2"), until: machine.soon)
    #expect(try vault.row().keybagNumber == 3)
  }

  /// The header is older than the database, and an erasure was interrupted. The next opening completes the erasure.
  @Test func erasureBesideAnOlderHeaderIsFinished() throws {
    let process = machine.process()
    let before = try vault.data.read("latchkey.lock")
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    for _ in 0..<3 { try process.lock(until: machine.soon) }
    process.close()
    try vault.data.write(before, to: "latchkey.lock")
    #expect(try vault.consistency() == .refused(.olderHeader))
    try die(at: .erasureNamed) { _ = try $0.erase(until: machine.soon) }
    try machine.process().open(until: machine.soon)
    #expect(try vault.consistency() == .whole)
    #expect(try vault.row().rows.genericPasswords == 0)
    #expect(try vault.files().keybags.numbers() == [1])
  }

  /// `acceptOlder` has renamed old keybags. The next change of the keys removes these keybags, even if the process of
  /// the change dies after the commit.
  @Test func keybagsSetAsideGoWithAnInterruptedChange() throws {
    let process = machine.process()
    let before = try ["latchkey.lock", "keybag.1"].map { ($0, try vault.data.read($0)) }
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    for (name, content) in before { try vault.data.write(content, to: name) }
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try vault.files().data.entryNames().contains(where: KeybagFiles.isAside))
    try die(at: .committed) {
      try $0.changePasscode(from: passcode("1234"), to: passcode("5678"), until: machine.soon)
    }
    try machine.process().open(until: machine.soon)
    #expect(try !vault.files().data.entryNames().contains(where: KeybagFiles.isAside))
  }

  /// The lock generation in the database is greater than any number that a header may have. The number is regarded as
  /// damage, and is not written to the header.
  @Test func numberThatIsTooLargeIsDamage() throws {
    try moveLog()
    try vault.files().connection(until: machine.soon)
      .execute("UPDATE store SET lock_generation = \(Int64.max / 2 + 1)")
    #expect(throws: KeychainError.self) { try machine.process().open(until: .after(.seconds(2))) }
    #expect(throws: KeychainError.self) { try machine.process().acceptOlder(until: machine.soon) }
    #expect(try vault.state().job == nil)
    #expect(try repair() != nil)
    #expect(try vault.consistency() == .whole)
  }
}
