import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import Synchronization
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that set, change and remove the passcode of a store.
@Suite("Passcode") struct PasscodeTests {
  private let machine: TestMachine
  private let first: LocalKeychain

  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
  }

  private func status(_ process: LocalKeychain) -> Int32 {
    TestKeychain(process, in: machine.folder).status()
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed.rawValue

  @Test("Open processes continue after every change of the passcode") func othersGoOn() throws {
    let other = machine.process()
    #expect(status(other) == 0)
    try first.setPasscode(passcode("1"))
    #expect(status(other) == 0)
    try TestKeychain(other, in: machine.folder).add(.generic("another"))
    try first.changePasscode(from: passcode("1"), to: passcode("2"))
    #expect(status(other) == 0)
    try TestKeychain(other, in: machine.folder).add(.generic("yet another"))
    try first.removePasscode(passcode("2"))
    #expect(status(other) == 0)
    try TestKeychain(other, in: machine.folder).add(.generic("the last"))
    #expect(
      try TestKeychain(machine.process(), in: machine.folder)
        .secrets(ItemQuery(.genericPassword)).count == 4)
  }

  @Test("After a change, only the new passcode unlocks the store") func change() throws {
    try first.setPasscode(passcode("old"))
    try first.changePasscode(from: passcode("old"), to: passcode("new"))
    try first.lock()
    #expect(code { try first.unlock(passcode("old")) } == .authenticationFailed)
    #expect(status(first) == isLocked)
    try first.unlock(passcode("new"))
    #expect(status(first) == 0)
  }

  @Test("A change of the passcode unlocks a locked store") func changeLocked()
    throws
  {
    try first.setPasscode(passcode("old"))
    try first.lock()
    let process = machine.process()
    try process.changePasscode(from: passcode("old"), to: passcode("new"))
    for process in [first, process, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("Impossible calls are refused and change nothing") func refusals() throws {
    let before = try machine.folder.keybagBytes()
    #expect(code { try first.removePasscode(passcode("x")) } == .notAvailable)
    #expect(
      code { try first.changePasscode(from: passcode("x"), to: passcode("y")) } == .notAvailable)
    #expect(code { try first.check(passcode("x")) } == .notAvailable)
    #expect(try machine.folder.keybagBytes() == before)
    try first.setPasscode(passcode("1"))
    let after = try machine.folder.keybagBytes()
    #expect(code { try first.setPasscode(passcode("2")) } == .parameter)
    #expect(
      code { try first.changePasscode(from: passcode("2"), to: passcode("3")) }
        == .authenticationFailed)
    #expect(code { try first.removePasscode(passcode("2")) } == .authenticationFailed)
    #expect(try machine.folder.keybagBytes() == after)
    try first.check(passcode("1"))
  }

  @Test("After wrong passcodes, the store refuses every passcode for a growing, persistent time")
  func attempts() throws {
    try first.setPasscode(passcode("right"))
    func attempt(_ text: String) -> KeychainError? {
      failure { try machine.process().unlock(passcode(text)) }
    }
    for _ in 0..<6 {
      #expect(attempt("wrong")?.reason.contains("too many") == false)
    }
    for wait in [1, 5, 15, 60, 300, 900, 3600, 3600] {
      // A new process also refuses the correct passcode.
      let refused = attempt("right")
      #expect(refused?.code == .authenticationFailed)
      #expect(refused?.failureCause == .passcodeMustWait)
      #expect(refused?.reason.contains("in \(counted(wait, "second"))") == true)
      machine.clock.pass(seconds: Int64(wait))
      #expect(attempt("wrong")?.reason.contains("too many") == false)
    }
    machine.clock.pass(seconds: 3600)
    #expect(attempt("right") == nil)
    #expect(attempt("wrong")?.reason.contains("too many") == false)
    #expect(attempt("right") == nil)
  }

  @Test("A change of the system time does not shorten the wait") func clockThatJumps() throws {
    let clock = TestKeychainClock()
    let process = machine.process(clock: clock)
    try process.setPasscode(passcode("right"))
    for _ in 0..<7 {
      _ = code { try process.unlock(passcode("wrong")) }
      machine.clock.pass(seconds: 2)
    }
    for jump in [1_000_000, -5_000_000] as [Double] {
      clock.advance(jump)
      #expect(code { try process.unlock(passcode("right")) } == .authenticationFailed)
    }
    machine.clock.pass(seconds: 3)
    #expect(code { try process.unlock(passcode("right")) } == nil)
  }

  @Test("A damaged record of wrong passcodes is ignored") func damagedAttempts() throws {
    try first.setPasscode(passcode("right"))
    for byte in [UInt8(7), 0, 0xFF] {
      first.close()
      var header = try machine.folder.read("latchkey.lock")
      header.replaceSubrange(8192..<8256, with: repeatElement(byte, count: 64))
      try overwrite(header, machine.folder("latchkey.lock"))
      try first.check(passcode("right"))
    }
  }

  private static let steps: [(Step, isChanged: Bool)] = [
    (.derived, false), (.settled, false), (.keybagNamed, false), (.keybagWritten, false),
    (.committed, true), (.published, true),
  ]

  @Test("After an interrupted change, either the old or the new passcode is valid", arguments: steps)
  func interrupted(_ step: Step, _ isChanged: Bool) throws {
    try first.setPasscode(passcode("old"))
    let interruption = Interruption(at: step)
    #expect(throws: KeychainError.self) {
      try machine.process(onStep: interruption.done)
        .changePasscode(from: passcode("old"), to: passcode("new"))
    }
    #expect(interruption.isDead)
    machine.custody.clear()
    let later = machine.process()
    #expect(status(later) == isLocked)
    try later.unlock(passcode(isChanged ? "new" : "old"))
    #expect(status(later) == 0)
    #expect(throws: KeychainError.self) { try later.check(passcode(isChanged ? "old" : "new")) }
    #expect(try machine.folder.vaultFiles().keybags.numbers().count == 1)
    #expect(try later.verify().isIntact)
  }

  @Test("If the store is locked during a change of the passcode, it stays locked")
  func lockedBeforeTheChange() throws {
    try first.setPasscode(passcode("old"))
    let other = machine.process()
    let atStep = AtStep(.derived) { try other.lock() }
    let process = machine.process(onStep: atStep.done)
    let error = failure { try process.changePasscode(from: passcode("old"), to: passcode("new")) }
    #expect(error?.code == .interactionNotAllowed, "\(error?.reason ?? "")")
    for each in [process, other, machine.process()] { #expect(status(each) == isLocked) }
    try machine.process().changePasscode(from: passcode("old"), to: passcode("new"))
    #expect(status(machine.process()) == 0)
  }

  @Test("Suspension during a change of the passcode locks the store") func sleepWhileDeriving()
    throws
  {
    try first.setPasscode(passcode("old"))
    try first.set(LockSettings(timeout: 100, locksWhenSuspended: true))
    let clock = machine.clock
    let atStep = AtStep(.derived) { clock.sleep(seconds: 3600) }
    #expect(
      code {
        try machine.process(onStep: atStep.done)
          .changePasscode(from: passcode("old"), to: passcode("new"))
      } == .interactionNotAllowed)
    #expect(try machine.process().lockStatus().state == .locked)
    try machine.process().unlock(passcode("old"))
  }

  @Test("Tickets for other processes are stored before the vault lock is released")
  func sharedBeforeTheLockIsGiven() throws {
    let authority = AuthorityThatLooks(machine.folder)
    let process = machine.process(
      context: UnlockContext(
        authority: authority, cache: KeyCache(), clock: machine.clock, cost: machine.context().cost)
    )
    try process.setPasscode(passcode("1"))
    #expect(authority.answers == [true, true])
    try process.changePasscode(from: passcode("1"), to: passcode("2"))
    #expect(authority.answers == [true, true, true, true])
  }

  @Test("Simultaneous attempts are checked one after another")
  func attemptsAreCounted() throws {
    try first.setPasscode(passcode("right"))
    let header = try #require(try machine.folder.vaultFiles().header())
    let machine = machine
    let failures = ForkSafeMutex<[KeychainError]>([])
    // During the check of a passcode, the attempt is recorded as a failure. If several processes checked passcodes at
    // the same time, the recorded failures would delay the sixth process.
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      if let failure = failure({ try machine.process().check(passcode("right")) }) {
        failures.withLock { $0.append(failure) }
      }
    }
    #expect(failures.withLock { $0.map(\.reason) } == [])
    #expect(try header.attempts().failures == 0)
  }

  @Test("If two processes change the passcode at the same time, one succeeds")
  func atOnce() async throws {
    try first.setPasscode(passcode("old"))
    let machine = machine
    let results = await withTaskGroup(of: String?.self) { group in
      for index in 0..<4 {
        group.addTask {
          do {
            try machine.process().changePasscode(
              from: passcode("old"), to: passcode("new \(index)"))
            return "new \(index)"
          } catch {
            return nil
          }
        }
      }
      return await group.reduce(into: [String]()) { if let name = $1 { $0.append(name) } }
    }
    #expect(results.count == 1)
    try machine.process().check(passcode(results.first ?? ""))
  }
}

/// An unlock authority that stores no tickets. For each ticket, the authority records whether the vault lock was held.
private final class AuthorityThatLooks: UnlockAuthority {
  private let folder: TemporaryDirectory
  private let state = ForkSafeMutex<[Bool]>([])

  init(_ folder: TemporaryDirectory) { self.folder = folder }

  var answers: [Bool] { state.withLock { $0 } }

  func publish(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    let lock = try FileLock(StoreLocation.lockName, in: .openOrCreate(folder.path))
    let isHeld = try !lock.tryLock(.shared)
    state.withLock { $0.append(isHeld) }
  }

  func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? { nil }

  func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {}
}
