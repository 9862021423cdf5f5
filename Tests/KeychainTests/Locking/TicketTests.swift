import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the tickets in the kernel, which contain class keys for other processes. Locking the store removes the
/// ticket with the keys that may be used only while the store is unlocked.
@Suite("Tickets in the kernel") struct TicketTests {
  private let machine: TestMachine
  private let first: LocalKeychain
  private let folder: ProtectedDirectory

  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
    folder = try .openOrCreate(machine.folder.path)
  }

  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed.rawValue

  /// Whether the kernel still has the ticket with the keys that locking removes. A program with the device key could
  /// read this ticket and ignore its terms.
  private func areKeysThere() throws -> Bool {
    machine.custody.ticket(.whenUnlocked, of: try machine.folder.keybag().vaultID) != nil
  }

  private func lockedFile(_ mode: FileLock.Mode) throws -> FileLock {
    let lock = try FileLock(StoreLocation.lockName, in: folder)
    try lock.lock(mode, timeout: .seconds(30))
    return lock
  }

  /// Runs `body` while no other process can write the state of the header.
  private func withState(_ body: () -> Void) throws {
    let header = try #require(try machine.folder.vaultFiles().header())
    try header.change(until: .after(.seconds(30))) { (_) in body() }
  }

  private func impatient(_ context: UnlockContext? = nil) -> LocalKeychain {
    machine.process(timeout: .milliseconds(50), context: context)
  }

  @Test("Locking removes the keys from the kernel") func lock() throws {
    #expect(try areKeysThere())
    try first.lock()
    #expect(try !areKeysThere())
  }

  @Test("Locking and unlocking do not wait for other users of the keychain", arguments: [false, true])
  func busy(isExclusive: Bool) throws {
    let (unlocked, locking) = (machine.process(), machine.process())
    #expect(status(unlocked) == 0)
    let lock = try lockedFile(isExclusive ? .exclusive : .shared)
    let elapsed = try ContinuousClock().measure { try locking.lock() }
    // The call waits at most 2 s to record the lock in the database.
    #expect(elapsed < .seconds(15))
    #expect(try !areKeysThere())
    lock.unlock()
    for process in [unlocked, locking, machine.process()] { #expect(status(process) == isLocked) }
    let writer = try lockedFile(.shared)
    try machine.process().unlock(passcode("1234"))
    writer.unlock()
    for process in [unlocked, locking, machine.process()] { #expect(status(process) == 0) }
  }

  @Test(
    "If a lock cannot be recorded, the process and later processes are locked, and the call fails")
  func unrecorded() throws {
    for isOpen in [true, false] {
      try first.unlock(passcode("1234"))
      let locking = impatient()
      if isOpen { #expect(status(locking) == 0) }
      try withState {
        let error = failure { try locking.lock() }
        #expect(error?.code == .notAvailable)
        #expect(error?.reason.contains("could not be recorded") == true, "\(error?.reason ?? "")")
      }
      #expect(try !areKeysThere())
      for process in [locking, machine.process()] { #expect(status(process) == isLocked) }
    }
  }

  @Test("If a lock cannot be recorded, every other object of the process is locked as well") func unrecordedObjects()
    throws
  {
    let context = machine.context()
    let items = machine.process(context: context)
    let administration = impatient(context)
    try items.unlock(passcode("1234"))
    #expect(status(items) == 0)
    try withState {
      #expect(throws: KeychainError.self) { try administration.lock() }
      #expect(status(items) == isLocked)
    }
    #expect(status(items) == isLocked)
    try items.set(LockSettings(timeout: 60))
    for process in [items, administration, machine.process()] {
      #expect(status(process) == isLocked)
    }
    try items.unlock(passcode("1234"))
    for process in [items, administration, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("An object that was open before the passcode was set is locked as well") func unrecordedBeforeThePasscode()
    throws
  {
    try first.removePasscode(passcode("1234"))
    let context = machine.context()
    let (items, administration) = (machine.process(context: context), impatient(context))
    #expect(status(items) == 0)
    try machine.process(context: context).setPasscode(passcode("5678"))
    try withState { #expect(throws: KeychainError.self) { try administration.lock() } }
    for process in [items, administration] { #expect(status(process) == isLocked) }
  }

  @Test("An object that is opening the store is locked as well") func unrecordedBesideAnOpening() throws {
    let context = machine.context()
    let items = machine.process(context: context)
    #expect(status(items) == 0)
    items.close()
    let writer = try lockedFile(.exclusive)
    let folder = machine.folder
    let opening = BackgroundWork { TestKeychain(items, in: folder).status() }
    #expect(opening.waits())
    try withState { #expect(throws: KeychainError.self) { try impatient(context).lock() } }
    writer.unlock()
    #expect(try opening.end() == isLocked)
    #expect(status(items) == isLocked)
  }

  @Test("After suspension, the next process removes the keys") func sleep() throws {
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    #expect(try areKeysThere())
    #expect(status(machine.process()) == isLocked)
    #expect(try !areKeysThere())
    try first.unlock(passcode("1234"))
    #expect(status(machine.process()) == 0)
    #expect(try areKeysThere())
  }

  @Test("After suspension, a process that only opens the store removes the keys") func sleepAndAnOpening() throws {
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    try machine.process().open()
    #expect(try !areKeysThere())
  }

  @Test("After suspension, a process with a passcode file removes the keys") func sleepAndAService() throws {
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    #expect(status(machine.process(passcodeFile: machine.folder("given"))) == 0)
    #expect(try !areKeysThere())
  }

  @Test("The end of a rotation does not shorten a later unlock") func unlockedDuringARotation() throws {
    try first.set(LockSettings(timeout: 60))
    let (other, clock) = (machine.process(), machine.clock)
    let atStep = AtStep(.resealingBegun) {
      clock.pass(seconds: 40)
      try other.unlock(passcode("1234"))
    }
    _ = try machine.process(onStep: atStep.done).rotateKeys(passcode("1234"))
    #expect(atStep.isDone)
    machine.clock.pass(seconds: 59)
    for process in [other, machine.process()] { #expect(status(process) == 0) }
    machine.clock.pass(seconds: 1)
    for process in [other, machine.process()] { #expect(status(process) == isLocked) }
  }

  @Test("A new timeout does not shorten the unlock of another process") func unlockedSince() throws {
    let other = machine.process()
    #expect(status(first) == 0)
    machine.clock.pass(seconds: 1000)
    try other.unlock(passcode("1234"))
    machine.clock.pass(seconds: 10)
    try first.set(LockSettings(timeout: 600))
    machine.clock.pass(seconds: 589)
    for process in [first, other, machine.process()] { #expect(status(process) == 0) }
    machine.clock.pass(seconds: 1)
    for process in [first, other, machine.process()] { #expect(status(process) == isLocked) }
  }

  @Test("A process discards the keys of a keychain that another process erased") func erasedElsewhere() throws {
    let vaultID = try machine.folder.keybag().vaultID
    let other = machine.process()
    try other.unlock(passcode("1234"))
    #expect(other.vault.context.cache.keys(of: vaultID) != nil)
    #expect(try first.eraseEverything() != nil)
    _ = status(other)
    #expect(other.vault.context.cache.keys(of: vaultID) == nil)
  }

  @Test("If one ticket cannot be removed, the other ticket is removed") func aTicketThatStays() throws {
    machine.custody.keep(.whenUnlocked)
    #expect(try first.eraseEverything() != nil)
    #expect(machine.custody.count == 1)
  }

  @Test("A process that unlocked only itself stores no ticket when it changes the settings")
  func settingsOfOneThatIsUnlockedAlone() throws {
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    try first.lock()
    let service = machine.process(passcodeFile: machine.folder("given"))
    #expect(status(service) == 0)
    try service.set(LockSettings(timeout: 60))
    #expect(status(service) == 0)
    #expect(try !areKeysThere())
    #expect(status(machine.process()) == isLocked)
    machine.clock.pass(seconds: 60)
    #expect(status(service) == isLocked)
  }

  @Test("A ticket with a future time is not used") func laterClock() throws {
    try first.set(LockSettings(timeout: 60))
    machine.clock.pass(seconds: -50)
    #expect(status(machine.process()) == isLocked)
    #expect(try areKeysThere())
    machine.clock.pass(seconds: 50)
    #expect(status(machine.process()) == 0)
  }

  @Test("An erasure removes the tickets before it waits for other processes") func erasure() throws {
    let writer = try lockedFile(.shared)
    let first = first
    let erasing = BackgroundWork { _ = try first.eraseEverything() }
    #expect(erasing.waits())
    #expect(try !areKeysThere())
    writer.unlock()
    try erasing.end()
    #expect(machine.custody.count == 0)
  }

  @Test(
    "The completion of an interrupted erasure removes the tickets",
    arguments: [
      .erasureNamed, .deviceKeyDestroyed, .keybagsDestroyed, .databaseRemoved, .litterRemoved,
      .erased,
    ] as [Step], [false, true])
  func interruptedErasure(_ step: Step, byAnErasure: Bool) throws {
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try machine.process(onStep: interruption.done).eraseEverything()
    }
    let later = machine.process()
    if byAnErasure { _ = try later.eraseEverything() } else { try later.open() }
    #expect(machine.custody.count == 0)
  }

  @Test("An erasure with a damaged keybag removes the tickets") func erasureOfADamagedStore() throws {
    first.close()
    try machine.folder.replaceKeybag([1, 2, 3])
    #expect(try machine.process().eraseEverything() != nil)
    #expect(machine.custody.count == 0)
  }

  @Test("A process does not remove the ticket of a newer unlock") func laterTicket() throws {
    let late = machine.process()
    let before = try #require(try late.vault.openBesideDatabase())
    try first.lock()
    try first.unlock(passcode("1234"))
    #expect(try late.vault.keys(before).lockState == .locked)
    #expect(try areKeysThere())
  }

  @Test("A ticket expires after the timeout, and a shorter timeout removes it")
  func timeLeft() throws {
    try first.set(LockSettings(timeout: 1000))
    try first.unlock(passcode("1234"))
    #expect(machine.custody.seconds == 1000)
    machine.clock.pass(seconds: 900)
    try first.set(LockSettings(timeout: 900))
    #expect(status(machine.process()) == isLocked)
    #expect(try !areKeysThere())
    #expect(status(first) == isLocked)
  }
}
