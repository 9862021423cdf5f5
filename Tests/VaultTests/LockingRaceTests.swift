import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// The vault is locked at a critical moment. The vault stays locked, and the lock call waits for no other process.
@Suite struct LockingRaceTests {
  private let machine: TestMachine
  private let first: Vault
  private var vault: TestVault { machine.vault }

  /// Creates a vault with the passcode 1234, and leaves it unlocked.
  init() throws {
    machine = try TestMachine()
    first = machine.process()
    try first.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
  }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  /// Rotates the keys. Another process locks the vault while this process holds the exclusive lock and creates the new
  /// keybag.
  ///
  /// - Parameter givenPasscode: Whether the rotation records the moment at which the passcode was given.
  private func rotate(givenPasscode: Bool) throws -> KeychainError? {
    let (changing, other) = (machine.process(), machine.process())
    var change = KeybagChange(vault: changing, deadline: machine.soon)
    if givenPasscode {
      change.given = UnlockMoment(try changing.open(until: machine.soon), changing.context)
    }
    let (soon, context) = (machine.soon, changing.context)
    let passcode = try passcode("1234")
    return try change.run { (opened) throws(KeychainError) in
      try opened.passcodeKey(passcode, context, until: soon)
    } _: { (opened, key) throws(KeychainError) in
      // The change of the keybag holds the file lock exclusively. So `other` cannot record in the database that it
      // locked the vault.
      _ = try other.lock(until: .after(.seconds(5)))
      let keybag = try opened.keybag.rotatingKeys(
        deviceKey: opened.deviceKey, passcodeKey: key, random: SystemRandom())
      return KeybagChange.Next(keybag: keybag, passcodeKey: key)
    }
  }

  @Test func lockingWhileANewKeybagIsMadeEndsTheChange() throws {
    let before = try vault.row().keybagNumber
    #expect(code { _ = try rotate(givenPasscode: true) } == .interactionNotAllowed)
    #expect(try vault.row().keybagNumber == before)
    #expect(try machine.lockState() != .unlocked)
  }

  /// The vault is locked while a rotation creates the new keybag. The rotation is committed, but publishes no keys to
  /// other processes and returns an error.
  @Test func lockingWhileANewKeybagIsMadeLasts() throws {
    let before = try vault.row().keybagNumber
    let refusal = try rotate(givenPasscode: false)
    #expect(refusal?.code == .interactionNotAllowed)
    #expect(try vault.row().keybagNumber > before)
    #expect(try machine.lockState() != .unlocked)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
  }

  /// If the vault is locked before the commit, the removal of the passcode fails. Otherwise the device key alone would
  /// open everything.
  @Test(arguments: [Step.settled, .keybagNamed, .keybagWritten])
  func lockingDuringTheRemovalOfThePasscodeEndsIt(_ moment: Step) throws {
    let other = machine.process()
    let isLocked = ForkSafeMutex(false)
    let removing = machine.process { (step) throws(KeychainError) in
      guard step == moment, !isLocked.withLock({ $0 }) else { return }
      // The change of the keybag holds the file lock exclusively. So `other` cannot record in the database that it
      // locked the vault.
      _ = try other.lock(until: .after(.seconds(5)))
      isLocked.withLock { $0 = true }
    }
    let error = code {
      _ = try removing.changePasscode(from: passcode("1234"), to: nil, until: machine.soon)
    }
    #expect(error == .interactionNotAllowed && isLocked.withLock { $0 })
    #expect(try machine.process().status(until: machine.soon).hasPasscode)
    #expect(try machine.lockState() != .unlocked)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    #expect(try vault.files().keybags.numbers() == [try vault.row().keybagNumber])
  }

  /// The passcode is given before another process locks the vault. The passcode must not unlock the vault afterwards.
  @Test func lockingBeforeAnUnlockingLasts() throws {
    let process = machine.process()
    let opened = try process.open(until: machine.soon)
    try machine.process().lock(until: machine.soon)
    let error = code { _ = try process.unlockedKey(passcode("1234"), opened, until: machine.soon) }
    #expect(error == .interactionNotAllowed)
    #expect(try machine.lockState() != .unlocked)
  }

  // MARK: Memory of the process

  /// A call finds the keys, and then the process locks the vault. The call must not store the keys again.
  @Test func keysThatWereFoundBeforeALockingAreNotHeld() throws {
    let opened = try first.open(until: machine.soon)
    let moment = UnlockMoment(opened, first.context)
    let keys = try KeyResolution(opened, first.context).run()
    #expect(keys.lockState == .unlocked)
    try first.lock(until: machine.soon)
    _ = first.hold(keys, opened, moment.lockings)
    #expect(first.context.cache.keys(of: opened.keybag.vaultID)?.lockState != .unlocked)
    #expect(first.publish(keys, opened, moment)?.code == .interactionNotAllowed)
    #expect(try machine.lockState() != .unlocked)
    #expect(machine.authority.ticket(.whenUnlocked, of: opened.keybag.vaultID) == nil)
  }

  /// A call finds the vault locked, and then another call unlocks the vault. The first call must not remove the keys of
  /// the process, because the kernel has no copy of these keys.
  @Test func callThatFoundNoKeysTakesNoneAway() throws {
    try first.lock(until: machine.soon)
    machine.authority.refuse()
    let process = machine.process()
    let opened = try process.open(until: machine.soon)
    let lockings = process.context.cache.lockings(of: opened.keybag.vaultID)
    let locked = try KeyResolution(opened, process.context).run()
    try process.unlock(passcode("1234"), until: machine.soon)
    _ = process.hold(locked, opened, lockings)
    #expect(try process.status(until: machine.soon).state == .unlocked)
  }

  // MARK: Lockings without a wait

  @Test func threadThatOpensTheVaultDoesNotKeepTheLockingWaiting() throws {
    let process = machine.process()
    let exclusive = try vault.exclusive()
    let reading = BackgroundWork {
      _ = try? process.read(until: .after(.seconds(20))) { (_) throws(KeychainError) in }
    }
    #expect(reading.waits())
    let locking = BackgroundWork { _ = try process.lock(until: .after(.seconds(20))) }
    let before = try vault.state().lockGeneration
    #expect(holds { (try? vault.state().lockGeneration) ?? 0 > before || locking.isDone })
    #expect(!reading.isDone)
    #expect(try vault.state().lockGeneration > 1)
    withExtendedLifetime(exclusive) {}
    _ = consume exclusive
    _ = try reading.end()
    _ = try locking.end()
    #expect(try machine.lockState() != .unlocked)
  }

  /// A user can remove the folder of the device key and then lock the vault. Locking must succeed without the folder.
  @Test func folderOfTheDeviceKeyIsNotNeededToLock() throws {
    let away = vault.key.path + ".away"
    #expect(rename(vault.key.path, away) == 0)
    #expect(try first.canBeLocked())
    _ = try machine.process().lock(until: machine.soon)
    #expect(
      machine.authority.ticket(
        .whenUnlocked, of: try vault.state().vaultID ?? RowIdentifier(high: 0, low: 0)) == nil)
    #expect(rename(away, vault.key.path) == 0)
    #expect(try machine.lockState() != .unlocked)
    #expect(try first.status(until: machine.soon).state != .unlocked)
  }

  @Test func folderOfTheDataThatIsOpenToOthersDoesNotKeepTheKeys() throws {
    #expect(try first.status(until: machine.soon).state == .unlocked)
    let vaultID = try #require(try vault.state().vaultID)
    chmod(vault.data.path, 0o777)
    #expect(code { _ = try first.lock(until: machine.soon) } == .notAvailable)
    chmod(vault.data.path, 0o700)
    #expect(machine.authority.ticket(.whenUnlocked, of: vaultID) == nil)
    #expect(first.context.cache.keys(of: vaultID)?.lockState != .unlocked)
  }

  /// A process dies after it has committed the first passcode and before the header records the new keybag. The vault
  /// can be locked.
  @Test func firstPasscodeOfAnInterruptedChangeCanBeLocked() throws {
    let machine = try TestMachine()
    try machine.process().open(until: machine.soon)
    struct Death: Error {}
    let dying = machine.process { (step) throws(KeychainError) in
      if step == .committed { throw KeychainError(.inputOutput, "the process dies") }
    }
    let change = code {
      try dying.changePasscode(from: nil, to: passcode("1234"), until: machine.soon)
    }
    #expect(change == .inputOutput)
    let state = try machine.vault.state()
    #expect(state.keybag?.number == 1 && state.pending?.number == 2)
    #expect(try machine.process().canBeLocked())
    #expect(try machine.process().openBesideDatabase()?.keybag.hasPasscode == false)
    let recorded = try machine.vault.row().keybag
    #expect(
      try machine.process().openBesideDatabase(preferring: recorded)?.keybag.hasPasscode == true)
    try machine.process().lock(until: machine.soon)
    try machine.process().unlock(passcode("1234"), until: machine.soon)
    #expect(try machine.lockState() == .unlocked)
  }

  /// A ticket stores its time and its suspended time in 64 bits. A clock never exceeds 63 bits, so greater numbers are
  /// invalid.
  @Test func ticketOfATimeThatNoClockHasOpensNothing() throws {
    try first.set(LockSettings(timeout: 60, locksWhenSuspended: true), until: machine.soon)
    let opened = try first.open(until: machine.soon)
    let ring = try KeyResolution(opened, first.context).run().ring
    let binding = KeyTicket.Purpose.whenUnlocked.binding(
      opened.reference, machine.clock.now.boot, opened.state.lockID)
    for number in [UInt64.max, 1 << 63, (1 << 63) + 1] as [UInt64] {
      let time = Int64(bitPattern: number)
      let ticket = try KeyTicket.make(
        .whenUnlocked, of: ring, validity: UnlockValidity(time: time, suspended: time, settingsNumber: 0),
        binding: binding,
        random: SystemRandom())
      try machine.authority.publish(ticket, .whenUnlocked, of: ring.vaultID, seconds: nil)
      #expect(try machine.lockState() != .unlocked)
    }
  }
}
