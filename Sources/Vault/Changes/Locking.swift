package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

// Locking, unlocking and the settings: changes of the header's state, and of no other file. None of them waits for
// programs that use the vault.

extension Vault {
  /// Whether `lock` can be called: a passcode is set. Opens no database, and makes nothing.
  package func canBeLocked() throws(KeychainError) -> Bool {
    guard let files = try location.existingData(), let state = try files.header()?.read()?.state else { return false }
    return Self.mayHavePasscode(state, files)
  }

  /// Locks the vault for every process.
  ///
  /// The keys are revoked first, and stay revoked when the rest fails. It works on a full disk and beside a damaged
  /// database.
  ///
  /// - Parameter deadline: How long to wait for another process that writes the state.
  /// - Returns: False when the database could not record the locking within two seconds: until the next write records
  ///   it, a ticket that was kept opens again when an older header is put back.
  /// - Throws: `.notAvailable` when no passcode is set, or there is no vault; `.readOnly` and whatever keeps the state
  ///   from being written: then other processes keep the keys that they have.
  @discardableResult
  package func lock(until deadline: Deadline) throws(KeychainError) -> Bool {
    let files: VaultFiles?
    do throws(KeychainError) {
      // The folder of the device key may be gone: no key is needed to lock.
      files = try location.existingData()
    } catch {
      if let vaultID = lastVaultID.withLock({ $0 }) { revoke(vaultID, nil) }
      throw error
    }
    let header = try files?.header()
    let state = (try? header?.read())??.state
    guard let vaultID = state?.vaultID ?? files?.keybags.newest()?.vaultID else {
      throw KeychainError(.notAvailable, "there is no keychain that could be locked")
    }
    if let files, let state, !Self.mayHavePasscode(state, files) { throw OpenedFiles.noPasscode }
    revoke(vaultID, state?.lockID)
    guard let header, let state else { throw Inconsistency.headerDamaged.error }
    do throws(KeychainError) {
      try header.change(until: deadline) { (state) throws(KeychainError) in try state.lock(random) }
    } catch {
      throw KeychainError(
        error.code,
        "the keys were revoked, and the locking could not be recorded: \(error.reason). Other processes keep the "
          + "keys that they have", because: error.failureCause)
    }
    // What was unlocked while the state was written was unlocked under the former lock identifier.
    context.cache.lock(vaultID, state.lockID)
    discard()
    Log.notice("the keychain was locked")
    do throws(KeychainError) {
      // The database learns the lock generation, so that an older header is noticed.
      try write(until: .after(.seconds(2)), changesItems: false) { (_) in }
      return true
    } catch {
      Log.error("the locking is not recorded in the database", error)
      return false
    }
  }

  private func revoke(_ vaultID: RowIdentifier, _ lockID: RowIdentifier?) {
    context.authority.discard(.whenUnlocked, of: vaultID)
    context.cache.lock(vaultID, lockID)
  }

  /// Whether a passcode is set, by the keybag in force or by the one that a change which was interrupted may have put in
  /// its place. Where neither can be read, there may be one.
  private static func mayHavePasscode(_ state: HeaderState, _ files: VaultFiles) -> Bool {
    guard state.vaultID != nil, state.keybag != nil else { return false }
    let keybags = [state.keybag, state.pending].compactMap { $0.flatMap { (try? files.keybags.load($0)) ?? nil } }
    return keybags.isEmpty || keybags.contains(where: \.hasPasscode)
  }

  // MARK: Unlocking

  /// Unlocks the vault for every process of the user. It works beside a damaged database.
  ///
  /// - Returns: Why only this process was unlocked; nil when all were.
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet; `.interactionNotAllowed`
  ///   when the vault was locked, or its keybag changed, while the passcode was tried; `.notAvailable` when no passcode
  ///   is set.
  @discardableResult
  package func unlock(_ passcode: Passcode, until deadline: Deadline) throws(KeychainError) -> KeychainError? {
    try unlockedKey(passcode, openForKeys(until: deadline), until: deadline).refusal
  }

  /// Unlocks the vault, and gives the key of the passcode and why only this process was unlocked.
  ///
  /// - Parameter opened: The vault when the passcode was given.
  func unlockedKey(
    _ passcode: Passcode, _ opened: OpenedFiles, until deadline: Deadline
  ) throws(KeychainError) -> (key: PasscodeKey, refusal: KeychainError?) {
    // The vault may be locked, the machine be suspended, or the settings change, while the passcode is tried.
    var moment = UnlockMoment(opened, context)
    let key = try opened.passcodeKey(passcode, context, until: deadline)
    let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
    moment.validity.time = context.clock.now.time
    guard let now = try openBesideDatabase(preferring: opened.reference), now.reference == opened.reference,
      moment.holds(now.state, context)
    else {
      throw KeychainError(
        .interactionNotAllowed,
        "the keychain was locked, or the machine suspended, while the passcode was tried")
    }
    Log.notice("the keychain was unlocked")
    return (key, publish(KeyResolution(now, context).keys(ring, moment.validity), now, moment))
  }

  /// Holds unlocked keys in this process, and leaves them to others.
  ///
  /// - Parameter moment: Before the keys were made. A locking of this process since then takes them away.
  /// - Returns: Why they could not be left; nil when they were.
  func publish(_ keys: OpenKeys, _ opened: OpenedFiles, _ moment: UnlockMoment) -> KeychainError? {
    let isHeld = context.cache.update(moment.vaultID, since: moment.lockings) { entry in
      if keys.validity != nil { entry.unlock(keys) } else { entry.keys = keys }
    }
    guard isHeld else { return Self.lockedMeanwhile }
    do throws(KeychainError) {
      try KeyResolution(opened, context).publish(keys, random)
      guard context.cache.lockings(of: moment.vaultID) == moment.lockings else {
        context.authority.discard(.whenUnlocked, of: moment.vaultID)
        return Self.lockedMeanwhile
      }
      return nil
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
  }

  static var lockedMeanwhile: KeychainError {
    KeychainError(.interactionNotAllowed, "the keychain was locked meanwhile")
  }

  // MARK: Proofs

  /// Whether a passcode is the one that is set. Unlocks nothing.
  package func check(_ passcode: Passcode, until deadline: Deadline) throws(KeychainError) {
    _ = try openForKeys(until: deadline).passcodeKey(passcode, context, until: deadline)
  }

  /// The key that only a person who has just given the passcode has: it opens the items whose access control asks for
  /// a person's presence or the passcode.
  package func authenticationKey(for passcode: Passcode, until deadline: Deadline) throws(KeychainError)
    -> AuthenticationKey
  {
    let opened = try openForKeys(until: deadline)
    let key = try opened.passcodeKey(passcode, context, until: deadline)
    return try opened.keybag.authenticationKey(key, deviceKey: opened.deviceKey)
  }

  /// Does nothing when a passcode may be tried now, before a person is asked for it.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early after wrong ones.
  package func requirePasscodeAttempt(until deadline: Deadline) throws(KeychainError) {
    try openForKeys(until: deadline).header.requireAttempt(at: context.clock.now)
  }

  // MARK: Settings

  /// Sets when the vault locks itself. Shorter times hold at once, in every process; longer ones from the next unlocking
  /// on, and an unlocking that has ended stays so.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, and there is something to set; what keeps the state from being
  ///   written.
  package func set(_ settings: LockSettings, until deadline: Deadline) throws(KeychainError) {
    let opened = try openForKeys(until: deadline)
    guard opened.keybag.hasPasscode || settings == LockSettings() else { throw OpenedFiles.noPasscode }
    _ = try opened.header.change(until: deadline) { $0.change(settings) }
  }
}
