import CTestSupport
import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// The passcode that a process is given when it is started.
@Suite("Passcode from a file") struct PasscodeFileTests {
  private let machine: TestMachine
  private let secrets: TemporaryDirectory

  init() throws {
    machine = try TestMachine()
    secrets = try TemporaryDirectory()
    let first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
    try first.setPasscode(passcode("right"))
    machine.custody.clear()
  }

  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed.rawValue

  @Test("It unlocks the process and no other", arguments: ["right", "right\n"])
  func unlocks(_ content: String) throws {
    try secrets.write(Array(content.utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    #expect(status(machine.process()) == isLocked)
    #expect(machine.custody.count == 0)
  }

  @Test("A credential does the same") func credential() throws {
    try secrets.write(Array("right".utf8), to: "latchkey.passcode", mode: 0o400)
    #expect(status(machine.process(credentialsDirectory: secrets.path)) == 0)
  }

  @Test("One that is wrong, missing, empty or open to others unlocks nothing, and loses nothing")
  func refused() throws {
    try secrets.write(Array("wrong".utf8), to: "wrong")
    try secrets.write([], to: "empty")
    try secrets.write(Array("right".utf8), to: "open", mode: 0o644)
    for name in ["wrong", "empty", "open", "missing"] {
      #expect(status(machine.process(passcodeFile: secrets(name))) == isLocked)
    }
    #expect(status(machine.process(passcodeFile: "relative")) == isLocked)
    #expect(symlink("wrong", secrets("link")) == 0)
    #expect(status(machine.process(passcodeFile: secrets("link"))) == isLocked)
  }

  @Test(
    "Calls that find the keychain locked say what is wrong with the file",
    arguments: [
      ("missing", "is not there"), ("open", "is open to others"),
      ("wrong", "the passcode is wrong"),
      ("empty", "empty"),
    ])
  func reason(_ name: String, _ words: String) throws {
    try secrets.write(Array("wrong".utf8), to: "wrong")
    try secrets.write([], to: "empty")
    try secrets.write(Array("right".utf8), to: "open", mode: 0o644)
    let process = machine.process(passcodeFile: secrets(name))
    for _ in 0..<2 {
      let error = #expect(throws: KeychainError.self) {
        _ = try TestKeychain(process, in: machine.folder).secrets(
          ItemQuery(.genericPassword, isSynchronizable: nil))
      }
      #expect(error?.code == .interactionNotAllowed)
      #expect(error?.failureCause == .passcodeFileUnusable)
      #expect(error?.reason.contains(secrets(name)) == true, "\(error?.reason ?? "")")
      #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }
    // Nor does it stick: a person unlocks it, and locks it again.
    try process.unlock(passcode("right"))
    #expect(status(process) == 0)
  }

  @Test("What is locked afterwards stays locked in that process, and is unlocked in a new one")
  func lockedAfterwards() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process(passcodeFile: secrets("passcode")).lock()
    #expect(status(process) == isLocked)
    #expect(status(process) == isLocked)
    #expect(status(machine.process(passcodeFile: secrets("passcode"))) == 0)
  }

  @Test("What is locked afterwards stays locked also when the process had been unlocked by another")
  func lockedAfterwardsByAnother() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().unlock(passcode("right"))
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process().lock()
    #expect(status(process) == isLocked)
  }

  @Test("It is tried once, so that a wrong one does not use up the attempts of a person")
  func triedOnce() throws {
    try secrets.write(Array("wrong".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    for _ in 0..<20 { #expect(status(process) == isLocked) }
    try machine.process().unlock(passcode("right"))
    #expect(status(process) == 0)
  }

  @Test("A passcode that could not be tried is tried later") func triedLater() throws {
    let clock = TestKeychainClock()
    let process = try waiting(clock)
    clock.advance(3600)
    // Not with every call.
    #expect(status(process) == isLocked)
    machine.clock.pass(seconds: 1)
    #expect(status(process) == 0)
  }

  /// A clock that starts something when an attempt at a passcode is counted, and goes on once that waits.
  private final class Starting: KeychainClock {
    let body = Guarded<(@Sendable () -> Int32)?>(nil)
    let work = Guarded<BackgroundWork<Int32>?>(nil)

    var now: Double {
      if let body = body.withLock({ $0.take() }) {
        let work = BackgroundWork(body)
        self.work.withLock { $0 = work }
        #expect(work.waits())
      }
      return 800_000_000
    }
  }

  @Test("Another object of the process waits for what a try gives") func otherObject() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    let context = machine.context()
    let clock = Starting()
    let process = LocalKeychain(location, clock: clock, locking: context)
    let other = TestKeychain(LocalKeychain(location, locking: context), in: machine.folder)
    clock.body.withLock { $0 = { other.status() } }
    #expect(status(process) == 0)
    let work = try #require(clock.work.withLock { $0 })
    #expect(try work.end() == 0)
  }

  @Test("It is tried again once an earlier keybag was accepted that it opens, too")
  func acceptedKeybag() throws {
    let older = try machine.folder.read("keybag")
    _ = try machine.process().rotateKeys(passcode("right"))
    machine.custody.clear()
    let process = try unlocked(TestKeychainClock())
    try machine.folder.write(older, to: "keybag")
    #expect(try machine.process().acceptKeybag())
    #expect(try process.lockStatus().state == .unlocked)
  }

  @Test("Others that try passcodes are waited for within the time of a call") func busy() throws {
    let process = try impatient()
    let others = try FileLock("attempts", in: .openOrCreate(machine.folder.path))
    try others.lock(.exclusive, timeout: .seconds(30))
    let elapsed = ContinuousClock().measure { #expect(status(process) == isLocked) }
    #expect(elapsed < .seconds(20))
    others.unlock()
    machine.clock.pass(seconds: 1)
    #expect(status(process) == 0)
  }

  /// A process with the right passcode that waits for nobody.
  private func impatient() throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    return LocalKeychain(
      location, clock: SystemClock(), random: SystemRandom(), patience: .milliseconds(50),
      locking: machine.context(), onChange: { _ in })
  }

  /// A process whose passcode could not be tried yet, for somebody has given wrong ones.
  private func waiting(_ clock: TestKeychainClock) throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    giveWrongPasscodes(clock)
    let process = machine.process(clock: clock, passcodeFile: secrets("passcode"))
    #expect(status(process) == isLocked)
    return process
  }

  private func unlocked(_ clock: TestKeychainClock) throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(clock: clock, passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    return process
  }

  /// What a forked child ends with. One that hangs met a lock of another test's thread, and is forked again.
  private static func child(_ body: () -> Int32) -> Int32 {
    for _ in 0..<10 {
      let child = lk_test_fork(20)
      if child == 0 { _exit(body()) }
      let status = lk_test_wait(child)
      if status != -SIGALRM { return status }
    }
    return -SIGALRM
  }

  private func giveWrongPasscodes(_ clock: TestKeychainClock) {
    let other = machine.process(clock: clock)
    for _ in 0..<6 { #expect(throws: KeychainError.self) { try other.check(passcode("wrong")) } }
  }

  @Test("Not after the keychain was locked by whomever", arguments: [false, true])
  func lockedBeforeItCouldBeTried(byItself: Bool) throws {
    let clock = TestKeychainClock()
    let process = try waiting(clock)
    try (byItself ? process : machine.process()).lock()
    expectStaysLocked(process, clock)
  }

  private func expectStaysLocked(_ process: LocalKeychain, _ clock: TestKeychainClock) {
    #expect(status(process) == isLocked)
    clock.advance(3600)
    machine.clock.pass(seconds: 1)
    #expect(status(process) == isLocked)
  }

  @Test("Nor when it was tried again for newer keys") func lockedAfterARotation() throws {
    let clock = TestKeychainClock()
    let process = try unlocked(clock)
    _ = try machine.process(clock: clock).rotateKeys(passcode("right"))
    machine.custody.clear()
    giveWrongPasscodes(clock)
    _ = status(process)
    try machine.process().lock()
    expectStaysLocked(process, clock)
  }

  @Test("Nor when no passcode was set yet as the process opened the keychain")
  func lockedAfterThePasscodeWasSet() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process().setPasscode(passcode("right"))
    try machine.process().lock()
    #expect(status(process) == isLocked)
    #expect(status(process) == isLocked)
  }

  @Test("It is tried when a passcode was set since, and nobody locked", arguments: [false, true])
  func passcodeWasSet(isReopened: Bool) throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process().setPasscode(passcode("right"))
    machine.custody.clear()
    if isReopened { #expect(status(process) == 0) }
    #expect(Self.child { status(process) == 0 ? 0 : 1 } == 0)
    #expect(status(process) == 0)
    try machine.process().lock()
    #expect(Self.child { status(process) == 0 ? 1 : 0 } == 0)
    #expect(status(process) == isLocked)
  }

  @Test("An earlier keybag that is refused undoes no locking", arguments: [false, true])
  func earlierKeybagOfALockedProcess(byItself: Bool) throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let without = try machine.folder.read("keybag")
    try machine.process().setPasscode(passcode("right"))
    machine.custody.clear()
    let newer = try machine.folder.read("keybag")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try (byItself ? process : machine.process()).lock()
    #expect(status(process) == isLocked)
    try machine.folder.write(without, to: "keybag")
    process.closeStore()
    let refused = KeychainError.Code.notAvailable.rawValue
    #expect(status(process) == refused)
    try machine.folder.write(newer, to: "keybag")
    process.closeStore()
    #expect(status(process) == isLocked)
    #expect(Self.child { status(process) == 0 ? 1 : 0 } == 0)
  }

  @Test("An earlier keybag that is refused leaves it to be tried") func earlierKeybag() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let older = try machine.folder.read("keybag")
    try machine.process().setPasscode(passcode("right"))
    let newer = try machine.folder.read("keybag")
    try machine.process().lock()
    try machine.folder.write(older, to: "keybag")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == KeychainError.Code.notAvailable.rawValue)
    try machine.folder.write(newer, to: "keybag")
    #expect(status(process) == 0)
  }

  /// A clock that somebody looks at while a passcode is tried.
  private final class Watched: KeychainClock {
    let onLook: @Sendable () -> Void

    init(onLook: @escaping @Sendable () -> Void) { self.onLook = onLook }

    var now: Double {
      onLook()
      return SystemClock().now
    }
  }

  @Test("Nor when the machine sleeps while it is tried, or its time is over by then")
  func endedWhileItWasTried() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    for settings in [LockSettings(timeout: 60), LockSettings(locksWhenSuspended: true)] {
      let first = machine.process()
      try first.unlock(passcode("right"))
      try first.set(settings)
      try first.lock()
      let machine = machine
      let clock = Watched { machine.clock.sleep(seconds: 61) }
      let process = machine.process(clock: clock, passcodeFile: secrets("passcode"))
      #expect(try process.lockStatus().state == .locked)
      #expect(try process.lockStatus().state == .locked)
      guard settings.locksWhenSuspended else { continue }
      let person = machine.process(clock: clock)
      let error = #expect(throws: KeychainError.self) { try person.unlock(passcode("right")) }
      #expect(error?.code.rawValue == isLocked)
      #expect(try machine.process().lockStatus().state == .locked)
    }
  }

  @Test("Nor in a child") func lockedChild() throws {
    let clock = TestKeychainClock()
    let process = try unlocked(clock)
    giveWrongPasscodes(clock)
    let result = Self.child {
      guard status(process) != 0, (try? machine.process().lock()) != nil else { return 2 }
      clock.advance(3600)
      machine.clock.pass(seconds: 1)
      return status(process) == 0 ? 1 : 0
    }
    #expect(result == 0)
  }

  @Test("A process that locks before it tries its passcode stays locked, when that fails, too")
  func lockedFirst() throws {
    let process = try impatient()
    let folder = try ProtectedDirectory.openOrCreate(machine.folder.path)
    let lock = try FileLock(StoreLocation.lockName, in: folder)
    try lock.lock(.exclusive, timeout: .seconds(30))
    #expect(throws: KeychainError.self) { try process.lock() }
    lock.unlock()
    #expect(status(process) == isLocked)
  }

  @Test("Threads of a process try it once, whatever object they use") func threads() throws {
    try secrets.write(Array("wrong".utf8), to: "passcode")
    let context = machine.context()
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    let processes = (0..<8).map { _ in LocalKeychain(location, locking: context) }
    DispatchQueue.concurrentPerform(iterations: 8) { _ = status(processes[$0]) }
    let attempts = try PasscodeAttempts(decoding: machine.folder.read("attempts"))
    #expect(attempts.failures == 1)
  }

  @Test(
    "The child of a process that is unlocked unlocks itself, and of one that was locked does not")
  func forkedChild() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    func childStatus() -> Int32 {
      Self.child { status(process) == 0 ? 0 : 1 }
    }
    #expect(childStatus() == 0)
    try machine.process().lock()
    #expect(childStatus() == 1)
    #expect(status(process) == isLocked)
    #expect(childStatus() == 1)
  }

  @Test("Verifying a keychain whose state is damaged does not use it up") func damagedState() throws
  {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    try machine.folder.write([1, 2, 3], to: "state")
    #expect(try !process.verify().isIntact)
    #expect(status(process) == 0)
  }
}
