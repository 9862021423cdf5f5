import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Rotating the keys of a store that has a passcode, as several processes see it.
@Suite("Key rotation with a passcode") struct RotationPasscodeTests {
  private let machine: TestMachine
  private let first: LocalKeychain

  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try first.setPasscode(passcode("1234"))
    try TestKeychain(first, in: machine.folder).add(.generic("ak"))
    for accessible in ["ck", "dk", "akpu"] {
      _ = try first.perform(
        .add(
          AddRequest(
            .genericPassword,
            attributes: AttributeSet([
              .service: .string(accessible), .accessible: .string(accessible),
              .synchronizable: .number(0),
            ]),
            secret: [1])),
        as: TestKeychain.caller)
    }
  }

  private let isLocked = KeychainError.Code.interactionNotAllowed

  private func test(_ process: LocalKeychain) -> TestKeychain {
    TestKeychain(process, in: machine.folder)
  }

  /// How many of the items somebody reads who puts an older keybag in place.
  ///
  /// - Parameter text: The passcode that it had.
  private func readable(with older: [UInt8], _ text: String?) throws -> Int {
    first.closeStore()
    let present = try machine.folder.read("keybag")
    try machine.folder.write(older, to: "keybag")
    let attacker = TestMachine(machine.folder).process()
    #expect(try attacker.acceptKeybag())
    if let text {
      #expect(code { try attacker.unlock(passcode("5678")) } == .authenticationFailed)
      try attacker.unlock(passcode(text))
    }
    let found = try test(attacker).secrets(ItemQuery(.genericPassword)).count
    attacker.closeStore()
    try machine.folder.write(present, to: "keybag")
    return found
  }

  @Test("A keybag from before the passcode was set opens without one, until the keys are rotated")
  func keybagWithoutPasscode() throws {
    try first.removePasscode(passcode("1234"))
    let older = try machine.folder.read("keybag")
    try first.setPasscode(passcode("5678"))
    // That of the class that needs a passcode is gone with it.
    #expect(try readable(with: older, nil) == 3)
    _ = try first.unlock(passcode("5678"))
    _ = try first.rotateKeys(passcode("5678"))
    #expect(try readable(with: older, nil) == 0)
  }

  @Test("One from before the passcode was changed opens with the old one, until keys are rotated")
  func keybagWithTheOldPasscode() throws {
    let older = try machine.folder.read("keybag")
    try first.changePasscode(from: passcode("1234"), to: passcode("5678"))
    #expect(try readable(with: older, "1234") == 4)
    _ = try first.unlock(passcode("5678"))
    _ = try first.rotateKeys(passcode("5678"))
    #expect(try readable(with: older, "1234") == 0)
    _ = try first.unlock(passcode("5678"))
    #expect(try test(first).secrets(ItemQuery(.genericPassword)).count == 4)
  }

  @Test("Every class gets a new key, that of items which need a passcode as well") func classes()
    throws
  {
    let outcome = try #require(try first.rotateKeys(passcode("1234")))
    #expect(outcome.resealedCount == 4)
    #expect(outcome.destroyedKeyCount == 7)
    #expect(outcome.refusal == nil)
    let keybag = try test(first).keybag()
    let active = Accessibility.allCases.compactMap { keybag.activeKeyID(for: $0) }
    #expect(active.count == 7 && active.allSatisfy { $0 >= 8 })
    #expect(try test(first).secrets(ItemQuery(.genericPassword)).count == 4)
    try first.lock()
    try machine.process().unlock(passcode("1234"))
    #expect(try test(machine.process()).secrets(ItemQuery(.genericPassword)).count == 4)
    #expect(try first.verify().isIntact)
  }

  @Test("Without the passcode, and with a wrong one, nothing is changed") func refusals() throws {
    let before = try machine.folder.read("keybag")
    #expect(code { _ = try first.rotateKeys() } == isLocked)
    #expect(code { _ = try first.rotateKeys(passcode("no")) } == .authenticationFailed)
    try first.lock()
    #expect(code { _ = try machine.process().rotateKeys() } == isLocked)
    #expect(try machine.folder.read("keybag") == before)
    #expect(test(machine.process()).status() == isLocked.rawValue)
    let bare = try TestMachine()
    let other = bare.process()
    try other.open()
    #expect(code { _ = try other.rotateKeys(passcode("1")) } == .notAvailable)
  }

  @Test("Processes that are unlocked go on, those that are open and those that come")
  func othersGoOn() throws {
    let others = (0..<3).map { _ in machine.process() }
    for other in others { #expect(test(other).status() == 0) }
    _ = try machine.process().rotateKeys(passcode("1234"))
    for (index, process) in (others + [first, machine.process()]).enumerated() {
      #expect(try test(process).secrets(ItemQuery(.genericPassword)).count == 4 + index)
      try test(process).add(.generic("later \(index)"))
    }
  }

  @Test("The kernel is left no key that was destroyed") func renewedTickets() throws {
    let storeID = try first.storeID()
    _ = try machine.process().rotateKeys(passcode("1234"))
    // A ticket has 80 bytes and 37 for each key.
    for (purpose, count) in [(KeyTicket.Purpose.whenUnlocked, 3), (.afterFirstUnlock, 2)] {
      let ticket = try #require(machine.custody.ticket(purpose, of: storeID))
      #expect((ticket.count - 68) / 37 == count)
      #expect((ticket.count - 68) % 37 == 0)
    }
  }

  @Test("A locked store is rotated with the passcode, and is unlocked by it") func whileLocked()
    throws
  {
    try first.lock()
    let process = machine.process()
    _ = try process.rotateKeys(passcode("1234"))
    for process in [first, process, machine.process()] { #expect(test(process).status() == 0) }
  }

  @Test("Where the kernel keeps nothing, a process that was given the passcode unlocks itself anew")
  func givenPasscode() throws {
    machine.custody.refuse()
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    let service = machine.process(passcodeFile: machine.folder("given"))
    let other = machine.process()
    try other.unlock(passcode("1234"))
    #expect(test(service).status() == 0)
    let outcome = try #require(try machine.process().rotateKeys(passcode("1234")))
    #expect(outcome.refusal?.code == .notAvailable)
    #expect(test(service).status() == 0)
    try test(service).add(.generic("later"))
    // One that holds keys for itself has the old ones.
    #expect(test(other).status() == isLocked.rawValue)
    try other.unlock(passcode("1234"))
    #expect(test(other).status() == 0)
  }

  @Test("A process that was given the passcode stays locked when somebody locked the store")
  func givenPasscodeAndLocked() throws {
    machine.custody.refuse()
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    let service = machine.process(passcodeFile: machine.folder("given"))
    #expect(test(service).status() == 0)
    try service.lock()
    _ = try machine.process().rotateKeys(passcode("1234"))
    #expect(test(service).status() == isLocked.rawValue)
  }

  @Test("Locking the store meanwhile stops the rotation; the next one finishes it")
  func lockedMeanwhile() throws {
    for index in 0..<3 { try test(first).add(.generic("large \(index)", byteCount: 5 << 20)) }
    let process = machine.process()
    let other = machine.process()
    #expect(
      code { _ = try process.rotateKeys(passcode("1234")) { _, _ in try? other.lock() } }
        == isLocked)
    #expect(test(machine.process()).status() == isLocked.rawValue)
    let outcome = try #require(try machine.process().rotateKeys(passcode("1234")))
    #expect(outcome.isResumed)
    #expect(outcome.destroyedKeyCount == 7)
    #expect(try test(machine.process()).secrets(ItemQuery(.genericPassword)).count == 7)
  }

  @Test("Keys that are destroyed are not left to others when the store was locked before the end")
  func lockedBeforeTheEnd() throws {
    let other = machine.process()
    let storeID = try first.storeID()
    let before = try #require(machine.custody.ticket(.afterFirstUnlock, of: storeID))
    var rotation = KeyRotation(keychain: machine.process(), onProgress: { _, _ in })
    rotation.onStep = { (step) throws(KeychainError) in
      if step == .resealed { try other.lock() }
    }
    #expect(try rotation.run(passcode("1234")).destroyedKeyCount == 7)
    let after = try #require(machine.custody.ticket(.afterFirstUnlock, of: storeID))
    #expect(after.count == before.count)
    #expect(machine.custody.ticket(.whenUnlocked, of: storeID) == nil)
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("Nor when that happened between two attempts at the end")
  func lockedBeforeTheRetryOfTheEnd()
    throws
  {
    let storeID = try first.storeID()
    let before = try #require(machine.custody.ticket(.afterFirstUnlock, of: storeID))
    let process = machine.process()
    let state = try #require(
      try StateFile(in: ProtectedDirectory.openOrCreate(machine.folder.path)))
    var rotation = KeyRotation(keychain: process, onProgress: { _, _ in })
    var failures = 0
    rotation.onStep = { (step) throws(KeychainError) in
      guard step == .destroyed, failures == 0 else { return }
      failures += 1
      // As `lock()` does, which waits for the lock that is held now.
      if var locked = try state.read() {
        locked.lockEpoch += 1
        try state.write(locked)
      }
      try machine.custody.remove(.whenUnlocked, of: storeID)
      throw KeychainError(.inputOutput, "the disk")
    }
    #expect(try rotation.run(passcode("1234")).destroyedKeyCount == 7)
    let after = try #require(machine.custody.ticket(.afterFirstUnlock, of: storeID))
    #expect(after.count == before.count)
    #expect(machine.custody.ticket(.whenUnlocked, of: storeID) == nil)
    let held = try #require(process.locking.held.keys(of: storeID))
    #expect(held.lockState == .locked)
    #expect(held.ring.usableKeys.allSatisfy { $0.keyID > 7 })
  }

  @Test("Sleep after the passcode was given ends what it gave") func sleepAfterThePasscode() throws
  {
    try first.set(LockSettings(timeout: 100, locksWhenSuspended: true))
    let clock = machine.clock
    var rotation = KeyRotation(keychain: machine.process(), onProgress: { _, _ in })
    rotation.onStep = { (step) throws(KeychainError) in
      if step == .unlocked { clock.sleep(seconds: 3600) }
    }
    #expect(code { _ = try rotation.run(passcode("1234")) } == isLocked)
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("Locking the store after the passcode was given is not undone by the new keys")
  func lockedBeforeTheKeysChange() throws {
    let process = machine.process()
    let other = machine.process()
    let keybag = try machine.folder.read("keybag")
    var isStopped = false
    var rotation = KeyRotation(keychain: process, onProgress: { _, _ in })
    rotation.onStep = { (step) throws(KeychainError) in
      if step == .unlocked { try other.lock() }
      if step == .replaced { isStopped = true }
    }
    #expect(code { _ = try rotation.run(passcode("1234")) } == isLocked)
    #expect(!isStopped)
    #expect(try machine.folder.read("keybag") == keybag)
    for each in [process, other, first, machine.process()] {
      #expect(test(each).status() == isLocked.rawValue)
    }
    #expect(try machine.process().rotateKeys(passcode("1234"))?.isResumed == false)
    #expect(test(machine.process()).status() == 0)
  }

  /// What fails once the keybag is in place is made good by another attempt.
  @Test("Locking the store between two attempts is not undone by the second")
  func lockedBetweenAttempts() throws {
    let process = machine.process()
    let state = try #require(
      try StateFile(in: ProtectedDirectory.openOrCreate(machine.folder.path)))
    var rotation = KeyRotation(keychain: process, onProgress: { _, _ in })
    var attempts = 0
    rotation.onStep = { (step) throws(KeychainError) in
      guard step == .replaced else { return }
      attempts += 1
      // As `lock()` does, which waits for the lock that is held now.
      if var locked = try state.read() {
        locked.lockEpoch += 1
        try state.write(locked)
      }
      throw KeychainError(.inputOutput, "the disk")
    }
    let error = #expect(throws: KeychainError.self) { try rotation.run(passcode("1234")) }
    #expect(error?.code == isLocked)
    #expect(error?.reason.contains("was locked, or its settings changed, after") == true)
    #expect(attempts == 1)
    for each in [process, first, machine.process()] {
      #expect(test(each).status() == isLocked.rawValue)
    }
    #expect(try machine.process().rotateKeys(passcode("1234"))?.isResumed == true)
    #expect(try test(machine.process()).secrets(ItemQuery(.genericPassword)).count == 4)
  }

  /// A process that lacks the new keys has the old ones, which rows that are not sealed anew open with.
  @Test("Old keys end with the unlocking too, where nothing is left in the kernel")
  func timeoutAfterAnInterruptedRotation() throws {
    machine.custody.refuse()
    let process = machine.process()
    try process.unlock(passcode("1234"))
    try process.set(LockSettings(timeout: 60))
    #expect(test(process).status() == 0)
    let rotating = machine.process()
    try rotating.unlock(passcode("1234"))
    #expect(throws: KeychainError.self) {
      try test(rotating).rotate(until: .surveyed, passcode("1234"))
    }
    machine.clock.pass(seconds: 59)
    #expect(test(process).status() == 0)
    machine.clock.pass(seconds: 1)
    #expect(test(process).status() == isLocked.rawValue)
    try process.open()
    #expect(test(process).status() == isLocked.rawValue)
  }

  @Test("And where they are, when a rotation died before it left the new ones")
  func timeoutAfterAKilledRotation() throws {
    let process = machine.process()
    try process.unlock(passcode("1234"))
    try process.set(LockSettings(timeout: 60))
    try killRotation(at: .replaced)
    let later = machine.process()
    for each in [process, later] { #expect(test(each).status() == 0) }
    machine.clock.pass(seconds: 60)
    for each in [process, later, machine.process()] {
      #expect(test(each).status() == isLocked.rawValue)
    }
  }

  /// Nobody has the new keys then: the call that a test stops goes on to leave them.
  private func killRotation(at step: KeyRotation.Step) throws {
    let storeID = try first.storeID()
    let tickets = KeyTicket.Purpose.allCases.map { ($0, machine.custody.ticket($0, of: storeID)) }
    #expect(throws: KeychainError.self) {
      try test(machine.process()).rotate(until: step, passcode("1234"))
    }
    for (purpose, ticket) in tickets {
      if let ticket { machine.custody.replay(ticket, purpose, of: storeID) }
    }
  }

  /// No row needs a new key that this process lacks, so nothing has it open the store anew.
  @Test("A rotation that is finished leaves the keychain unlocked", arguments: [false, true])
  func finishedByAProcessWithTheOldKeys(_ isRefusing: Bool) throws {
    let items: Set = ["ak", "ck", "akpu"]
    for service in items {
      _ = try first.perform(
        .delete(
          DeleteRequest(
            ItemQuery(
              .genericPassword, attributes: AttributeSet([.service: .string(service)]),
              isSynchronizable: nil))), as: TestKeychain.caller)
    }
    if isRefusing {
      machine.custody.refuse()
      try first.unlock(passcode("1234"))
      #expect(throws: KeychainError.self) {
        try test(machine.process()).rotate(until: .resealed, passcode("1234"))
      }
    } else {
      try killRotation(at: .replaced)
    }
    try first.open()
    #expect(try first.rotateKeys(passcode("1234"))?.isResumed == true)
    #expect(try first.lockStatus().state == .unlocked)
    try test(first).add(.generic("later"))
    if !isRefusing { #expect(test(machine.process()).status() == 0) }
  }

  @Test("A passcode that stopped being the right one meanwhile was not a wrong one")
  func deviceKeyChangedMeanwhile() throws {
    let other = machine.process()
    var rotation = KeyRotation(keychain: machine.process(), onProgress: { _, _ in })
    rotation.onStep = { (step) throws(KeychainError) in
      guard step == .unlocked else { return }
      let passcode = try Array("1234".utf8).withBytes { (bytes) throws(KeychainError) in
        try Passcode(bytes)
      }
      _ = try other.changeDeviceKey(passcode)
    }
    let error = #expect(throws: KeychainError.self) { try rotation.run(passcode("1234")) }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains("was changed meanwhile") == true)
    #expect(try machine.process().rotateKeys(passcode("1234")) != nil)
  }

  @Test("A process that dies at any step leaves what the next rotation finishes")
  func interrupted() throws {
    let items = try test(first).secrets(ItemQuery(.genericPassword))
    for step in KeyRotation.Step.allCases {
      let process = machine.process()
      #expect(throws: KeychainError.self) {
        try test(process).rotate(until: step, passcode("1234"))
      }
      // The machine is started anew.
      machine.custody.clear()
      let later = machine.process()
      #expect(test(later).status() == isLocked.rawValue, "\(step)")
      try later.unlock(passcode("1234"))
      #expect(try test(later).secrets(ItemQuery(.genericPassword)) == items, "\(step)")
      _ = try later.rotateKeys(passcode("1234"))
      #expect(try test(later).keybag().retiredKeyIDs.isEmpty, "\(step)")
      #expect(try test(later).secrets(ItemQuery(.genericPassword)) == items, "\(step)")
    }
  }

  @Test("The passcode can be changed while a rotation is unfinished, and removed")
  func passcodeChangedMeanwhile() throws {
    try? test(first).rotate(until: .shared, passcode("1234"))
    try first.changePasscode(from: passcode("1234"), to: passcode("new"))
    #expect(code { _ = try first.rotateKeys(passcode("1234")) } == .authenticationFailed)
    try first.removePasscode(passcode("new"))
    let outcome = try #require(try first.rotateKeys())
    #expect(outcome.isResumed)
    // Items that needed the passcode are gone with it.
    #expect(outcome.destroyedKeyCount == 6)
    #expect(try test(first).secrets(ItemQuery(.genericPassword)).count == 3)
  }
}
