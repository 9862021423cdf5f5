import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of locking and unlocking with several processes.
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

  @Test("After one process locks the store, every process is locked at its next call") func lockEverybody() throws {
    let others = (0..<3).map { _ in machine.process() }
    for other in others { #expect(status(other) == 0) }
    try first.lock()
    for process in others + [first, machine.process()] { #expect(status(process) == isLocked) }
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("A process whose header was replaced by a copy is locked as well")
  func replacedHeader() throws {
    let other = machine.process()
    #expect(status(other) == 0)
    try machine.folder.write(machine.folder.read("latchkey.lock"), to: "copy")
    #expect(rename(machine.folder("copy"), machine.folder("latchkey.lock")) == 0)
    try machine.process().lock()
    // A reader checks the state at most once in a clock tick. The test waits for another tick.
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

  @Test("After one process unlocks the store, every open and new process is unlocked")
  func unlockEverybody() throws {
    try first.lock()
    let other = machine.process()
    #expect(status(other) == isLocked)
    try machine.process().unlock(passcode("1234"))
    for process in [first, other, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("After the store is locked, a process discards its keys at its next call")
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

  /// The lock state of the keys that all objects of the process share.
  private func heldState(_ process: LocalKeychain) throws -> LockState {
    let vaultID = try #require(try machine.folder.headerState().vaultID)
    return try #require(process.vault.context.cache.keys(of: vaultID)).lockState
  }

  @Test("If the kernel stores no tickets, only the unlocking process is unlocked")
  func refusal() throws {
    try first.lock()
    machine.custody.refuse()
    let other = machine.process()
    let refusal = try other.unlock(passcode("1234"))
    #expect(refusal?.code == .notAvailable)
    #expect(status(other) == 0)
    #expect(status(machine.process()) == isLocked)
    #expect(status(first) == isLocked)
    // After the store is locked, the unlocking process is locked as well.
    try first.lock()
    #expect(status(other) == isLocked)
  }

  @Test("All objects of a process are unlocked together, even without tickets") func objects() throws {
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

  @Test("Before the first unlock, fewer items can be read than after it")
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

  @Test("Without a passcode, the store cannot be locked or unlocked") func noPasscode() throws {
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

  @Test("After the timeout, the store is locked in every process") func timeout() throws {
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
    // The timeout begins with the unlock. The time for which the machine is suspended is included.
    machine.clock.sleep(seconds: 60)
    #expect(status(other) == isLocked)
    #expect(status(machine.process()) == isLocked)
  }

  @Test("A new timeout also applies to a store that is already unlocked") func laterTimeout()
    throws
  {
    let other = machine.process()
    #expect(status(other) == 0)
    machine.clock.pass(seconds: 100)
    try first.set(LockSettings(timeout: 60))
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    // A longer timeout does not unlock a locked keychain.
    try first.set(LockSettings(timeout: 10_000))
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    try first.set(LockSettings())
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
    try first.unlock(passcode("1234"))
    machine.clock.pass(seconds: 1_000_000)
    #expect(status(other) == 0)
  }

  @Test("Suspension locks the store only if the settings require it") func sleep() throws {
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

  @Test("After the store is locked, an older ticket opens nothing") func staleTicket() throws {
    let vaultID = try machine.folder.keybag().vaultID
    let ticket = try #require(machine.custody.ticket(.whenUnlocked, of: vaultID))
    try first.lock()
    machine.custody.replay(ticket, .whenUnlocked, of: vaultID)
    #expect(status(machine.process()) == isLocked)
    #expect(status(first) == isLocked)
  }

  @Test("Invalid tickets and tickets of other stores and purposes are ignored") func foreignTickets() throws {
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

  @Test("Locking discards the keys that this process holds") func wiped() throws {
    let keychain = TestKeychain(first, in: machine.folder)
    #expect(keychain.status() == 0)
    weak let ring = try heldRing(first)
    #expect(ring != nil)
    try first.lock()
    #expect(ring == nil)
    #expect(machine.custody.count == 1)
  }

  @Test("If a locked store cannot be opened, its processes keep no keys that locking removes")
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

  @Test("A store that was missing, but not locked, is unlocked when its files return") func lostAndBack() throws {
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

  @Test("A repair on request does not change an intact keychain") func repair()
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

  @Test("An erasure removes the tickets") func erased() throws {
    _ = try first.eraseEverything()
    #expect(machine.custody.count == 0)
    #expect(machine.folder.names() == ["latchkey.lock"])
    #expect(try first.lockStatus().hasPasscode == false)
  }

  /// The key ring of the open store.
  private func heldRing(_ process: LocalKeychain) throws -> KeyRing {
    try process.read { (session) throws(KeychainError) in session.sealer.ring }
  }
}
