import Foundation
import KeychainCrypto
import KeychainFiles
import KeychainModel
import LockTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Keychain

/// Setting, changing and removing the passcode of a store.
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

  @Test("Processes that have the store open go on over every change") func othersGoOn() throws {
    let other = machine.process()
    #expect(status(other) == 0)
    machine.custody.refuse()
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

  @Test("The old one opens nothing after a change, and the new one everything") func change() throws
  {
    try first.setPasscode(passcode("old"))
    try first.changePasscode(from: passcode("old"), to: passcode("new"))
    try first.lock()
    #expect(code { try first.unlock(passcode("old")) } == .authenticationFailed)
    #expect(status(first) == isLocked)
    try first.unlock(passcode("new"))
    #expect(status(first) == 0)
  }

  @Test("A locked store can have its passcode changed, and is unlocked by that") func changeLocked()
    throws
  {
    try first.setPasscode(passcode("old"))
    try first.lock()
    let process = machine.process()
    try process.changePasscode(from: passcode("old"), to: passcode("new"))
    for process in [first, process, machine.process()] { #expect(status(process) == 0) }
  }

  @Test("What cannot be done is refused, and changes nothing") func refusals() throws {
    let before = try machine.folder.read("keybag")
    #expect(code { try first.removePasscode(passcode("x")) } == .notAvailable)
    #expect(
      code { try first.changePasscode(from: passcode("x"), to: passcode("y")) } == .notAvailable)
    #expect(code { try first.check(passcode("x")) } == .notAvailable)
    #expect(try machine.folder.read("keybag") == before)
    try first.setPasscode(passcode("1"))
    let after = try machine.folder.read("keybag")
    #expect(code { try first.setPasscode(passcode("2")) } == .parameter)
    #expect(
      code { try first.changePasscode(from: passcode("2"), to: passcode("3")) }
        == .authenticationFailed)
    #expect(code { try first.removePasscode(passcode("2")) } == .authenticationFailed)
    #expect(try machine.folder.read("keybag") == after)
    try first.check(passcode("1"))
  }

  @Test("After wrong ones even the right one is refused for a growing time, kept on the disk")
  func attempts() throws {
    let clock = TestKeychainClock()
    let process = machine.process(clock: clock)
    try process.setPasscode(passcode("right"))
    func attempt(_ text: String) -> KeychainError? {
      do {
        try machine.process(clock: clock).unlock(passcode(text))
        return nil
      } catch {
        return error as? KeychainError
      }
    }
    for _ in 0..<6 {
      #expect(attempt("wrong")?.reason.contains("too many") == false)
    }
    for wait in [1, 5, 15, 60, 300, 900, 3600, 3600] {
      // Not even the right one, in a process that is new.
      let refused = attempt("right")
      #expect(refused?.code == .authenticationFailed)
      #expect(refused?.reason.contains("in \(counted(wait, "second"))") == true)
      clock.advance(Double(wait))
      #expect(attempt("wrong")?.reason.contains("too many") == false)
    }
    clock.advance(3600)
    #expect(attempt("right") == nil)
    #expect(attempt("wrong")?.reason.contains("too many") == false)
    #expect(attempt("right") == nil)
  }

  @Test("A clock that is set back does not shorten the wait") func clockBack() throws {
    let clock = TestKeychainClock()
    let process = machine.process(clock: clock)
    try process.setPasscode(passcode("right"))
    for _ in 0..<7 {
      _ = code { try process.unlock(passcode("wrong")) }
      clock.advance(2)
    }
    clock.advance(-1_000_000)
    #expect(code { try process.unlock(passcode("right")) } == .authenticationFailed)
    clock.advance(6)
    #expect(code { try process.unlock(passcode("right")) } == nil)
  }

  @Test("A damaged record of wrong ones counts as none") func damagedAttempts() throws {
    try first.setPasscode(passcode("right"))
    for content in [[UInt8](repeating: 7, count: 32), [], [1], [UInt8](repeating: 0, count: 5000)] {
      try machine.folder.write(content, to: "attempts")
      try first.check(passcode("right"))
    }
  }

  @Test("What a process left that died while it removed the passcode is taken back by the next")
  func ticketsOfRemovedPasscode() throws {
    try first.setPasscode(passcode("1"))
    let storeID = try first.storeID()
    let tickets = try KeyTicket.Purpose.allCases.map {
      ($0, try #require(machine.custody.ticket($0, of: storeID)))
    }
    // While a passcode is set, opening takes nothing.
    #expect(status(machine.process()) == 0)
    #expect(machine.custody.count == tickets.count)
    try first.removePasscode(passcode("1"))
    for (purpose, ticket) in tickets { machine.custody.replay(ticket, purpose, of: storeID) }
    #expect(status(machine.process()) == 0)
    #expect(machine.custody.count == 0)
  }

  /// Changes the passcode as `changePasscode` does.
  private func change(
    _ process: LocalKeychain, from old: Passcode?, to new: Passcode?,
    onStep: (PasscodeChange.Step) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var made: PasscodeChange.Made?
    var terms: UnlockTerms?
    try withoutActuallyEscaping(onStep) { (onStep) throws(KeychainError) in
      try process.withStore { (store, deadline) throws(KeychainError) in
        var change = PasscodeChange(
          store: store, context: process.locking, clock: process.clock, random: process.random,
          deadline: deadline)
        change.onStep = onStep
        _ = try change.run(from: old, to: new, made: &made, terms: &terms)
      }
    }
  }

  @Test("A process that is killed at any step leaves the old passcode or the new one")
  func killedAtEachStep() throws {
    struct Killed: Error {}
    for step in PasscodeChange.Step.allCases {
      let machine = try TestMachine()
      let process = machine.process()
      try TestKeychain(process, in: machine.folder).add(.generic("ak"))
      try process.setPasscode(passcode("old"))
      let old = try passcode("old")
      let new = try passcode("new")
      let error = KeychainError(.inputOutput, "killed")
      #expect(throws: KeychainError.self) {
        try process.withStore { (store, deadline) throws(KeychainError) in
          var change = PasscodeChange(
            store: store, context: process.locking, clock: process.clock, random: process.random,
            deadline: deadline)
          change.onStep = { (done) throws(KeychainError) in if done == step { throw error } }
          // Nobody who is killed remembers what was made.
          var made: PasscodeChange.Made?
          var terms: UnlockTerms?
          _ = try change.run(from: old, to: new, made: &made, terms: &terms)
        }
      }
      machine.custody.clear()
      let later = machine.process()
      #expect(TestKeychain(later, in: machine.folder).status() == isLocked)
      try later.unlock(step == .replaced ? new : old)
      #expect(TestKeychain(later, in: machine.folder).status() == 0)
      #expect(throws: KeychainError.self) { try later.check(step == .replaced ? old : new) }
    }
  }

  @Test("Locking the store after the old passcode was given is not undone by the change")
  func lockedBeforeTheChange() throws {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("ak"))
    try process.setPasscode(passcode("old"))
    let other = machine.process()
    let (old, new) = (try passcode("old"), try passcode("new"))
    var isLocked = false
    let error = #expect(throws: KeychainError.self) {
      try change(process, from: old, to: new) { (step) throws(KeychainError) in
        if step == .derived, !isLocked { try other.lock() }
        isLocked = true
      }
    }
    #expect(error?.code == .interactionNotAllowed, "\(error?.reason ?? "")")
    for each in [process, other, machine.process()] {
      #expect(TestKeychain(each, in: machine.folder).status() == self.isLocked)
    }
    try machine.process().changePasscode(from: old, to: new)
    #expect(TestKeychain(machine.process(), in: machine.folder).status() == 0)
  }

  @Test("A change that is in place is done, although making it last failed at first")
  func failedWhenInPlace() throws {
    for (old, new) in [(nil, "new"), ("old", "new"), ("old", nil)] as [(String?, String?)] {
      let machine = try TestMachine()
      let process = machine.process()
      try TestKeychain(process, in: machine.folder).add(.generic("ak"))
      if let old { try process.setPasscode(passcode(old)) }
      let (from, to) = (try old.map(passcode), try new.map(passcode))
      let error = KeychainError(.inputOutput, "cannot synchronize the folder")
      var failures = 0
      try change(process, from: from, to: to) { (done) throws(KeychainError) in
        guard done == .replaced, failures == 0 else { return }
        failures += 1
        throw error
      }
      #expect(failures == 1)
      let later = machine.process()
      if let to { try later.check(to) }
      if let from { #expect(throws: KeychainError.self) { try later.check(from) } }
      #expect(TestKeychain(process, in: machine.folder).status() == 0)
    }
  }

  @Test("What is left to other processes is there before any of them can see the passcode")
  func sharedBeforeTheLockIsGiven() throws {
    let custody = CustodyThatLooks(machine.folder)
    let process = LocalKeychain(
      StoreLocation(home: machine.folder.path),
      locking: LockContext(
        custody: custody, held: HeldKeys(), clock: machine.clock, cost: machine.context().cost))
    try process.setPasscode(passcode("1"))
    #expect(custody.answers == [true, true])
    try process.changePasscode(from: passcode("1"), to: passcode("2"))
    #expect(custody.answers == [true, true, true, true])
  }

  @Test("Sleep while the passcodes are tried ends what the old one gave") func sleepWhileDeriving()
    throws
  {
    let machine = try TestMachine()
    let process = machine.process()
    try TestKeychain(process, in: machine.folder).add(.generic("ak"))
    try process.setPasscode(passcode("old"))
    try process.set(LockSettings(timeout: 100, locksWhenSuspended: true))
    let (old, new) = (try passcode("old"), try passcode("new"))
    let error = #expect(throws: KeychainError.self) {
      try change(process, from: old, to: new) { (step) throws(KeychainError) in
        if step == .derived { machine.clock.sleep(seconds: 3600) }
      }
    }
    #expect(error?.code == .interactionNotAllowed)
    #expect(try machine.process().lockStatus().state == .locked)
    try machine.process().unlock(old)
  }

  @Test("What could not be tried was no attempt, and one that is being made is no wrong one")
  func attemptsAreCounted() throws {
    let directory = try ProtectedDirectory.openOrCreate(machine.folder.path)
    let clock = TestKeychainClock()
    let file = PasscodeAttemptsFile(
      directory: directory, clock: clock, deadline: .after(.seconds(30)))
    func count() throws -> UInt32 {
      try PasscodeAttempts(decoding: machine.folder.read("attempts")).failures
    }
    func fail(_ code: KeychainError.Code) {
      let error = #expect(throws: KeychainError.self) {
        try file.attempt { () throws(KeychainError) in throw KeychainError(code, "failed") }
      }
      #expect(error?.code == code)
    }
    fail(.allocation)
    #expect(try count() == 0)
    for expected in 1...3 as ClosedRange<UInt32> {
      fail(.authenticationFailed)
      clock.advance(1)
      fail(.allocation)
      #expect(try count() == expected)
    }
    // Whoever is killed meanwhile has used it up.
    try file.attempt { () throws(KeychainError) in #expect((try? count()) == 4) }
    #expect(try count() == 0)
    let failures = Mutex<[KeychainError]>([])
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      do throws(KeychainError) {
        _ = try file.attempt { usleep(10_000) }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0.isEmpty })
  }

  @Test("Two processes that change it at once: one wins, and its passcode opens the store")
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

/// Keeps nothing, and says of each ticket whether the keychain's lock was held when it came.
private final class CustodyThatLooks: KeyCustody {
  private let folder: TemporaryDirectory
  private let state = Mutex<[Bool]>([])

  init(_ folder: TemporaryDirectory) { self.folder = folder }

  var answers: [Bool] { state.withLock { $0 } }

  func put(
    _ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of storeID: RowIdentifier, seconds: UInt32?
  ) throws(KeychainError) {
    let lock = try FileLock(StoreLocation.lockName, in: .openOrCreate(folder.path))
    let isHeld = try !lock.tryLock(.shared)
    state.withLock { $0.append(isHeld) }
  }

  func ticket(_ purpose: KeyTicket.Purpose, of storeID: RowIdentifier) -> [UInt8]? { nil }

  func remove(_ purpose: KeyTicket.Purpose, of storeID: RowIdentifier) throws(KeychainError) {}
}
