import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// A process dies during a change of the keybag or of the device key. Other processes then use the vault.
@Suite struct InterruptedKeyChangeTests {
  private let machine: TestMachine
  private var vault: TestVault { machine.vault }

  init() throws {
    machine = try TestMachine()
    try machine.process().write(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.add("row", to: session)
    }
  }

  private func names() throws -> [String] {
    try machine.process().read(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.names(session)
    }
  }

  private func moveLog() throws {
    let connection = try vault.files().connection(until: machine.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
  }

  /// Damages a page with items. The vault's own row, in the table `store`, stays readable.
  private func damageRows() throws {
    let page = try vault.files().connection(until: machine.soon)
      .integer("SELECT max(pageno) FROM dbstat WHERE name = 'genp'")
    var content = try vault.data.read("keychain.db")
    for offset in 1000..<1100 { content[(Int(page) - 1) * 4096 + offset] ^= 0xFF }
    try vault.data.write(content, to: "keychain.db")
  }

  /// Simulates a process that dies at a step: an error ends the work of the process at this step.
  private func die(at moment: Step, _ body: (Vault) throws -> Void) {
    let dying = machine.process { (step) throws(KeychainError) in
      if step == moment { throw KeychainError(.inputOutput, "the process dies") }
    }
    #expect(throws: KeychainError.self) { try body(dying) }
  }

  /// Returns a process that calls `body` once, after it has derived its keys and before it takes the exclusive lock.
  private func process(beforeItsLock body: @escaping @Sendable () -> Void) -> Vault {
    let isDone = ForkSafeMutex(false)
    return machine.process { (step) throws(KeychainError) in
      let isFirst = isDone.withLock { isDone in
        defer { if step == .derived { isDone = true } }
        return step == .derived && !isDone
      }
      if isFirst { body() }
    }
  }

  @Test func changeBesideACommittedDeviceKeyIsMadeFromItsKeybag() throws {
    let (machine, this) = (machine, self)
    let changing = process {
      this.die(at: .committed) { try $0.changeDeviceKey(nil, until: machine.soon) }
    }
    try changing.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(try vault.consistency() == .whole)
    #expect(vault.key.names() == ["device.key"])
    #expect(try names() == ["row"])
    _ = try machine.process().authenticationKey(for: passcode("1234"), until: machine.soon)
  }

  @Test func passcodeThatWasCommittedMeanwhileIsNotReplaced() throws {
    let (machine, this) = (machine, self)
    let changing = process {
      this.die(at: .committed) {
        try $0.changePasscode(from: nil, to: passcode("5678"), until: machine.soon)
      }
    }
    let error = #expect(throws: KeychainError.self) {
      try changing.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    }
    #expect(error?.code == .parameter)
    try machine.process().unlock(passcode("5678"), until: machine.soon)
    #expect(try names() == ["row"])
  }

  /// Older files are restored after a change of the device key. The keybag of the change is newer than the restored
  /// database, so the new device key in `device.key.next` is kept.
  @Test func keybagOfACommittedDeviceKeyIsNewer() throws {
    try moveLog()
    let before = try ["latchkey.lock", "keychain.db", "keybag.1"].map { ($0, try vault.data.read($0)) }
    die(at: .committed) { try $0.changeDeviceKey(nil, until: machine.soon) }
    #expect(vault.key.names() == ["device.key", "device.key.next"])
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in before { try vault.data.write(content, to: name) }
    #expect(try vault.consistency() == .refused(.newerKeybag))
    #expect(throws: KeychainError.self) { try machine.process().open(until: machine.soon) }
    #expect(vault.key.names() == ["device.key", "device.key.next"])
  }

  /// A copy of the data folder uses the same folder for the device key. The copy has the same vault identifier, but
  /// another keybag. Opening the copy must not remove `device.key.next`, the new device key of the original.
  @Test func copyOfTheDataFolderDestroysNoPreparedKey() throws {
    try moveLog()
    let copy = try TemporaryDirectory()
    for name in ["latchkey.lock", "keychain.db", "keybag.1"] {
      try copy.write(try vault.data.read(name), to: name)
    }
    die(at: .committed) { try $0.changeDeviceKey(nil, until: machine.soon) }
    let other = Vault(
      VaultLocation(dataDirectory: copy.path, keyDirectory: vault.key.path),
      context: UnlockContext(
        authority: MemoryAuthority(), cache: KeyCache(), clock: machine.clock, cost: quickCost))
    try other.open(until: machine.soon)
    try other.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(vault.key.names() == ["device.key", "device.key.next"])
    #expect(try names() == ["row"])
    #expect(vault.key.names() == ["device.key"])
  }

  /// If the keybag of an earlier change cannot be removed, the header keeps the record of this change. Without the
  /// record, the vault would assume that the keybag belongs to a newer database.
  @Test func keybagOfAnEarlierChangeThatStaysEndsTheNextChange() throws {
    let pending = KeybagReference(number: 9, digest: [UInt8](repeating: 7, count: 32))
    let (header, soon) = (try #require(try vault.files().header()), machine.soon)
    // Simulates an earlier change whose keybag could not be removed.
    let changing = machine.process { (step) throws(KeychainError) in
      if step == .settled { try header.change(until: soon) { $0.pending = pending } }
    }
    let error = #expect(throws: KeychainError.self) {
      try changing.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    }
    #expect(error?.failureCause == .fileInTheWay)
    #expect(try vault.state().pending == pending)
    #expect(try names() == ["row"])
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(try names() == ["row"])
  }

  /// A change that was not committed has left `device.key.next`, which opens nothing. The removal of `device.key` also
  /// removes this file.
  @Test func preparedKeyThatOpensNothingGoesWithTheDeviceKey() throws {
    let key = try vault.deviceKey()
    try vault.files().keyFile.prepare(DeviceKey(vaultID: key.vaultID, random: SystemRandom()))
    #expect(try names() == ["row"])
    #expect(vault.key.names() == ["device.key", "device.key.next"])
    let isOverwritten = try machine.process().withDeviceKeyPlacement(until: machine.soon) {
      (placement, _) throws(KeychainError) in try placement.remove(key)
    }
    #expect(isOverwritten)
    #expect(vault.key.names() == [])
  }

  /// The vault removes `device.key` or `device.key.next` only if the other file contains the correct device key. In
  /// this test, both files are unreadable, so the vault keeps both files.
  @Test func unreadableKeysAreLeftAlone() throws {
    die(at: .committed) { try $0.changeDeviceKey(nil, until: machine.soon) }
    let keys = try ["device.key", "device.key.next"].map { ($0, try vault.key.read($0)) }
    for (name, content) in keys { try vault.key.write(content.map { ~$0 }, to: name) }
    #expect(throws: KeychainError.self) { try machine.process().open(until: machine.soon) }
    #expect(vault.key.names() == ["device.key", "device.key.next"])
    for (name, content) in keys { try vault.key.write(content, to: name) }
    #expect(try names() == ["row"])
  }

  /// A database from before a rotation is restored, and a process dies while it accepts the older database. The keybag
  /// of the rotation is newer, and lacks a key that the restored rows need.
  @Test(arguments: [Step.acceptanceNamed, .keybagsSetAside])
  func filesAreRefusedAfterACrashInAnAcceptance(_ moment: Step) throws {
    try moveLog()
    let before = try ["latchkey.lock", "keychain.db", "keybag.1"].map { ($0, try vault.data.read($0)) }
    let process = machine.process()
    _ = try process.rotate(nil, timeout: .seconds(20), onProgress: { _, _ in })
    process.close()
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in before { try vault.data.write(content, to: name) }
    #expect(try vault.consistency() == .refused(.newerKeybag))
    die(at: moment) { _ = try $0.acceptOlder(until: machine.soon) }
    #expect(throws: KeychainError.self) { try machine.process().open(until: machine.soon) }
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try names() == ["row"])
    #expect(try vault.files().data.entryNames().contains(where: KeybagFiles.isAside))
  }

  /// The header is older than the database, and the database is damaged. `acceptOlder` accepts the header. A second
  /// call of `acceptOlder` fails, and the error names the repair that is still necessary.
  @Test func acceptanceBesideADamagedDatabaseLeadsToARepair() throws {
    let before = try vault.data.read("latchkey.lock")
    let process = machine.process()
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    try moveLog()
    try vault.data.write(before, to: "latchkey.lock")
    try damageRows()
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try vault.consistency() == .refused(.databaseDamaged))
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
    let error = #expect(throws: KeychainError.self) {
      try machine.process().acceptOlder(until: machine.soon)
    }
    #expect(error?.reason.contains("--repair") == true)
    #expect(
      try machine.process().repair(passcode("1234"), onlyIfMarked: false, until: machine.soon) != nil)
    #expect(try vault.consistency() == .whole)
  }

  /// A process dies while it accepts older files, and another process repairs the database. The repair renames and
  /// keeps the keybags that the first process did not choose.
  @Test func repairAfterACrashInAnAcceptanceSetsKeybagsAside() throws {
    try machine.process().write(until: machine.soon) { (session) throws(KeychainError) in
      for number in 0..<40 { try SampleRows.add("row \(number)", to: session) }
    }
    try moveLog()
    let before = try ["latchkey.lock", "keychain.db", "keybag.1"].map { ($0, try vault.data.read($0)) }
    let process = machine.process()
    _ = try process.rotate(nil, timeout: .seconds(20), onProgress: { _, _ in })
    process.close()
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in before { try vault.data.write(content, to: name) }
    let newer = try vault.files().keybags.numbers().filter { $0 > 1 }
    #expect(!newer.isEmpty)
    try damageRows()
    die(at: .acceptanceNamed) { _ = try $0.acceptOlder(until: machine.soon) }
    #expect(try vault.consistency() == .refused(.databaseDamaged))
    #expect(try vault.files().keybags.numbers().contains(newer[0]))
    #expect(try machine.process().repair(nil, onlyIfMarked: false, until: machine.soon) != nil)
    #expect(try vault.consistency() == .whole)
    #expect(try vault.files().data.entryNames().contains(where: KeybagFiles.isAside))
  }

  /// A process locks the vault, but the header does not record the locking. A thread of this process found the keys
  /// before the locking. The thread must not use these keys, and must not try the passcode file again.
  @Test func passcodeFileUndoesNoLockingThatCouldNotBeRecorded() throws {
    try vault.key.write(Array("1234".utf8), to: "passcode")
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let process = machine.process(passcodeFile: vault.key("passcode"))
    let opened = try process.open(until: machine.soon)
    let lockings = process.context.cache.lockings(of: opened.keybag.vaultID)
    let found = try KeyResolution(opened, process.context).run()
    #expect(found.lockState == .unlocked)
    machine.authority.discard(.whenUnlocked, of: opened.keybag.vaultID)
    process.context.cache.lock(opened.keybag.vaultID, opened.state.lockID)
    let automaticUnlock = AutomaticUnlock(
      location: process.location, opened: opened, context: process.context, deadline: machine.soon, lockings: lockings)
    #expect(automaticUnlock.run(found) == nil)
    #expect(try process.keys(opened).lockState != .unlocked)
  }
}
