import CTestSupport
import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a passcode file that a process receives when it starts.
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

  @Test("A passcode file unlocks its process and no other process", arguments: ["right", "right\n"])
  func unlocks(_ content: String) throws {
    try secrets.write(Array(content.utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    #expect(status(machine.process()) == isLocked)
    #expect(machine.custody.count == 0)
  }

  @Test("A credential with the passcode unlocks its process") func credential() throws {
    try secrets.write(Array("right".utf8), to: "latchkey.passcode", mode: 0o400)
    #expect(status(machine.process(credentialsDirectory: secrets.path)) == 0)
  }

  @Test("A wrong, missing, empty or readable passcode file unlocks nothing, and no data is lost")
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
    "The error of a locked keychain names the problem with the passcode file",
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
    // The failure is not permanent: a person can unlock the keychain.
    try process.unlock(passcode("right"))
    #expect(status(process) == 0)
  }

  @Test("After the keychain is locked, its process stays locked, and a new process is unlocked")
  func lockedAfterwards() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process(passcodeFile: secrets("passcode")).lock()
    #expect(status(process) == isLocked)
    #expect(status(process) == isLocked)
    #expect(status(machine.process(passcodeFile: secrets("passcode"))) == 0)
  }

  @Test("A process that another process unlocked stays locked after the keychain is locked")
  func lockedAfterwardsByAnother() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().unlock(passcode("right"))
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try machine.process().lock()
    #expect(status(process) == isLocked)
  }

  @Test("A passcode file is tried once, so that a wrong passcode does not use up a person's attempts")
  func triedOnce() throws {
    try secrets.write(Array("wrong".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    for _ in 0..<20 { #expect(status(process) == isLocked) }
    try machine.process().unlock(passcode("right"))
    #expect(status(process) == 0)
  }

  @Test("A passcode that must wait is tried later") func triedLater() throws {
    let process = try waiting()
    machine.clock.pass(seconds: 1)
    #expect(status(process) == 0)
  }

  @Test("Other objects of the process wait for the result of an attempt") func otherObject() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    let context = machine.context()
    let objects = (0..<6).map { _ in LocalKeychain(location, locking: context) }
    let statuses = ForkSafeMutex<[Int32]>([])
    DispatchQueue.concurrentPerform(iterations: objects.count) { index in
      let status = status(objects[index])
      statuses.withLock { $0.append(status) }
    }
    #expect(statuses.withLock { $0 } == Array(repeating: 0, count: objects.count))
  }

  @Test("A call waits for the attempts of other processes until its time limit") func busy() throws {
    let process = try impatient()
    let header = try #require(try machine.folder.vaultFiles().header())
    let isEnded = ForkSafeMutex(false)
    let others = BackgroundWork { [now = machine.clock.now] in
      try header.trying(at: now, until: .after(.seconds(30))) {
        while !isEnded.withLock({ $0 }) { usleep(1000) }
      }
    }
    #expect(others.waits())
    let elapsed = ContinuousClock().measure { #expect(status(process) == isLocked) }
    #expect(elapsed < .seconds(20))
    isEnded.withLock { $0 = true }
    try others.end()
    machine.clock.pass(seconds: 1)
    #expect(status(process) == 0)
  }

  /// A process with the correct passcode and a short time limit for other processes.
  private func impatient() throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    return LocalKeychain(
      location, clock: SystemClock(), random: SystemRandom(), timeout: .milliseconds(200),
      locking: machine.context())
  }

  /// A process that could not try its passcode yet, because other processes gave wrong passcodes before.
  private func waiting() throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    giveWrongPasscodes()
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == isLocked)
    return process
  }

  private func unlocked() throws -> LocalKeychain {
    try secrets.write(Array("right".utf8), to: "passcode")
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    return process
  }

  /// The exit status of a forked child. A child hangs if it inherited a lock of another test's thread. A child that
  /// hangs is replaced by a new child.
  private static func child(_ body: () -> Int32) -> Int32 {
    for _ in 0..<10 {
      let child = lk_test_fork(20)
      if child == 0 { _exit(body()) }
      let status = lk_test_wait(child)
      if status != -SIGALRM { return status }
    }
    return -SIGALRM
  }

  private func giveWrongPasscodes() {
    let other = machine.process()
    for _ in 0..<6 { #expect(throws: KeychainError.self) { try other.check(passcode("wrong")) } }
  }

  @Test("A passcode that had to wait is not tried after the keychain was locked", arguments: [false, true])
  func lockedBeforeItCouldBeTried(byItself: Bool) throws {
    let process = try waiting()
    try (byItself ? process : machine.process()).lock()
    expectStaysLocked(process)
  }

  private func expectStaysLocked(_ process: LocalKeychain) {
    #expect(status(process) == isLocked)
    machine.clock.pass(seconds: 3600)
    #expect(status(process) == isLocked)
  }

  @Test("The passcode is not tried for newer keys after the keychain was locked") func lockedAfterARotation() throws {
    let process = try unlocked()
    _ = try machine.process().rotateKeys(passcode("right"))
    machine.custody.clear()
    giveWrongPasscodes()
    _ = status(process)
    try machine.process().lock()
    expectStaysLocked(process)
  }

  @Test("The passcode is not tried if the keychain was locked after its first passcode was set")
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

  @Test("The passcode is tried if a passcode was set later and the keychain was not locked", arguments: [false, true])
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

  @Test("After a refused earlier keybag, a locked process stays locked", arguments: [false, true])
  func earlierKeybagOfALockedProcess(byItself: Bool) throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let without = try machine.folder.keybagBytes()
    try machine.process().setPasscode(passcode("right"))
    machine.custody.clear()
    let newer = try machine.folder.keybagBytes()
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == 0)
    try (byItself ? process : machine.process()).lock()
    #expect(status(process) == isLocked)
    try machine.folder.replaceKeybag(without)
    process.close()
    let refused = KeychainError.Code.notAvailable.rawValue
    #expect(status(process) == refused)
    try machine.folder.replaceKeybag(newer)
    process.close()
    #expect(status(process) == isLocked)
    #expect(Self.child { status(process) == 0 ? 1 : 0 } == 0)
  }

  @Test("After a refused earlier keybag, the passcode is still tried") func earlierKeybag() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    try machine.process().removePasscode(passcode("right"))
    let older = try machine.folder.keybagBytes()
    try machine.process().setPasscode(passcode("right"))
    let newer = try machine.folder.keybagBytes()
    try machine.process().lock()
    try machine.folder.replaceKeybag(older)
    let process = machine.process(passcodeFile: secrets("passcode"))
    #expect(status(process) == KeychainError.Code.notAvailable.rawValue)
    try machine.folder.replaceKeybag(newer)
    #expect(status(process) == 0)
  }

  /// A boot clock whose machine is suspended each time the time is read.
  private final class SleepyClock: BootClock {
    private let clock: TestMachineClock

    init(_ clock: TestMachineClock) { self.clock = clock }

    var now: BootTimestamp {
      clock.sleep(seconds: 61)
      return clock.now
    }
    var suspended: Int64 { clock.suspended }
  }

  @Test("The passcode unlocks nothing if the machine is suspended or the time limit ends during the attempt")
  func endedWhileItWasTried() throws {
    try secrets.write(Array("right".utf8), to: "passcode")
    for settings in [LockSettings(timeout: 60), LockSettings(locksWhenSuspended: true)] {
      let first = machine.process()
      try first.unlock(passcode("right"))
      try first.set(settings)
      try first.lock()
      let context = UnlockContext(
        authority: machine.custody, cache: KeyCache(), clock: SleepyClock(machine.clock),
        cost: machine.context().cost)
      var location = StoreLocation(home: machine.folder.path)
      location.passcodeFile = secrets("passcode")
      let process = LocalKeychain(location, locking: context)
      #expect(try process.lockStatus().state == .locked)
      #expect(try process.lockStatus().state == .locked)
      guard settings.locksWhenSuspended else { continue }
      let person = machine.process(context: context)
      #expect(code { try person.unlock(passcode("right")) } == .interactionNotAllowed)
      #expect(try machine.process().lockStatus().state == .locked)
    }
  }

  @Test("A forked child does not try the passcode after the keychain was locked") func lockedChild() throws {
    let process = try unlocked()
    giveWrongPasscodes()
    let result = Self.child {
      guard status(process) != 0, (try? machine.process().lock()) != nil else { return 2 }
      machine.clock.pass(seconds: 3600)
      return status(process) == 0 ? 1 : 0
    }
    #expect(result == 0)
  }

  @Test("A process that fails to lock the keychain does not try its passcode afterwards")
  func lockedFirst() throws {
    let process = try impatient()
    let header = try #require(try machine.folder.vaultFiles().header())
    try header.change(until: .after(.seconds(30))) { (_) in
      // The test holds the lock of the header, so no other process can write the state.
      #expect(code { try process.lock() } == .notAvailable)
    }
    #expect(status(process) == isLocked)
  }

  @Test("The threads of a process try the passcode only once") func threads() throws {
    try secrets.write(Array("wrong".utf8), to: "passcode")
    let context = machine.context()
    var location = StoreLocation(home: machine.folder.path)
    location.passcodeFile = secrets("passcode")
    let processes = (0..<8).map { _ in LocalKeychain(location, locking: context) }
    DispatchQueue.concurrentPerform(iterations: 8) { _ = status(processes[$0]) }
    let header = try #require(try machine.folder.vaultFiles().header())
    #expect(try header.attempts().failures == 1)
  }

  @Test(
    "The child of an unlocked process unlocks itself, but the child of a locked process does not")
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
}
