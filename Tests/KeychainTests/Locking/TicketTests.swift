import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Keychain

/// The keys that the kernel is left for other processes: as long as the store is unlocked, and those that
/// are in use.
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

  private func keys() throws -> (keybag: Keybag, deviceKey: DeviceKey) {
    (
      try #require(try KeybagFile(in: folder).load()),
      try #require(try DeviceKeyFile(in: folder).load())
    )
  }

  /// Whether who has the device key, and a program of his own that asks for no terms, gets the keys that
  /// locking takes away.
  private func areKeysThere() throws -> Bool {
    let (keybag, deviceKey) = try keys()
    guard let ticket = machine.custody.ticket(.whenUnlocked, of: keybag.storeID) else {
      return false
    }
    let ring = try KeyRing(keybag, deviceKey: deviceKey)
    let found = try KeyTicket.redeem(ticket, for: .whenUnlocked, ring) { _ in true }
    return found?.ring.openClasses.contains(.whenUnlocked) == true
  }

  private func change(_ change: (inout StoreState) -> Void) throws {
    let file = try #require(try StateFile(in: folder))
    var state = try #require(try file.read())
    change(&state)
    try file.write(state)
  }

  /// A process whose passcode is being tried while the test has the store to itself.
  private final class Waiting: KeychainClock {
    private let isAsked = Atomic(false)
    private let work = Mutex<BackgroundWork<Void>?>(nil)

    /// It is asked for when an attempt at a passcode is counted, after the state was read.
    var now: Double {
      isAsked.store(true, ordering: .sequentiallyConsistent)
      return 800_000_000
    }

    func run(_ body: @escaping @Sendable () throws -> Void) {
      isAsked.store(false, ordering: .sequentiallyConsistent)
      let work = BackgroundWork(body)
      self.work.withLock { $0 = work }
      #expect(holds { isAsked.load(ordering: .sequentiallyConsistent) })
      // It waits for the lock then, at the latest.
      #expect(work.waits())
    }

    func end() throws { try work.withLock { $0 }?.end() }
  }

  /// What the passcode gives now.
  private func unlockedKeys() throws -> (StoreKeys, StoreState) {
    let (keybag, deviceKey) = try keys()
    let key = try keybag.passcodeKey(passcode("1234"), deviceKey: deviceKey)
    let state = try #require(try StateFile(in: folder)?.read())
    let ring = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: key)
    return (StoreKeys(ring: ring, terms: UnlockTerms(state, machine.clock)), state)
  }

  /// Unlocks the store as another process does that has its turn already.
  private func unlockAtOnce() throws {
    let (keys, state) = try unlockedKeys()
    #expect(machine.context().share(keys, state) == nil)
  }

  private func lockedFile(_ mode: FileLock.Mode) throws -> FileLock {
    let lock = try FileLock(StoreLocation.lockName, in: folder)
    try lock.lock(mode, timeout: .seconds(30))
    return lock
  }

  @Test("Locking takes the keys away") func lock() throws {
    #expect(try areKeysThere())
    try first.lock()
    #expect(try !areKeysThere())
  }

  @Test("Locking takes away what is left while it waits for its turn") func unlockWhileLockWaits()
    throws
  {
    let other = machine.process()
    try other.unlock(passcode("1234"))
    let writer = try lockedFile(.shared)
    let first = first
    let isDone = Mutex(false)
    Thread.detachNewThread {
      try? first.lock()
      isDone.withLock { $0 = true }
    }
    while try areKeysThere() { usleep(1000) }
    #expect(isDone.withLock { !$0 })
    try unlockAtOnce()
    #expect(try areKeysThere())
    writer.unlock()
    while isDone.withLock({ !$0 }) { usleep(1000) }
    #expect(try !areKeysThere())
    #expect(status(machine.process()) == isLocked)
  }

  /// A clock that is asked when an attempt at a passcode is counted, after the state was read.
  private final class Locking: KeychainClock {
    let onQuestion = Mutex<(@Sendable () -> Void)?>(nil)

    var now: Double {
      let work = onQuestion.withLock { (work: inout (@Sendable () -> Void)?) in
        defer { work = nil }
        return work
      }
      work?()
      return 800_000_000
    }
  }

  @Test("Locking while a rotation tries the passcode leaves no keys") func lockBesideARotation()
    throws
  {
    let clock = Locking()
    let rotating = machine.process(clock: clock)
    #expect(status(rotating) == 0)
    let first = first
    clock.onQuestion.withLock { $0 = { try? first.lock() } }
    let error = #expect(throws: KeychainError.self) { try rotating.rotateKeys(passcode("1234")) }
    #expect(error?.code == .interactionNotAllowed)
    #expect(try !areKeysThere())
    #expect(status(machine.process()) == isLocked)
  }

  @Test("Unlocking beside a rotation leaves the new keys") func unlockBesideARotation() throws {
    let clock = Waiting()
    let unlocking = machine.process(clock: clock)
    #expect(status(unlocking) == 0)
    let lock = try lockedFile(.exclusive)
    clock.run { try unlocking.unlock(passcode("1234")) }
    let (keybag, deviceKey) = try keys()
    let key = try keybag.passcodeKey(passcode("1234"), deviceKey: deviceKey)
    try change { $0.storeEpoch += 1 }
    try KeybagFile(in: folder).replace(
      keybag.rotatingKeys(deviceKey: deviceKey, passcodeKey: key, random: SystemRandom()))
    lock.unlock()
    try clock.end()
    #expect(status(unlocking) == 0)
    #expect(status(machine.process()) == 0)
    #expect(try machine.process().lockStatus().state == .unlocked)
  }

  @Test("Whoever comes after the machine slept takes the keys away") func sleep() throws {
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    #expect(try areKeysThere())
    #expect(status(machine.process()) == isLocked)
    #expect(try !areKeysThere())
    try first.unlock(passcode("1234"))
    #expect(status(machine.process()) == 0)
    #expect(try areKeysThere())
  }

  @Test("Also whoever comes and meets nothing that is locked") func sleepAndAnOpening() throws {
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    try machine.process().open()
    #expect(try !areKeysThere())
  }

  @Test("Also who comes with a passcode of its own") func sleepAndAService() throws {
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    #expect(status(machine.process(passcodeFile: machine.folder("given"))) == 0)
    #expect(try !areKeysThere())
  }

  @Test("Changing the settings does not lock what was unlocked while that waited for its turn")
  func unlockWhileSettingsWait() throws {
    try first.lock()
    let setting = machine.process()
    try setting.open()
    let writer = try lockedFile(.shared)
    let work = BackgroundWork { try setting.set(LockSettings(timeout: 60)) }
    #expect(work.waits())
    try unlockAtOnce()
    #expect(!work.isDone)
    writer.unlock()
    try work.end()
    #expect(try machine.process().lockStatus().settings.timeout == 60)
    #expect(status(machine.process()) == 0)
    #expect(machine.custody.seconds == 60)
  }

  private func impatient(_ context: LockContext) -> LocalKeychain {
    LocalKeychain(
      StoreLocation(home: machine.folder.path), clock: SystemClock(), random: SystemRandom(),
      patience: .milliseconds(50), locking: context, onChange: { _ in })
  }

  @Test("Locking what others keep busy locks this process and those that come later") func busy()
    throws
  {
    let unlocked = impatient(machine.context())
    for keychain in [unlocked, impatient(machine.context())] {
      try first.unlock(passcode("1234"))
      #expect(status(unlocked) == 0)
      let lock = try lockedFile(.exclusive)
      let error = #expect(throws: KeychainError.self) { try keychain.lock() }
      #expect(error?.code == .notAvailable)
      #expect(try !areKeysThere())
      lock.unlock()
      #expect(status(machine.process()) == isLocked)
    }
  }

  @Test("Also every other object of this process, whatever it does then") func busyObjects() throws
  {
    let context = machine.context()
    let (items, administration) = (impatient(context), impatient(context))
    try administration.unlock(passcode("1234"))
    #expect(status(items) == 0)
    let writer = try lockedFile(.shared)
    let error = #expect(throws: KeychainError.self) { try administration.lock() }
    #expect(error?.code == .notAvailable)
    #expect(status(items) == isLocked)
    writer.unlock()
    #expect(status(items) == isLocked)
    try items.set(LockSettings(timeout: 60))
    for process in [items, administration, machine.process()] {
      #expect(status(process) == isLocked)
    }
    try items.unlock(passcode("1234"))
    for process in [items, administration, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("Also one that was open before there was a passcode") func busyBeforeThePasscode() throws {
    try first.removePasscode(passcode("1234"))
    let context = machine.context()
    let (items, administration) = (impatient(context), impatient(context))
    #expect(status(items) == 0)
    try administration.setPasscode(passcode("5678"))
    let writer = try lockedFile(.shared)
    #expect(throws: KeychainError.self) { try administration.lock() }
    writer.unlock()
    for process in [items, administration] { #expect(status(process) == isLocked) }
  }

  @Test("Also one that is about to open the store again") func busyBesideAnOpening() throws {
    let context = machine.context()
    let items = LocalKeychain(StoreLocation(home: machine.folder.path), locking: context)
    #expect(status(items) == 0)
    let writer = try lockedFile(.exclusive)
    try change { $0.storeEpoch += 1 }
    let folder = machine.folder
    let opening = BackgroundWork { TestKeychain(items, in: folder).status() }
    #expect(opening.waits())
    #expect(throws: KeychainError.self) { try impatient(context).lock() }
    writer.unlock()
    #expect(try opening.end() == isLocked)
    #expect(status(items) == isLocked)
  }

  @Test(
    "A locking that waits for a rotation leaves what every locking leaves",
    arguments: [KeyRotation.Step.announced, .replaced])
  func lockThatWaitsForARotation(_ step: KeyRotation.Step) throws {
    let other = machine.process()
    let locking = Mutex<BackgroundWork<Void>?>(nil)
    do {
      try rotate(at: step) {
        let work = BackgroundWork { try other.lock() }
        locking.withLock { $0 = work }
        while try areKeysThere() { usleep(1000) }
        // The rotation goes on first.
        #expect(work.waits())
      }
    } catch let error as KeychainError where error.code == .interactionNotAllowed {
      // The locking came before the rows were sealed anew: the next rotation does that.
    }
    try locking.withLock { try $0?.end() }
    #expect(try !areKeysThere())
    #expect(try machine.process().lockStatus().state == .locked)
  }

  /// Rotates the keys, and does something else beside it.
  private func rotate(
    at moment: KeyRotation.Step = .resealed, _ body: @escaping () throws -> Void
  ) throws {
    var rotation = KeyRotation(keychain: machine.process(), onProgress: { _, _ in })
    rotation.onStep = { (step) throws(KeychainError) in
      guard step == moment else { return }
      do { try body() } catch { Issue.record(error) }
    }
    _ = try rotation.run(passcode("1234"))
  }

  @Test("Nor does a rotation beside it give back what it took away") func busyBesideARotation()
    throws
  {
    let locking = impatient(machine.context())
    try rotate {
      let writer = try lockedFile(.shared)
      #expect(throws: KeychainError.self) { try locking.lock() }
      writer.unlock()
      #expect(try !areKeysThere())
    }
    #expect(try !areKeysThere())
    for process in [locking, machine.process()] { #expect(status(process) == isLocked) }
  }

  @Test("The end of a rotation shortens no later unlocking") func unlockedDuringARotation() throws {
    try first.set(LockSettings(timeout: 60))
    let other = machine.process()
    try rotate {
      machine.clock.pass(seconds: 40)
      try other.unlock(passcode("1234"))
    }
    machine.clock.pass(seconds: 59)
    for process in [other, machine.process()] { #expect(status(process) == 0) }
    machine.clock.pass(seconds: 1)
    for process in [other, machine.process()] { #expect(status(process) == isLocked) }
  }

  @Test("Nor does a time limit that is set by who unlocked it earlier") func unlockedSince() throws
  {
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

  @Test("Keys of a keychain that somebody else erased are let go") func erasedElsewhere() throws {
    let storeID = try keys().keybag.storeID
    let other = machine.process()
    try other.unlock(passcode("1234"))
    #expect(other.locking.held.keys(of: storeID) != nil)
    #expect(try first.eraseEverything() != nil)
    _ = status(other)
    #expect(other.locking.held.keys(of: storeID) == nil)
  }

  @Test("What cannot be taken away keeps nothing else there") func aTicketThatStays() throws {
    machine.custody.keep(.whenUnlocked)
    #expect(try first.eraseEverything() != nil)
    #expect(machine.custody.count == 1)
  }

  @Test("A process that unlocked itself alone leaves nothing when it changes the settings")
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

  @Test("Whoever is leaving others at that moment loses none") func sleepBesideAnUnlocking() throws
  {
    try first.set(LockSettings(locksWhenSuspended: true))
    machine.clock.sleep(seconds: 60)
    let lock = try lockedFile(.shared)
    #expect(status(machine.process()) == isLocked)
    #expect(try areKeysThere())
    lock.unlock()
    #expect(status(machine.process()) == isLocked)
    #expect(try !areKeysThere())
  }

  @Test("A ticket that was left later than now is another machine's") func laterClock() throws {
    try first.set(LockSettings(timeout: 60))
    machine.clock.pass(seconds: -50)
    #expect(status(machine.process()) == isLocked)
    #expect(try areKeysThere())
    machine.clock.pass(seconds: 50)
    #expect(status(machine.process()) == 0)
  }

  @Test("An erasure takes away what was left until it began") func erasure() throws {
    let writer = try lockedFile(.shared)
    let storeID = try keys().keybag.storeID
    let ticket = try #require(machine.custody.ticket(.whenUnlocked, of: storeID))
    let first = first
    let erasing = BackgroundWork { _ = try first.eraseEverything() }
    #expect(erasing.waits())
    #expect(try areKeysThere())
    machine.custody.replay(ticket, .whenUnlocked, of: storeID)
    writer.unlock()
    try erasing.end()
    #expect(machine.custody.count == 0)
  }

  @Test(
    "Also one that was interrupted, whatever finishes it", arguments: StoreErasure.Step.allCases)
  func interruptedErasure(_ step: StoreErasure.Step) throws {
    first.closeStore()
    let folders = try #require(try StoreFolders.existing(StoreLocation(home: machine.folder.path)))
    let lock = try lockedFile(.exclusive)
    var erasure = StoreErasure(folders: folders, lock: lock)
    // The process is killed: it takes nothing away.
    erasure.onStep = { (reached) throws(KeychainError) in
      if reached == step { throw KeychainError(.inputOutput, "killed") }
    }
    _ = try? erasure.run()
    lock.unlock()
    #expect(machine.custody.count == 2)
    if try machine.process().eraseEverything() == nil { try machine.process().open() }
    #expect(machine.custody.count == 0)
  }

  @Test("Also where the keybag is damaged") func erasureOfADamagedStore() throws {
    first.closeStore()
    try machine.folder.write([1, 2, 3], to: "keybag")
    #expect(try machine.process().eraseEverything() != nil)
    #expect(machine.custody.count == 0)
  }

  @Test("Keys of an unlocking that has ended are neither left nor held") func ended() throws {
    let (keys, _) = try unlockedKeys()
    try first.lock()
    let locked = try #require(try StateFile(in: folder)?.read())
    let context = machine.context()
    #expect(context.share(keys, locked)?.code == .interactionNotAllowed)
    #expect(context.held.keys(of: keys.ring.storeID) == nil)
    #expect(try !areKeysThere())
  }

  @Test("A ticket of an unlocking that is not known yet is left alone") func laterTicket() throws {
    let before = try #require(try StateFile(in: folder)?.read())
    try first.lock()
    try first.unlock(passcode("1234"))
    let (keybag, deviceKey) = try keys()
    let folders = try StoreFolders(StoreLocation(home: machine.folder.path))
    let found = try machine.process().finder(nil).keys(folders, keybag, deviceKey, before)
    #expect(found.lockState == .locked)
    #expect(try areKeysThere())
  }

  @Test("The kernel keeps them for what is left of their time") func timeLeft() throws {
    try first.set(LockSettings(timeout: 1000))
    #expect(machine.custody.seconds == 1000)
    machine.clock.pass(seconds: 900)
    try first.set(LockSettings(timeout: 1000))
    #expect(machine.custody.seconds == 100)
    try first.set(LockSettings(timeout: 900))
    #expect(try !areKeysThere())
    #expect(status(first) == isLocked)
  }
}
