import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

@Suite struct LockingTests {
  private let machine: TestMachine
  private let first: Vault

  /// Creates a vault with the passcode 1234, and leaves it unlocked.
  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try first.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  // MARK: Who is unlocked

  @Test func settingAPasscodeLeavesTheVaultUnlockedForAll() throws {
    #expect(try first.status(until: machine.soon).hasPasscode == true)
    #expect(try machine.lockState() == .unlocked)
    #expect(machine.authority.count == 2)
  }

  @Test func lockingReachesEveryProcess() throws {
    let other = machine.process()
    #expect(try other.status(until: machine.soon).state == .unlocked)
    #expect(try first.lock(until: machine.soon))
    for vault in [first, other, machine.process()] {
      #expect(try vault.status(until: machine.soon).state == .locked)
    }
    #expect(try machine.vault.row().lockGeneration == machine.vault.state().lockGeneration)
    #expect(
      code { try other.unlock(passcode("wrong"), until: machine.soon) } == .authenticationFailed)
    #expect(try machine.lockState() == .locked)
    try other.unlock(passcode("1234"), until: machine.soon)
    for vault in [first, other, machine.process()] {
      #expect(try vault.status(until: machine.soon).state == .unlocked)
    }
  }

  @Test func restartLeavesWhatTheDeviceKeyOpens() throws {
    machine.clock.restart()
    #expect(try machine.lockState() == .beforeFirstUnlock)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
  }

  @Test func timeAndSuspensionLock() throws {
    try first.set(
      LockSettings(timeout: 60, locksWhenSuspended: true), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
    machine.clock.pass(seconds: 59)
    #expect(try machine.lockState() == .unlocked)
    machine.clock.pass(seconds: 1)
    #expect(try machine.lockState() == .locked)
    #expect(try first.status(until: machine.soon).state == .locked)
    try first.unlock(passcode("1234"), until: machine.soon)
    machine.clock.pass(seconds: 2, asleep: true)
    #expect(try machine.lockState() == .locked)
    #expect(try first.status(until: machine.soon).state == .locked)
  }

  @Test func withoutAPasscodeNothingCanBeLocked() throws {
    try first.changePasscode(from: passcode("1234"), to: nil, until: machine.soon)
    #expect(machine.authority.count == 0)
    #expect(code { _ = try first.lock(until: machine.soon) } == .notAvailable)
    #expect(try machine.lockState() == .unlocked)
    #expect(code { try first.unlock(passcode("1234"), until: machine.soon) } == .notAvailable)
  }

  /// If the kernel keeps no tickets, only the process that received the passcode is unlocked.
  @Test func refusedTicketsUnlockOneProcess() throws {
    machine.authority.refuse()
    try first.lock(until: machine.soon)
    #expect(try first.unlock(passcode("1234"), until: machine.soon)?.code == .notAvailable)
    #expect(try first.status(until: machine.soon).state == .unlocked)
    #expect(try machine.lockState() == .beforeFirstUnlock)
    // A change of the header by another process does not lock the vault. Only a lock call locks the vault.
    try machine.vault.files().header()?.change(until: machine.soon) { $0.isDamaged = true }
    #expect(try first.status(until: machine.soon).state == .unlocked)
    try machine.process().lock(until: machine.soon)
    #expect(try first.status(until: machine.soon).state == .locked)
  }

  @Test func childOfAForkHasNoKeysOfItsParent() throws {
    let vault = try TestVault()
    #expect(try vault.start("fork").wait() == .status(0))
  }

  // MARK: Tickets and older files

  /// Returns the current files of the vault, except the files that SQLite can create again.
  private func files() throws -> [String: [UInt8]] {
    let connection = try machine.vault.files().connection(until: machine.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
    var files: [String: [UInt8]] = [:]
    for name in machine.vault.data.names() where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
      files[name] = try machine.vault.data.read(name)
    }
    return files
  }

  private func restore(_ files: [String: [UInt8]], _ names: [String]) throws {
    first.close()
    if names.contains("keychain.db") {
      for suffix in ["-wal", "-shm"] { unlink(machine.vault.data("keychain.db" + suffix)) }
    }
    for name in names { try machine.vault.data.write(try #require(files[name]), to: name) }
  }

  /// A saved ticket is restored together with the header of the same time. The lock generation in the database shows
  /// that the header is older.
  @Test func keptTicketAndOlderHeaderUnlockNothing() throws {
    let before = try files()
    let ticket = machine.authority.ticket(.whenUnlocked, of: try machine.vault.row().vaultID)
    #expect(ticket != nil)
    try first.lock(until: machine.soon)
    machine.authority.replay(ticket, .whenUnlocked)
    #expect(try machine.lockState() == .locked)
    try restore(before, ["latchkey.lock"])
    #expect(try machine.vault.consistency() == .refused(.olderHeader))
    #expect(code { _ = try machine.process().open(until: machine.soon) } == .notAvailable)
  }

  @Test func keptTicketAndOlderDatabaseUnlockNothing() throws {
    let before = try files()
    let ticket = machine.authority.ticket(.whenUnlocked, of: try machine.vault.row().vaultID)
    try first.lock(until: machine.soon)
    machine.authority.replay(ticket, .whenUnlocked)
    try restore(before, ["keychain.db"])
    #expect(try machine.vault.consistency() == .refused(.missingCommits))
    #expect(code { _ = try machine.lockState() } == .notAvailable)
  }

  /// The authority does not delete revoked tickets, like a keyring that the vault cannot reach. A revoked ticket must
  /// unlock nothing.
  @Test func ticketThatIsNotGivenUpOpensNothing() throws {
    machine.authority.keep()
    try first.lock(until: machine.soon)
    #expect(machine.authority.count == 2)
    #expect(try machine.lockState() == .locked)
  }

  /// All files and the ticket of an earlier time are restored. The files are consistent, but the ticket is bound to the
  /// earlier boot.
  @Test func keptTicketOpensNothingAfterARestart() throws {
    let before = try files()
    let ticket = machine.authority.ticket(.whenUnlocked, of: try machine.vault.row().vaultID)
    try first.lock(until: machine.soon)
    machine.clock.restart()
    try restore(before, Array(before.keys))
    machine.authority.replay(ticket, .whenUnlocked)
    #expect(try machine.vault.consistency() == .whole)
    #expect(try machine.lockState() != .unlocked)
  }

  @Test func ticketOfAFormerPasscodeOpensNothing() throws {
    let vaultID = try machine.vault.row().vaultID
    let tickets = KeyTicket.Purpose.allCases.map {
      ($0, machine.authority.ticket($0, of: vaultID))
    }
    try first.changePasscode(from: passcode("1234"), to: passcode("5678"), until: machine.soon)
    for (purpose, ticket) in tickets { machine.authority.replay(ticket, purpose) }
    #expect(try machine.lockState() == .beforeFirstUnlock)
    try first.changePasscode(from: passcode("5678"), to: nil, until: machine.soon)
    try first.changePasscode(from: nil, to: passcode("9"), until: machine.soon)
    for (purpose, ticket) in tickets { machine.authority.replay(ticket, purpose) }
    #expect(try machine.lockState() == .beforeFirstUnlock)
  }

  /// Another process locks the vault while a passcode is being tried. The keys from the passcode are bound to the
  /// former lock identifier, so they unlock nothing.
  @Test func lockingWhileAPasscodeIsTriedStands() throws {
    try first.lock(until: machine.soon)
    let opened = try #require(try first.openBesideDatabase())
    let key = try opened.passcodeKey(passcode("1234"), first.context, until: machine.soon)
    let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
    let moment = UnlockMoment(opened, first.context)
    try machine.process().lock(until: machine.soon)
    let late = KeyResolution(opened, first.context).keys(ring, UnlockValidity(opened.state, machine.clock))
    #expect(first.publish(late, opened, moment) == nil)
    #expect(try first.status(until: machine.soon).state == .locked)
    #expect(try machine.lockState() == .locked)
  }

  // MARK: Damage, full disks, read-only volumes

  /// Locking, unlocking and the lock status do not need the database.
  @Test func lockingWorksBesideADamagedDatabase() throws {
    first.close()
    for suffix in ["-wal", "-shm"] { unlink(machine.vault.data("keychain.db" + suffix)) }
    try machine.vault.data.write([UInt8](repeating: 0xA5, count: 20_000), to: "keychain.db")
    #expect(try machine.lockState() == .unlocked)
    #expect(try machine.process().lock(until: machine.soon) == false)
    #expect(try machine.lockState() == .locked)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
    #expect(code { _ = try machine.process().open(until: machine.soon) } == .notAvailable)
  }

  /// A writer hangs in its transaction. The vault can still be locked. Only the record of the locking in the database
  /// is delayed.
  @Test func stoppedWriterHoldsUpNoLocking() throws {
    let connection = try machine.vault.files().connection(until: machine.soon)
    try connection.execute("BEGIN IMMEDIATE")
    #expect(try machine.process().lock(until: machine.soon) == false)
    try connection.execute("ROLLBACK")
    #expect(try machine.lockState() == .locked)
    // The next write records in the database that the vault was locked.
    try first.write(until: machine.soon) { (_) in }
    #expect(try machine.vault.row().lockGeneration == machine.vault.state().lockGeneration)
  }

  /// On a full disk, the vault can be locked and unlocked. On a read-only volume, locking revokes the keys and reports
  /// that the locking cannot be recorded.
  @Test func fullDiskAndReadOnlyVolume() throws {
    try #require(geteuid() == 0, "mounting a file system takes root")
    let vault = try TestVault()
    #expect(try vault.start("volumes").wait() == .status(0))
  }

  // MARK: Changes of the passcode

  @Test func passcodeIsChangedByTheRightOneAlone() throws {
    #expect(
      code { try first.changePasscode(from: nil, to: passcode("5"), until: machine.soon) }
        == .parameter)
    #expect(
      code {
        try first.changePasscode(from: passcode("0"), to: passcode("5"), until: machine.soon)
      } == .authenticationFailed)
    try first.lock(until: machine.soon)
    try first.changePasscode(from: passcode("1234"), to: passcode("5678"), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
    try first.lock(until: machine.soon)
    #expect(
      code { try first.unlock(passcode("1234"), until: machine.soon) } == .authenticationFailed)
    try first.unlock(passcode("5678"), until: machine.soon)
    #expect(try machine.vault.consistency() == .whole)
  }

  @Test func sixthWrongPasscodeDelaysWhateverTheWallClockSays() throws {
    try first.lock(until: machine.soon)
    for _ in 0..<6 {
      #expect(
        code { try first.unlock(passcode("0"), until: machine.soon) } == .authenticationFailed)
    }
    let error = #expect(throws: KeychainError.self) {
      try first.unlock(passcode("1234"), until: machine.soon)
    }
    #expect(error?.cause == .passcodeMustWait)
    machine.clock.pass(seconds: 1)
    try first.unlock(passcode("1234"), until: machine.soon)
  }
}
