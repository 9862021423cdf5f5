import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Locking and unlocking, from the view of several processes.
@Suite("Locking") struct LockingTests {
  private let machine: TestMachine
  private let first: LocalKeychain

  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
  }

  /// The status of a search for an item that can be read only while the store is unlocked.
  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed.rawValue

  @Test("One process locks, and every other is at its next call") func lockEverybody() throws {
    let others = (0..<3).map { _ in machine.process() }
    for other in others { #expect(status(other) == 0) }
    try first.lock()
    for process in others + [first, machine.process()] { #expect(status(process) == isLocked) }
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("Locking reaches a process whose header was replaced by a copy")
  func replacedHeader() throws {
    let other = machine.process()
    #expect(status(other) == 0)
    try machine.folder.write(machine.folder.read("latchkey.lock"), to: "copy")
    #expect(rename(machine.folder("copy"), machine.folder("latchkey.lock")) == 0)
    try machine.process().lock()
    // A reader checks the state once in a clock tick. The second read is in another tick.
    for _ in 0..<2 {
      let tick = Self.coarseTime
      #expect(holds { Self.coarseTime != tick })
    }
    #expect(status(other) == isLocked)
  }

  /// The time of the kernel's coarse clock, in nanoseconds.
  private static var coarseTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test("One process unlocks, and every other is, those that are open and those that come")
  func unlockEverybody() throws {
    try first.lock()
    let other = machine.process()
    #expect(status(other) == isLocked)
    try machine.process().unlock(passcode("1234"))
    for process in [first, other, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("A process that unlocked lets its keys go at its first call after it is locked")
  func unlockerLetsGo() throws {
    let process = machine.process()
    try process.unlock(passcode("1234"))
    try first.lock()
    #expect(status(process) == isLocked)
    #expect(try heldState(process) == .locked)
    try first.set(LockSettings(timeout: 60))
    try process.unlock(passcode("1234"))
    #expect(try heldState(process) == .unlocked)
    machine.clock.pass(seconds: 60)
    #expect(status(process) == isLocked)
    #expect(try heldState(process) == .locked)
  }

  /// The lock state of the keys that the process holds in all its objects.
  private func heldState(_ process: LocalKeychain) throws -> LockState {
    let vaultID = try #require(try machine.folder.headerState().vaultID)
    return try #require(process.vault.context.cache.keys(of: vaultID)).lockState
  }

  @Test("Where the kernel keeps nothing, only the process that unlocks is unlocked")
  func refusal() throws {
    try first.lock()
    machine.custody.refuse()
    let other = machine.process()
    let refusal = try other.unlock(passcode("1234"))
    #expect(refusal?.code == .notAvailable)
    #expect(status(other) == 0)
    #expect(status(machine.process()) == isLocked)
    #expect(status(first) == isLocked)
    // The other process is locked, too.
    try first.lock()
    #expect(status(other) == isLocked)
  }

  @Test("All objects of a process are unlocked together, without the kernel") func objects() throws {
    try first.lock()
    machine.custody.refuse()
    let context = machine.context()
    let location = StoreLocation(home: machine.folder.path)
    let one = LocalKeychain(location, locking: context)
    let two = LocalKeychain(location, locking: context)
    #expect(status(two) == isLocked)
    try one.unlock(passcode("1234"))
    #expect(status(two) == 0)
    try two.lock()
    #expect(status(one) == isLocked)
  }

  @Test("Before the first unlocking even less is readable, and the first one counts for ever")
  func firstUnlock() throws {
    let keychain = TestKeychain(first, in: machine.folder)
    _ = try first.perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([.service: .string("ck"), .accessible: .string("ck")]),
          secret: [1])),
      as: TestKeychain.caller)
    let query = ItemQuery(
      .genericPassword, attributes: AttributeSet([.service: .string("ck")]), isSynchronizable: nil)
    machine.custody.clear()
    let process = machine.process()
    #expect(try process.lockStatus().state == .beforeFirstUnlock)
    #expect(throws: KeychainError.self) {
      try TestKeychain(process, in: machine.folder).secrets(query)
    }
    try process.unlock(passcode("1234"))
    try process.lock()
    #expect(try machine.process().lockStatus().state == .locked)
    #expect(
      try TestKeychain(machine.process(), in: machine.folder).secrets(query).count == 1)
    _ = keychain
  }

  @Test("Without a passcode nothing can be locked, nor unlocked") func noPasscode() throws {
    let bare = try TestMachine()
    let keychain = bare.process()
    #expect(throws: KeychainError.self) { try keychain.lock() }
    #expect(throws: KeychainError.self) { _ = try keychain.unlock(passcode("x")) }
    #expect(throws: KeychainError.self) { try keychain.set(LockSettings(timeout: 1)) }
    try keychain.set(LockSettings())
    #expect(
      try keychain.lockStatus()
        == LockStatus(hasPasscode: false, state: .unlocked, settings: LockSettings()))
  }

  @Test("After its time it is locked, in every process") func timeout() throws {
    try first.set(LockSettings(timeout: 60))
    try first.unlock(passcode("1234"))
    #expect(machine.custody.seconds == 60)
    let other = machine.process()
    #expect(status(other) == 0)
    machine.clock.pass(seconds: 59)
    #expect(status(other) == 0)
    #expect(status(machine.process()) == 0)
    machine.clock.pass(seconds: 1)
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    try first.unlock(passcode("1234"))
    #expect(status(other) == 0)
    // The timeout begins with the unlock, and includes the time of suspension.
    machine.clock.sleep(seconds: 60)
    #expect(status(other) == isLocked)
    #expect(status(machine.process()) == isLocked)
  }

  @Test("A time limit that is set later holds for what is unlocked already") func laterTimeout()
    throws
  {
    let other = machine.process()
    #expect(status(other) == 0)
    machine.clock.pass(seconds: 100)
    try first.set(LockSettings(timeout: 60))
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    // A longer timeout does not unlock the keychain again.
    try first.set(LockSettings(timeout: 10_000))
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    try first.set(LockSettings())
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    try first.unlock(passcode("1234"))
    machine.clock.pass(seconds: 1_000_000)
    #expect(status(other) == 0)
  }

  @Test("Sleep locks when it is to, and does not otherwise") func sleep() throws {
    let other = machine.process()
    #expect(status(other) == 0)
    machine.clock.sleep(seconds: 3600)
    #expect(status(other) == 0)
    try first.unlock(passcode("1234"))
    try first.set(LockSettings(locksWhenSuspended: true))
    #expect(status(other) == 0)
    machine.clock.pass(seconds: 3600)
    #expect(status(other) == 0)
    machine.clock.sleep(seconds: 2)
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    #expect(
      try machine.process().lockStatus().settings == LockSettings(locksWhenSuspended: true))
  }

  @Test("A ticket of an earlier unlocking opens nothing after a locking") func staleTicket() throws {
    let vaultID = try machine.folder.keybag().vaultID
    let ticket = try #require(machine.custody.ticket(.whenUnlocked, of: vaultID))
    try first.lock()
    machine.custody.replay(ticket, .whenUnlocked, of: vaultID)
    #expect(status(machine.process()) == isLocked)
    #expect(status(first) == isLocked)
  }

  @Test("What is no ticket of this store and purpose is passed over") func foreignTickets() throws {
    let vaultID = try machine.folder.keybag().vaultID
    let ticket = try #require(machine.custody.ticket(.afterFirstUnlock, of: vaultID))
    let unlocked = try #require(machine.custody.ticket(.whenUnlocked, of: vaultID))
    var altered = unlocked
    altered[40] ^= 1
    let wrong = [[], [1], ticket, altered, Array(unlocked.dropLast()), unlocked + [0]]
    for bytes in wrong {
      machine.custody.replay(bytes, .whenUnlocked, of: vaultID)
      #expect(status(machine.process()) == isLocked)
    }
    machine.custody.replay(unlocked, .whenUnlocked, of: vaultID)
    #expect(status(machine.process()) == 0)
  }

  @Test("Locking lets go what this process holds, in every place") func wiped() throws {
    let keychain = TestKeychain(first, in: machine.folder)
    #expect(keychain.status() == 0)
    weak let ring = try heldRing(first)
    #expect(ring != nil)
    try first.lock()
    #expect(ring == nil)
    #expect(machine.custody.count == 1)
  }

  @Test("A store that cannot be opened again leaves no key in memory that locking takes away")
  func lockedAndLost() throws {
    let unlocker = machine.process()
    try unlocker.unlock(passcode("1234"))
    let other = machine.process()
    for process in [unlocker, other] { #expect(status(process) == 0) }
    weak let ring = try heldRing(other)
    #expect(ring != nil)
    try first.lock()
    let (name, keybag) = (try machine.folder.keybagName(), try machine.folder.keybagBytes())
    #expect(unlink(machine.folder(name)) == 0)
    for process in [unlocker, other] {
      #expect(status(process) == KeychainError.Code.notAvailable.rawValue)
      #expect(try heldState(process) == .locked)
    }
    #expect(ring == nil)
    #expect(try heldState(unlocker) == .locked)
    try machine.folder.write(keybag, to: name)
    for process in [unlocker, other] { #expect(status(process) == isLocked) }
    try other.unlock(passcode("1234"))
    for process in [unlocker, other] { #expect(status(process) == 0) }
  }

  @Test("A store that was not locked is unlocked again when it is back") func lostAndBack() throws {
    machine.custody.refuse()
    let unlocker = machine.process()
    try unlocker.unlock(passcode("1234"))
    #expect(status(unlocker) == 0)
    let (name, keybag) = (try machine.folder.keybagName(), try machine.folder.keybagBytes())
    for isReopened in [false, true] {
      #expect(unlink(machine.folder(name)) == 0)
      if isReopened {
        unlocker.close()
        #expect(status(unlocker) == KeychainError.Code.notAvailable.rawValue)
      }
      try machine.folder.write(keybag, to: name)
      #expect(status(unlocker) == 0)
    }
  }

  @Test("A repair that is asked for leaves a whole keychain alone, locked or not") func repair()
    throws
  {
    try TestKeychain(first, in: machine.folder).add(.internet("www.example.org"))
    try first.lock()
    let process = machine.process()
    #expect(try process.repair() == nil)
    #expect(try process.repair(passcode("1234")) == nil)
    #expect(status(process) == isLocked)
    try process.unlock(passcode("1234"))
    #expect(try process.repair() == nil)
  }

  @Test("Erasing the store takes back what was left") func erased() throws {
    _ = try first.eraseEverything()
    #expect(machine.custody.count == 0)
    #expect(machine.folder.names() == ["latchkey.lock"])
    #expect(try first.lockStatus().hasPasscode == false)
  }

  /// The keys of the open store.
  private func heldRing(_ process: LocalKeychain) throws -> KeyRing {
    try process.read { (session) throws(KeychainError) in session.sealer.ring }
  }
}
