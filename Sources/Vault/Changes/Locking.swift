package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

// Locking, unlocking and the settings change only the state in the header, and do not wait for users of the vault.

extension Vault {
  /// Whether a passcode is set, which locking requires. The check opens no database and creates no file.
  package func canBeLocked() throws(KeychainError) -> Bool {
    guard let files = try location.existingData(), let state = try files.header()?.read()?.state else { return false }
    return Self.mayHavePasscode(state, files)
  }

  /// Locks the vault for every process. Locking also works on a full disk and with a damaged database.
  ///
  /// First, this function removes the unlocked keys of this process and the ticket. They stay removed after an error.
  ///
  /// - Parameter deadline: The time until which to wait for another process that writes the state.
  /// - Returns: Whether the database recorded the locking within two seconds. If false, a person who restores an older
  ///   header before the next write can use a copy of an old ticket.
  /// - Throws: `.notAvailable` when no passcode is set, or there is no vault; `.readOnly` and other errors of writing
  ///   the state. After an error of writing, other processes keep their keys.
  @discardableResult
  package func lock(until deadline: Deadline) throws(KeychainError) -> Bool {
    let files: VaultFiles?
    do throws(KeychainError) {
      // The folder of the device key may be missing, because locking needs no key.
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
    // If a thread unlocked the vault during the write, its keys have the former lock identifier and are revoked here.
    context.cache.lock(vaultID, state.lockID)
    discard()
    Log.notice("the keychain was locked")
    // The database of a locked portable vault cannot be opened, and old tickets contain the key of the vault anyway.
    if isPortable { return true }
    do throws(KeychainError) {
      // The database records the lock generation, so that an older header is detected.
      try write(until: .after(.seconds(2)), changesItems: false) { (_) in }
      return true
    } catch {
      Log.error("the locking is not recorded in the database", error)
      return false
    }
  }

  private func revoke(_ vaultID: RowIdentifier, _ lockID: RowIdentifier?) {
    context.cache.lock(vaultID, lockID)  // First: an unlocking that publishes its ticket meanwhile discards it.
    context.authority.discard(.whenUnlocked, of: vaultID)
    if isPortable { context.discardPortableTicket(of: vaultID) }
  }

  /// Whether a passcode is set in the keybag in force, or in a pending keybag. True when neither keybag can be read.
  private static func mayHavePasscode(_ state: HeaderState, _ files: VaultFiles) -> Bool {
    guard state.vaultID != nil, state.keybag != nil else { return false }
    let keybags = [state.keybag, state.pending].compactMap { $0.flatMap { (try? files.keybags.load($0)) ?? nil } }
    return keybags.isEmpty || keybags.contains(where: \.hasPasscode)
  }

  // MARK: Unlocking

  /// Unlocks the vault for every process of the user. This also works with a damaged database.
  ///
  /// - Returns: The reason why only this process was unlocked; nil when all processes were unlocked.
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet; `.interactionNotAllowed`
  ///   when the vault was locked, or its keybag changed, during the attempt; `.notAvailable` when no passcode is set.
  @discardableResult
  package func unlock(_ passcode: Passcode, until deadline: Deadline) throws(KeychainError) -> KeychainError? {
    if isPortable { return try unlockIfPortable(passcode, until: deadline) }
    return try unlockedKey(passcode, openForKeys(until: deadline), until: deadline).refusal
  }

  /// Unlocks the vault. Returns the key of the passcode. `refusal` says why only this process was unlocked; else nil.
  ///
  /// - Parameter opened: The vault at the moment when the passcode was given.
  func unlockedKey(
    _ passcode: Passcode, _ opened: OpenedFiles, until deadline: Deadline
  ) throws(KeychainError) -> (key: PasscodeKey, refusal: KeychainError?) {
    // During the attempt the vault may be locked, the machine may be suspended, or the settings may change.
    var moment = UnlockMoment(opened, context)
    let key = try opened.passcodeKey(passcode, context, until: deadline)
    let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
    moment.validity.time = context.clock.now.time
    guard let now = try openBesideDatabase(preferring: opened.reference), now.reference == opened.reference,
      moment.holds(now.state, context)
    else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked, or the machine suspended, while the passcode was tried")
    }
    Log.notice("the keychain was unlocked")
    return (key, publish(KeyResolution(now, context).keys(ring, moment.validity), now, moment))
  }

  /// Caches unlocked keys in this process, and publishes them to other processes.
  ///
  /// - Parameter moment: A moment before the derivation. If this process locks the vault later, the keys are dropped.
  /// - Returns: The reason why the keys could not be published; nil when the keys were published.
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

  /// The authentication key, which is available only with the passcode, and the keybag that the passcode opened. The
  /// key opens the items whose access control requires user presence or the passcode.
  ///
  /// - Throws: The errors of `unlock`. `.interactionNotAllowed` when the keybag changed during the attempt.
  package func authenticationKey(for passcode: Passcode, until deadline: Deadline) throws(KeychainError)
    -> (key: AuthenticationKey, keybag: Keybag)
  {
    try unlockIfPortable(passcode, until: deadline)
    let opened = try openForKeys(until: deadline)
    let key = try opened.passcodeKey(passcode, context, until: deadline)
    guard try openBesideDatabase(preferring: opened.reference)?.reference == opened.reference else {
      throw Self.lockedMeanwhile
    }
    return (try opened.keybag.authenticationKey(key, deviceKey: opened.deviceKey), opened.keybag)
  }

  /// Checks, before a person is asked for a passcode, that a passcode may be tried now.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` during the delay after wrong passcodes.
  package func requirePasscodeAttempt(until deadline: Deadline) throws(KeychainError) {
    try openForKeys(until: deadline).header.requireAttempt(at: context.clock.now)
  }

  // MARK: Settings

  /// Sets when the vault locks itself. Shorter times take effect immediately in every process. Longer times take effect
  /// at the next unlocking. A vault that has locked itself stays locked.
  ///
  /// - Throws: `.notAvailable` when no passcode is set for a setting; the errors of writing the state.
  package func set(_ settings: LockSettings, until deadline: Deadline) throws(KeychainError) {
    let opened = try openForKeys(until: deadline)
    guard opened.keybag.hasPasscode || settings == LockSettings() else { throw OpenedFiles.noPasscode }
    _ = try opened.header.change(until: deadline) { $0.change(settings) }
  }
}
