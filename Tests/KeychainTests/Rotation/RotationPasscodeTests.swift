import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import LockTestSupport
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that rotate the keys of a store with a passcode while several processes use the store.
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

  /// The number of items that an attacker can read after restoring an older keybag, on a machine without tickets.
  ///
  /// - Parameter text: The passcode of the older keybag; nil if the older keybag has no passcode.
  private func readable(with older: [UInt8], _ text: String?) throws -> Int {
    first.close()
    let folder = try TemporaryDirectory()
    for name in machine.folder.names() where !name.hasSuffix("-shm") {
      try folder.write(try machine.folder.read(name), to: name)
    }
    try folder.replaceKeybag(older)
    let attacker = TestKeychain(TestMachine(folder).process(), in: folder)
    #expect(attacker.status() == KeychainError.Code.notAvailable.rawValue)
    #expect(try attacker.keychain.acceptOlder())
    if let text {
      #expect(code { try attacker.keychain.unlock(passcode("5678")) } == .authenticationFailed)
      try attacker.keychain.unlock(passcode(text))
    }
    return try attacker.secrets(ItemQuery(.genericPassword)).count
  }

  @Test("Before a rotation, a keybag without passcode opens items; after the rotation, it opens none")
  func keybagWithoutPasscode() throws {
    try first.removePasscode(passcode("1234"))
    let older = try machine.folder.keybagBytes()
    try first.setPasscode(passcode("5678"))
    // The removal of the passcode destroyed the key of the class that requires a passcode.
    #expect(try readable(with: older, nil) == 3)
    _ = try first.unlock(passcode("5678"))
    _ = try first.rotateKeys(passcode("5678"))
    #expect(try readable(with: older, nil) == 0)
  }

  @Test("Before a rotation, a keybag with the old passcode opens items; after the rotation, it opens none")
  func keybagWithTheOldPasscode() throws {
    let older = try machine.folder.keybagBytes()
    try first.changePasscode(from: passcode("1234"), to: passcode("5678"))
    #expect(try readable(with: older, "1234") == 4)
    _ = try first.unlock(passcode("5678"))
    _ = try first.rotateKeys(passcode("5678"))
    #expect(try readable(with: older, "1234") == 0)
    _ = try first.unlock(passcode("5678"))
    #expect(try test(first).secrets(ItemQuery(.genericPassword)).count == 4)
  }

  @Test("Every class gets a new key, including the class that requires a passcode") func classes()
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

  @Test("Nothing changes without the passcode or with a wrong passcode") func refusals() throws {
    let before = try machine.folder.keybagBytes()
    #expect(code { _ = try first.rotateKeys() } == isLocked)
    #expect(code { _ = try first.rotateKeys(passcode("no")) } == .authenticationFailed)
    try first.lock()
    #expect(code { _ = try machine.process().rotateKeys() } == isLocked)
    #expect(try machine.folder.keybagBytes() == before)
    #expect(test(machine.process()).status() == isLocked.rawValue)
    let bare = try TestMachine()
    let other = bare.process()
    try other.open()
    #expect(code { _ = try other.rotateKeys(passcode("1")) } == .notAvailable)
  }

  @Test("Unlocked processes and new processes stay unlocked during a rotation")
  func othersGoOn() throws {
    let others = (0..<3).map { _ in machine.process() }
    for other in others { #expect(test(other).status() == 0) }
    _ = try machine.process().rotateKeys(passcode("1234"))
    for (index, process) in (others + [first, machine.process()]).enumerated() {
      #expect(try test(process).secrets(ItemQuery(.genericPassword)).count == 4 + index)
      try test(process).add(.generic("later \(index)"))
    }
  }

  @Test("The kernel's tickets contain no destroyed keys") func renewedTickets() throws {
    let vaultID = try machine.folder.keybag().vaultID
    _ = try machine.process().rotateKeys(passcode("1234"))
    // A ticket has 68 bytes, and 37 bytes for each key.
    for (purpose, count) in [(KeyTicket.Purpose.whenUnlocked, 3), (.afterFirstUnlock, 2)] {
      let ticket = try #require(machine.custody.ticket(purpose, of: vaultID))
      #expect((ticket.count - 68) / 37 == count)
      #expect((ticket.count - 68) % 37 == 0)
    }
  }

  @Test("A rotation with the passcode unlocks a locked store") func whileLocked()
    throws
  {
    try first.lock()
    let process = machine.process()
    _ = try process.rotateKeys(passcode("1234"))
    for process in [first, process, machine.process()] { #expect(test(process).status() == 0) }
  }

  @Test("Without tickets, a process with a passcode file unlocks itself again after a rotation")
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
    // This process unlocked itself without the kernel, so it has only the old keys.
    #expect(test(other).status() == isLocked.rawValue)
    try other.unlock(passcode("1234"))
    #expect(test(other).status() == 0)
  }

  @Test("After someone has locked the store, a process with a passcode file stays locked")
  func givenPasscodeAndLocked() throws {
    machine.custody.refuse()
    try machine.folder.write(Array("1234\n".utf8), to: "given")
    let service = machine.process(passcodeFile: machine.folder("given"))
    #expect(test(service).status() == 0)
    try service.lock()
    _ = try machine.process().rotateKeys(passcode("1234"))
    #expect(test(service).status() == isLocked.rawValue)
  }

  @Test("Locking the store during a rotation stops the rotation, and the next rotation finishes it")
  func lockedMeanwhile() throws {
    for index in 0..<3 { try test(first).add(.generic("large \(index)", byteCount: 5 << 20)) }
    let process = machine.process()
    let other = machine.process()
    #expect(
      code {
        _ = try process.vault.rotate(passcode("1234"), timeout: LocalKeychain.timeout) { _, _ in
          _ = try? other.lock()
        }
      } == isLocked)
    #expect(test(machine.process()).status() == isLocked.rawValue)
    let outcome = try #require(try machine.process().rotateKeys(passcode("1234")))
    #expect(outcome.isResumed)
    #expect(outcome.destroyedKeyCount == 7)
    #expect(try test(machine.process()).secrets(ItemQuery(.genericPassword)).count == 7)
  }

  /// Rotates the keys in a new process, and runs `body` at a step of the rotation.
  private func rotate(
    _ step: Step, _ body: @escaping @Sendable () throws -> Void
  ) throws -> RotationOutcome? {
    let atStep = AtStep(step, body)
    defer { #expect(atStep.isDone) }
    return try machine.process(onStep: atStep.done).rotateKeys(passcode("1234"))
  }

  @Test("Locking the store before the old keys are destroyed ends the rotation, and the store stays locked")
  func lockedBeforeTheEnd() throws {
    let other = machine.process()
    #expect(code { _ = try rotate(.batchResealed) { try other.lock() } } == isLocked)
    let vaultID = try machine.folder.keybag().vaultID
    #expect(machine.custody.ticket(.whenUnlocked, of: vaultID) == nil)
    for each in [other, first, machine.process()] {
      #expect(try each.lockStatus().state == .locked)
      #expect(test(each).status() == isLocked.rawValue)
    }
    #expect(try machine.process().rotateKeys(passcode("1234"))?.isResumed == true)
    #expect(try test(machine.process()).secrets(ItemQuery(.genericPassword)).count == 4)
  }

  @Test(
    "Suspension after the passcode was given ends the rotation",
    arguments: [.derived, .resealingBegun] as [Step])
  func sleepAfterThePasscode(_ step: Step) throws {
    try first.set(LockSettings(timeout: 100, locksWhenSuspended: true))
    let clock = machine.clock
    #expect(code { _ = try rotate(step) { clock.sleep(seconds: 3600) } } == isLocked)
    #expect(try machine.process().lockStatus().state == .locked)
  }

  @Test("Locking the store after the passcode was given ends the rotation, and the store stays locked")
  func lockedBeforeTheKeysChange() throws {
    let other = machine.process()
    let keybag = try machine.folder.keybagBytes()
    #expect(code { _ = try rotate(.derived) { try other.lock() } } == isLocked)
    #expect(try machine.folder.keybagBytes() == keybag)
    for each in [other, first, machine.process()] {
      #expect(test(each).status() == isLocked.rawValue)
    }
    #expect(try machine.process().rotateKeys(passcode("1234"))?.isResumed == false)
    #expect(test(machine.process()).status() == 0)
  }

  @Test("A change of the lock settings after the passcode was given ends the rotation")
  func settingsBeforeTheKeysChange() throws {
    let other = machine.process()
    #expect(
      code { _ = try rotate(.derived) { try other.set(LockSettings(timeout: 60)) } } == isLocked)
    #expect(try machine.process().lockStatus().settings.timeout == 60)
  }

  @Test("After an interrupted rotation, all keys are locked at the timeout")
  func timeoutAfterAnInterruptedRotation() throws {
    for isRefusing in [false, true] {
      if isRefusing { machine.custody.refuse() }
      let process = machine.process()
      try process.unlock(passcode("1234"))
      try process.set(LockSettings(timeout: 60))
      let interruption = Interruption(at: .resealingBegun)
      let rotating = machine.process(onStep: interruption.done)
      #expect(throws: KeychainError.self) { try rotating.rotateKeys(passcode("1234")) }
      if !isRefusing { #expect(test(process).status() == 0) }
      machine.clock.pass(seconds: 60)
      for each in [process, rotating, machine.process()] {
        #expect(test(each).status() == isLocked.rawValue)
      }
      try process.unlock(passcode("1234"))
      try process.set(LockSettings())
      _ = try process.rotateKeys(passcode("1234"))
    }
  }

  @Test("The completion of a rotation leaves the keychain unlocked", arguments: [false, true])
  func finishedByAProcessWithTheOldKeys(_ isRefusing: Bool) throws {
    if isRefusing {
      machine.custody.refuse()
      try first.unlock(passcode("1234"))
    }
    let interruption = Interruption(at: .committed)
    #expect(throws: KeychainError.self) {
      try machine.process(onStep: interruption.done).rotateKeys(passcode("1234"))
    }
    #expect(try first.rotateKeys(passcode("1234"))?.isResumed == true)
    #expect(try first.lockStatus().state == .unlocked)
    try test(first).add(.generic("later"))
    if !isRefusing { #expect(test(machine.process()).status() == 0) }
  }

  @Test("If the passcode is changed during a rotation, the old passcode is not reported as wrong")
  func passcodeChangedBesideARotation() throws {
    let other = machine.process()
    let error = failure {
      _ = try rotate(.derived) {
        try other.changePasscode(from: passcode("1234"), to: passcode("new"))
      }
    }
    #expect(error?.code == .notAvailable, "\(error?.reason ?? "")")
    #expect(error?.reason.contains("was changed meanwhile") == true)
    #expect(try machine.process().rotateKeys(passcode("new"))?.isResumed == false)
  }

  @Test("A rotation that was interrupted at any step is finished by the next rotation, even after a restart")
  func interrupted() throws {
    let items = try test(first).secrets(ItemQuery(.genericPassword))
    for (step, count) in [
      (.derived, 0), (.keybagNamed, 0), (.keybagWritten, 0), (.committed, 0), (.published, 0),
      (.resealingBegun, 0), (.batchResealed, 0), (.keybagWritten, 1), (.committed, 1), (.published, 1),
    ] as [(Step, Int)] {
      let interruption = Interruption(at: step, after: count)
      #expect(throws: KeychainError.self) {
        try machine.process(onStep: interruption.done).rotateKeys(passcode("1234"))
      }
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

  @Test("The passcode can be changed and removed while a rotation is unfinished")
  func passcodeChangedMeanwhile() throws {
    let interruption = Interruption(at: .resealingBegun)
    #expect(throws: KeychainError.self) {
      try machine.process(onStep: interruption.done).rotateKeys(passcode("1234"))
    }
    try first.changePasscode(from: passcode("1234"), to: passcode("new"))
    #expect(code { _ = try first.rotateKeys(passcode("1234")) } == .authenticationFailed)
    try first.removePasscode(passcode("new"))
    let outcome = try #require(try first.rotateKeys())
    #expect(outcome.isResumed)
    // The items that required the passcode were lost when the passcode was removed.
    #expect(outcome.destroyedKeyCount == 6)
    #expect(try test(first).secrets(ItemQuery(.genericPassword)).count == 3)
  }
}
