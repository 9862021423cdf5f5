import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// Older files, files of another vault or program, and lock calls at critical moments.
@Suite struct AttackTests {
  private let machine: TestMachine
  private var vault: TestVault { machine.vault }

  init() throws {
    machine = try TestMachine()
    try machine.process().write(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.add("row", to: session)
    }
  }

  private func moveLog() throws {
    let connection = try vault.files().connection(until: machine.soon)
    #expect(try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0)
  }

  private func names() throws -> [String] {
    try machine.process().read(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.names(session)
    }
  }

  /// Another process locks the vault while the passcode is being changed. The vault then stays locked. If the change is
  /// not committed yet, the change fails. If the change is committed, the change publishes no keys and returns an
  /// error.
  @Test(arguments: [Step.settled, .keybagWritten, .committed, .oldKeybagsRemoved])
  func lockingDuringAChangeOfThePasscodeLasts(_ moment: Step) throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let other = machine.process()
    let isDone = ForkSafeMutex(false)
    let changing = machine.process { (step) throws(KeychainError) in
      guard step == moment, !isDone.withLock({ $0 }) else { return }
      isDone.withLock { $0 = true }
      // The change of the passcode holds the file lock exclusively. So `other` cannot record in the database that it
      // locked the vault.
      _ = try other.lock(until: .after(.seconds(5)))
    }
    let refusal: KeychainError?
    do {
      refusal = try changing.changePasscode(
        from: passcode("1234"), to: passcode("5678"), until: machine.soon)
      #expect(moment == .committed)
    } catch {
      refusal = error as? KeychainError
      #expect(moment != .committed)
    }
    #expect(isDone.withLock { $0 })
    #expect(refusal?.code == .interactionNotAllowed)
    #expect(try machine.lockState() != .unlocked)
    #expect(try changing.status(until: machine.soon).state != .unlocked)
    let inForce = moment == .committed ? "5678" : "1234"
    try machine.process().unlock(passcode(inForce), until: machine.soon)
    #expect(try names() == ["row"])
  }

  /// An older header is restored after a change of the keys. The vault was not locked in between.
  @Test func olderHeaderAfterAChangeOfTheKeysIsNoticed() throws {
    let before = try vault.data.read("latchkey.lock")
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    try vault.data.write(before, to: "latchkey.lock")
    #expect(try vault.consistency() == .refused(.olderHeader))
    let error = #expect(throws: KeychainError.self) {
      try machine.process().open(until: .after(.seconds(2)))
    }
    #expect(error?.code == .notAvailable)
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
    #expect(try vault.consistency() == .whole)
  }

  /// The database and the keybag are older than the header, and the older keybag has no passcode. The vault reports
  /// missing commits, and does not use the older keybag.
  @Test func olderDatabaseAndKeybagBesideTheHeaderAreNoticed() throws {
    let process = machine.process()
    try moveLog()
    let before = try ["keychain.db", "keybag.1"].map { ($0, try vault.data.read($0)) }
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    unlink(vault.data("keybag.2"))
    for (name, content) in before { try vault.data.write(content, to: name) }
    #expect(try vault.consistency() == .refused(.missingCommits))
  }

  /// The header, the database and one keybag are restored to an older state, and a newer keybag exists. `acceptOlder`
  /// uses the newest keybag, because an older keybag may have no passcode.
  @Test func acceptanceTakesTheNewestKeybag() throws {
    let process = machine.process()
    try moveLog()
    let before = try ["keychain.db", "keybag.1", "latchkey.lock"].map {
      ($0, try vault.data.read($0))
    }
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    process.close()
    for suffix in ["-wal", "-shm"] { unlink(vault.data("keychain.db" + suffix)) }
    for (name, content) in before { try vault.data.write(content, to: name) }
    #expect(try vault.consistency() == .refused(.newerKeybag))
    // The older keybag file gets the greater number. The number must not decide which keybag is the newest.
    #expect(rename(vault.data("keybag.1"), vault.data("keybag.99")) == 0)
    #expect(try machine.process().acceptOlder(until: machine.soon))
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
  }

  @Test func headerThatWasHalfMadeIsMadeAgain() throws {
    for count in [0, 100, 4096, 16_384] {
      let vault = try TestVault()
      try vault.data.write([UInt8](repeating: 0, count: count), to: "latchkey.lock")
      #expect(try vault.consistency() == .empty)
      try vault.resume()
      #expect(try vault.consistency() == .whole)
    }
  }

  /// A folder has the name of an old keybag, so the vault cannot remove the folder. The vault stays usable.
  @Test func folderInThePlaceOfAnOldKeybagIsNoObstacle() throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(mkdir(vault.data("keybag.1"), 0o700) == 0)
    #expect(try names() == ["row"])
    _ = rmdir(vault.data("keybag.1"))
  }

  /// A file with the greatest possible number is not regarded as a keybag, because that number cannot be incremented.
  @Test func keybagOfTheGreatestNumberIsNotOne() throws {
    try vault.data.write([1], to: "keybag.18446744073709551615")
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(try names() == ["row"])
  }

  /// SQLite would delete the write-ahead log of an empty database. The vault keeps the log, because it may contain
  /// rows.
  @Test func logOfAnEmptyDatabaseIsKept() throws {
    let other = try TestVault()
    for name in ["latchkey.lock", "keybag.1"] {
      try other.data.write(vault.data.read(name), to: name)
    }
    try other.key.write(vault.key.read("device.key"), to: "device.key")
    // Adds a row that is only in the write-ahead log. A killed process leaves its rows there.
    let writer = machine.process()
    try writer.write(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.add("in the log", to: session)
    }
    defer { writer.close() }
    let log = try vault.data.read("keychain.db-wal")
    #expect(!log.isEmpty)
    try other.data.write([], to: "keychain.db")
    try other.data.write(log, to: "keychain.db-wal")
    #expect(throws: KeychainError.self) { try other.process().open(until: machine.soon) }
    #expect(throws: KeychainError.self) { try other.files().connection(until: machine.soon) }
    let outcome = try other.process().repair(nil, onlyIfMarked: false, until: machine.soon)
    let name = try #require(outcome?.asideName)
    let kept = try other.data.read(name + "-wal")
    #expect(kept == log)
    let found = try other.process().read(until: machine.soon) { (session) throws(KeychainError) in
      try SampleRows.names(session)
    }
    #expect(found == ["row", "in the log"])
  }

  /// Locking revokes the keys even if the header is missing and cannot record the locking.
  @Test func lockingWithoutAHeaderRevokesTheKeys() throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let header = try vault.data.read("latchkey.lock")
    unlink(vault.data("latchkey.lock"))
    #expect(throws: KeychainError.self) { try machine.process().lock(until: machine.soon) }
    try vault.data.write(header, to: "latchkey.lock")
    #expect(try machine.lockState() != .unlocked)
  }

  /// A change of the timeout keeps the vault unlocked and keeps the ticket. A longer timeout does not extend an earlier
  /// unlock.
  @Test func settingsUnlockNothingAndLockNobody() throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let lockID = try vault.state().lockID
    let vaultID = try vault.row().vaultID
    let ticket = machine.authority.ticket(.whenUnlocked, of: vaultID)
    let timeouts: [UInt32?] = [60, 120, nil]
    for timeout in timeouts {
      try machine.process().set(LockSettings(timeout: timeout), until: machine.soon)
      #expect(try machine.lockState() == .unlocked)
    }
    #expect(try vault.state().lockID == lockID)
    #expect(machine.authority.ticket(.whenUnlocked, of: vaultID) == ticket)
    machine.clock.pass(seconds: 60)
    #expect(try machine.lockState() == .locked)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    machine.clock.pass(seconds: 100_000)
    #expect(try machine.lockState() == .unlocked)
  }

  /// Stricter settings lock the vault, and the former settings must not unlock the vault again. A process that made no
  /// call during the stricter settings must also find the vault locked. A ticket from before the stricter settings must
  /// open nothing.
  @Test(arguments: [LockSettings(timeout: 60), LockSettings(locksWhenSuspended: true)])
  func unlockingThatEndedDoesNotComeBack(_ strict: LockSettings) throws {
    let idle = machine.process()
    try idle.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    #expect(try idle.status(until: machine.soon).state == .unlocked)
    let vaultID = try vault.row().vaultID
    let ticket = machine.authority.ticket(.whenUnlocked, of: vaultID)
    try machine.process().set(strict, until: machine.soon)
    machine.clock.pass(seconds: 60, asleep: true)
    try machine.process().set(LockSettings(), until: machine.soon)
    machine.authority.replay(ticket, .whenUnlocked)
    for process in [idle, machine.process()] {
      #expect(try process.status(until: machine.soon).state == .locked)
    }
    try idle.unlock(passcode("1234"), until: machine.soon)
    machine.clock.pass(seconds: 60, asleep: true)
    #expect(try machine.lockState() == .unlocked)
  }

  /// Another process removes the timeout while a passcode is being tried. The unlock still ends after the timeout that
  /// was set when the unlock began.
  @Test func settingsWhileAPasscodeIsTriedProlongNothing() throws {
    let process = machine.process()
    try process.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    try process.set(LockSettings(timeout: 60), until: machine.soon)
    try process.lock(until: machine.soon)
    let clock = WideningClock(machine)
    let context = UnlockContext(
      authority: machine.authority, cache: KeyCache(), clock: clock, cost: quickCost)
    try Vault(machine.vault.location, context: context)
      .unlock(passcode("1234"), until: machine.soon)
    #expect(try vault.state().settings == LockSettings())
    #expect(try machine.lockState() == .unlocked)
    machine.clock.pass(seconds: 60)
    #expect(try machine.lockState() == .locked)
  }

  /// A clock that simulates a change by another process. When an unlock reads the suspended time, the other process
  /// removes the timeout. An unlock reads the suspended time before it tries the passcode.
  private final class WideningClock: BootClock {
    private let machine: TestMachine
    init(_ machine: TestMachine) { self.machine = machine }

    var now: BootTimestamp { machine.clock.now }
    var suspended: Int64 {
      #expect(throws: Never.self) {
        try machine.process().set(LockSettings(), until: machine.soon)
      }
      return machine.clock.suspended
    }
  }

  /// The vault is opened repeatedly while other processes add rows and lock the vault. No opening may fail because a
  /// file is regarded as an older copy.
  @Test func openingBesideWritersAndLockingsIsNeverRefused() throws {
    try machine.process().changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    let isDone = ForkSafeMutex(false)
    let (writer, locker) = (machine.process(), machine.process())
    let failures = ForkSafeMutex<[String]>([])
    let writing = BackgroundWork {
      var number = 0
      while !isDone.withLock({ $0 }) {
        number += 1
        let name = "row \(number)"
        do throws(KeychainError) {
          try writer.write(until: .after(.seconds(20))) { (session) throws(KeychainError) in
            try SampleRows.add(name, .always, to: session)
          }
        } catch { failures.withLock { $0.append("write: \(error)") } }
      }
      return number
    }
    let locking = BackgroundWork {
      var number = 0
      while !isDone.withLock({ $0 }) {
        number += 1
        do throws(KeychainError) {
          try locker.lock(until: .after(.seconds(20)))
        } catch { failures.withLock { $0.append("lock: \(error)") } }
      }
      return number
    }
    for _ in 0..<60 {
      do throws(KeychainError) {
        _ = try machine.process().open(until: .after(.seconds(20)))
      } catch { failures.withLock { $0.append("open: \(error)") } }
    }
    isDone.withLock { $0 = true }
    let (writes, lockings) = (try writing.end(), try locking.end())
    #expect(writes > 1)
    #expect(lockings > 0)
    #expect(failures.withLock { $0 } == [])
  }
}
