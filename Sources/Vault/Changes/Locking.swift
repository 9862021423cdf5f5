package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

// Locking, unlocking and the settings: changes of the header's state, and of no other file. None of them waits for
// programs that use the vault.

extension Vault {
  /// What locking could not do.
  package struct LockOutcome: Equatable, Sendable {
    /// False when the database could not record the locking within two seconds: until the next write records
    /// it, a ticket that was kept opens again when an older header is put back.
    package let isRecorded: Bool
  }

  /// Locks the vault for every process.
  ///
  /// The keys are revoked first, and stay revoked when what follows fails. It works on a full disk and beside a
  /// damaged database.
  ///
  /// - Parameter deadline: How long to wait for another process that writes the state.
  /// - Throws: `.notAvailable` when no passcode is set, or there is no vault; `.readOnly` and whatever keeps the
  ///   state from being written: then other processes keep the keys that they have.
  @discardableResult
  package func lock(until deadline: Deadline) throws(KeychainError) -> LockOutcome {
    guard let header = try files.header(), let state = try header.read()?.state,
      let vaultID = state.vaultID
    else { throw KeychainError(.notAvailable, "there is no keychain that could be locked") }
    if let opened = try? openBesideDatabase(), !opened.keybag.hasPasscode {
      throw KeychainError(.notAvailable, "nothing can be locked: the keychain has no password")
    }
    let refusal = revoke(.whenUnlocked, of: vaultID)
    cache.lock()
    do throws(KeychainError) {
      try header.change(until: deadline) { (state) throws(KeychainError) in try state.lock(random) }
    } catch {
      throw KeychainError(
        error.code,
        "the keys were revoked, and the locking could not be recorded: \(error.reason). Other processes keep "
          + "the keys that they have")
    }
    if let refusal {
      Log.error("a ticket could not be revoked; it opens nothing any more", refusal)
    }
    return LockOutcome(isRecorded: recordLockGeneration())
  }

  private func revoke(
    _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
  ) -> KeychainError? {
    do throws(KeychainError) {
      try authority.revoke(purpose, of: vaultID)
      return nil
    } catch { return error }
  }

  private static let patienceForRecord = Duration.seconds(2)

  /// Has the database know the lock generation, so that an older header is noticed.
  private func recordLockGeneration() -> Bool {
    do throws(KeychainError) {
      try SharedFiles(files, until: .after(Self.patienceForRecord)).write { _ in }
      return true
    } catch {
      Log.error("the locking is not recorded in the database", error)
      return false
    }
  }

  // MARK: Unlocking

  /// Unlocks the vault for every process of the user.
  ///
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet;
  ///   `.interactionNotAllowed` when the vault was locked, or its keybag changed, while the passcode was tried;
  ///   `.notAvailable` when no passcode is set, and where no ticket can be left to other processes: this process
  ///   is unlocked then.
  package func unlock(
    _ passcode: Passcode, until deadline: Deadline
  ) throws(KeychainError) {
    let opened = try requireBesideDatabase()
    let key = try passcodeKey(passcode, opened, until: deadline)
    let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
    let now = try requireBesideDatabase()
    guard now.state.lockID == opened.state.lockID, now.reference == opened.reference else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked while the passcode was tried")
    }
    let keys = OpenKeys(
      ring: ring, keybag: opened.reference, lockID: opened.state.lockID, terms: UnlockTerms(clock))
    cache.hold(keys)
    try resolution(opened).publish(keys, random)
  }

  /// The key of a passcode that is right.
  func passcodeKey(
    _ passcode: Passcode, _ opened: Opened, until deadline: Deadline
  ) throws(KeychainError) -> PasscodeKey {
    guard opened.keybag.hasPasscode else {
      throw KeychainError(.notAvailable, "no passcode is set")
    }
    return try opened.header.trying(at: clock.now, until: deadline) { () throws(KeychainError) in
      try opened.keybag.passcodeKey(passcode, deviceKey: opened.deviceKey)
    }
  }

  func requireBesideDatabase() throws(KeychainError) -> Opened {
    guard let opened = try openBesideDatabase() else { throw Inconsistency.keybagMissing.error }
    return opened
  }

  // MARK: Settings

  /// Sets when the vault locks itself. Processes that unlocked themselves alone are locked by it; a vault that is
  /// unlocked for all of them stays so.
  ///
  /// - Throws: What keeps the state from being written.
  package func setLockSettings(
    _ settings: LockSettings, until deadline: Deadline
  ) throws(KeychainError) {
    let before = try requireBesideDatabase()
    let keys = try keys(before)
    let state = try before.header.change(until: deadline) { (state) throws(KeychainError) in
      // A change in between may be a locking, whose end this must not undo.
      guard state.lockID == before.state.lockID else {
        throw KeychainError(
          .interactionNotAllowed, "the keychain was locked while its settings were changed")
      }
      state.settings = settings
      try state.lock(random)
    }
    guard let terms = keys.terms, terms.hold(settings, clock) else { return }
    let opened = Opened(
      header: before.header, state: state, keybag: before.keybag, reference: before.reference,
      deviceKey: before.deviceKey)
    let renewed = OpenKeys(
      ring: keys.ring, keybag: keys.keybag, lockID: state.lockID, terms: terms)
    cache.hold(renewed)
    try resolution(opened).publish(renewed, random)
  }
}
