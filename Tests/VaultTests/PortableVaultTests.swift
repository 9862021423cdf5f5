import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import TestSupport
import Testing
import VaultTestSupport

@testable import Vault

/// A portable vault, and the processes of a machine that use it.
private final class PortableMachine: Sendable {
  /// Tickets by purpose and identifier.
  final class Authority: UnlockAuthority {
    private let tickets = ForkSafeMutex<[String: [UInt8]]>([:])
    let refuses: Bool
    init(refuses: Bool = false) { self.refuses = refuses }

    private func name(_ purpose: KeyTicket.Purpose, _ vaultID: RowIdentifier) -> String { "\(vaultID) \(purpose)" }
    var count: Int { tickets.withLock { $0.count } }
    func restart() { tickets.withLock { $0 = [:] } }

    func ticket(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) -> [UInt8]? {
      tickets.withLock { $0[name(purpose, vaultID)] }
    }
    func publish(_ ticket: [UInt8], _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier, seconds: UInt32?)
      throws(KeychainError)
    {
      guard !refuses else { throw KeychainError(.notAvailable, "no ticket can be left") }
      tickets.withLock { $0[name(purpose, vaultID)] = ticket }
    }
    func revoke(_ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier) throws(KeychainError) {
      tickets.withLock { $0[name(purpose, vaultID)] = nil }
    }
  }

  static let vaultID = RowIdentifier(high: 11, low: 12)
  let folder: TemporaryDirectory
  let authority: Authority
  let clock = TestClock()

  init(refuses: Bool = false, in folder: TemporaryDirectory? = nil) throws {
    self.folder = try folder ?? TemporaryDirectory()
    authority = Authority(refuses: refuses)
  }

  func process(
    isNew: Bool = false,
    onStep: @escaping @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) -> Vault {
    var location = VaultLocation(dataDirectory: folder("vault"), keyDirectory: folder("vault"))
    location.named = NamedVault(vaultID: Self.vaultID, isPortable: true, isNew: isNew)
    return Vault(
      location, context: UnlockContext(authority: authority, cache: KeyCache(), clock: clock, cost: quickCost),
      onStep: onStep)
  }

  @discardableResult
  func create(_ password: String = "pw") throws -> Vault {
    let vault = process(isNew: true)
    let keys = try PortableKeys(
      new: passcode(password), vaultID: Self.vaultID, cost: quickCost, random: SystemRandom())
    let refusal = try vault.createPortable(keys, until: soon)
    #expect((refusal == nil) == !authority.refuses)
    return vault
  }

  var soon: Deadline { .after(.seconds(20)) }
}

@Suite struct PortableVaultTests {
  private let machine: PortableMachine

  init() throws { machine = try PortableMachine() }

  private func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
      try body()
      return nil
    } catch { return (error as? KeychainError)?.code }
  }

  private func isOpen(_ vault: Vault) throws -> Bool {
    do throws(KeychainError) {
      try vault.read(until: machine.soon) { (_) in }
      return true
    } catch {
      guard error.code == .interactionNotAllowed, error.cause == .indexClosed else { throw error }
      return false
    }
  }

  @Test func newVaultIsUnlockedForEveryProcess() throws {
    let vault = try machine.create()
    #expect(try isOpen(vault))
    let other = machine.process()
    #expect(try isOpen(other))
    #expect(try other.status(until: machine.soon).state == .unlocked)
    #expect(try other.status(until: machine.soon).hasPasscode)
    #expect(access(machine.folder("vault/device.key"), F_OK) != 0)
  }

  @Test func lockingClosesTheIndexForEveryProcess() throws {
    let vault = try machine.create()
    let other = machine.process()
    #expect(try isOpen(other))
    #expect(try vault.lock(until: machine.soon))
    #expect(try !isOpen(vault))
    #expect(try !isOpen(other))
    #expect(try !isOpen(machine.process()))
    #expect(try machine.process().status(until: machine.soon).state == .locked)
    #expect(try machine.process().canBeLocked())
    try other.unlock(passcode("pw"), until: machine.soon)
    for process in [vault, other, machine.process()] { #expect(try isOpen(process)) }
  }

  /// Locking a locked vault is no error.
  @Test func isLockedTwice() throws {
    let vault = try machine.create()
    try vault.lock(until: machine.soon)
    try vault.lock(until: machine.soon)
    #expect(try !isOpen(vault))
  }

  @Test func wrongPasswords() throws {
    let vault = try machine.create()
    try vault.lock(until: machine.soon)
    #expect(code { try vault.unlock(passcode("no"), until: machine.soon) } == .authenticationFailed)
    #expect(try !isOpen(vault))
    for _ in 0..<10 { _ = code { try vault.unlock(passcode("no"), until: machine.soon) } }
    // After several wrong passwords, even the right password must wait.
    #expect(code { try vault.unlock(passcode("pw"), until: machine.soon) } == .authenticationFailed)
    machine.clock.pass(seconds: 24 * 3600)
    try vault.unlock(passcode("pw"), until: machine.soon)
    #expect(try isOpen(vault))
  }

  /// The files alone, without any state of the machine, open with the password.
  @Test func copyOpensOnAnotherMachine() throws {
    try machine.create().close()
    let other = try PortableMachine(in: machine.folder)
    #expect(try !isOpen(other.process()))
    #expect(code { try other.process().unlock(passcode("no"), until: machine.soon) } == .authenticationFailed)
    try other.process().unlock(passcode("pw"), until: machine.soon)
    #expect(try isOpen(other.process()))
  }

  @Test func restartLocks() throws {
    try machine.create()
    machine.clock.restart()
    #expect(try !isOpen(machine.process()))
    machine.authority.restart()
    #expect(try !isOpen(machine.process()))
  }

  /// A ticket of before a locking opens nothing, even if an authority returns it again.
  @Test func oldTicketOpensNothing() throws {
    let vault = try machine.create()
    let identifier = PortableTicket.identifier(PortableMachine.vaultID)
    let ticket = try #require(machine.authority.ticket(.whenUnlocked, of: identifier))
    try vault.lock(until: machine.soon)
    #expect(machine.authority.ticket(.whenUnlocked, of: identifier) == nil)
    try machine.authority.publish(ticket, .whenUnlocked, of: identifier, seconds: nil)
    #expect(try !isOpen(machine.process()))
  }

  @Test func timeoutAndSuspension() throws {
    let vault = try machine.create()
    try vault.set(LockSettings(timeout: 60), until: machine.soon)
    #expect(try isOpen(machine.process()))
    machine.clock.pass(seconds: 61)
    #expect(try !isOpen(vault))
    #expect(try !isOpen(machine.process()))
    #expect(try machine.process().status(until: machine.soon).settings.timeout == 60)
    try vault.unlock(passcode("pw"), until: machine.soon)
    try vault.set(LockSettings(locksWhenSuspended: true), until: machine.soon)
    let identifier = PortableTicket.identifier(PortableMachine.vaultID)
    #expect(machine.authority.ticket(.whenUnlocked, of: identifier) != nil)
    machine.clock.pass(seconds: 5, asleep: true)
    // The ticket contains the key without a seal, so the process that finds the ticket removes it.
    #expect(try !isOpen(machine.process()))
    #expect(machine.authority.ticket(.whenUnlocked, of: identifier) == nil)
    #expect(try !isOpen(vault))
  }

  @Test func withoutTicketsOnlyTheProcessIsUnlocked() throws {
    let machine = try PortableMachine(refuses: true)
    let vault = try machine.create()
    try vault.read(until: machine.soon) { (_) in }
    #expect(code { try machine.process().read(until: machine.soon) { (_) in } } == .interactionNotAllowed)
  }

  @Test func passwordIsChanged() throws {
    let vault = try machine.create()
    let other = machine.process()
    #expect(try isOpen(other))
    try vault.changePasscode(from: passcode("pw"), to: passcode("new"), until: machine.soon)
    #expect(try isOpen(vault))
    #expect(try isOpen(other))
    #expect(try isOpen(machine.process()))
    try vault.lock(until: machine.soon)
    #expect(code { try vault.unlock(passcode("pw"), until: machine.soon) } == .authenticationFailed)
    try vault.unlock(passcode("new"), until: machine.soon)
    #expect(try isOpen(machine.process()))
  }

  @Test func passwordIsChangedWhileLocked() throws {
    let vault = try machine.create()
    try vault.lock(until: machine.soon)
    #expect(
      code { try vault.changePasscode(from: passcode("no"), to: passcode("new"), until: machine.soon) }
        == .authenticationFailed)
    machine.clock.pass(seconds: 3600)
    try vault.changePasscode(from: passcode("pw"), to: passcode("new"), until: machine.soon)
    try vault.lock(until: machine.soon)
    try vault.unlock(passcode("new"), until: machine.soon)
  }

  @Test func passwordCannotBeRemoved() throws {
    let vault = try machine.create()
    #expect(code { try vault.changePasscode(from: passcode("pw"), to: nil, until: machine.soon) } == .parameter)
    #expect(try isOpen(machine.process()))
  }

  /// After an interrupted change of the password, either the old or the new password opens the vault.
  @Test(arguments: [Step.derived, .settled, .keybagNamed, .deviceKeyPrepared, .keybagWritten, .committed, .published])
  func interruptedChangeOfThePassword(_ last: Step) throws {
    try machine.create().close()
    let vault = machine.process { (step) throws(KeychainError) in
      if step == last { throw KeychainError(.inputOutput, "stopped") }
    }
    _ = code { try vault.changePasscode(from: passcode("pw"), to: passcode("new"), until: machine.soon) }
    let other = try PortableMachine(in: machine.folder)
    let opening = ["pw", "new"].filter { password in
      code { try other.process().unlock(passcode(password), until: machine.soon) } == nil
    }
    #expect(opening == (last == .committed || last == .published ? ["new"] : ["pw"]))
    #expect(try isOpen(other.process()))
  }

  @Test func keysAreRotated() throws {
    let vault = try machine.create()
    try vault.lock(until: machine.soon)
    _ = try vault.rotate(passcode("pw"), timeout: .seconds(20)) { (_, _) in }
    #expect(try isOpen(machine.process()))
    try vault.lock(until: machine.soon)
    try vault.unlock(passcode("pw"), until: machine.soon)
    #expect(try isOpen(machine.process()))
  }

  @Test func erasureNeedsNoPassword() throws {
    let vault = try machine.create()
    try vault.lock(until: machine.soon)
    #expect(try vault.erase(until: machine.soon) != nil)
    #expect(machine.authority.count == 0)
    #expect(code { try machine.process().read(until: machine.soon) { (_) in } } == .noSuchKeychain)
  }

  /// No vault is made in place of a missing or a foreign vault.
  @Test func missingAndForeignFiles() throws {
    #expect(code { try machine.process().open(until: machine.soon) } == .noSuchKeychain)
    #expect(access(machine.folder("vault"), F_OK) != 0)
    mkdir(machine.folder("vault"), 0o700)
    #expect(code { try machine.process().open(until: machine.soon) } == .noSuchKeychain)
    let foreign = Vault(
      VaultLocation(dataDirectory: machine.folder("vault"), keyDirectory: machine.folder("vault")),
      context: UnlockContext(authority: machine.authority, cache: KeyCache(), clock: machine.clock, cost: quickCost))
    try foreign.open(until: machine.soon)
    #expect(code { try machine.process().open(until: machine.soon) } != nil)
  }
}
