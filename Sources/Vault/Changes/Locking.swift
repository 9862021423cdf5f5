package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

// Locking, unlocking and the settings: changes of the header's state, and of no other file. None of them waits for
// programs that use the vault.

extension Vault {
  /// Whether `lock` can be called: a passcode is set. Opens no database, and makes nothing.
  package func canBeLocked() throws(KeychainError) -> Bool {
    try openBesideDatabase()?.keybag.hasPasscode ?? false
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
    let files = try place.existing()
    let header = try files?.header()
    let state = (try? header?.read())??.state
    guard let vaultID = state?.vaultID ?? files.flatMap(Self.newestKeybag)?.storeID else {
      throw KeychainError(.notAvailable, "there is no keychain that could be locked")
    }
    if let opened = try? openBesideDatabase(), !opened.keybag.hasPasscode {
      throw KeychainError(
        .notAvailable, "no passcode is set: nothing can be locked", because: .passcodeMissing)
    }
    let refusal = revoke(.whenUnlocked, of: vaultID)
    context.cache.lock(vaultID, state?.lockID)
    letGo()
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
    if let refusal {
      Log.error("a ticket could not be revoked; it opens nothing any more", refusal)
    }
    Log.notice("the keychain was locked")
    return recordLockGeneration()
  }

  /// The newest keybag that is there, for a vault whose header does not say which one is in force.
  static func newestKeybag(_ files: VaultFiles) -> Keybag? {
    let numbers = (try? files.keybags.numbers()) ?? []
    return numbers.compactMap { (try? files.keybags.load($0)) ?? nil }
      .max { $0.generation < $1.generation }
  }

  private func revoke(
    _ purpose: KeyTicket.Purpose, of vaultID: RowIdentifier
  ) -> KeychainError? {
    do throws(KeychainError) {
      try context.authority.revoke(purpose, of: vaultID)
      return nil
    } catch { return error }
  }

  private static let patienceForRecord = Duration.seconds(2)

  /// Has the database know the lock generation, so that an older header is noticed.
  private func recordLockGeneration() -> Bool {
    do throws(KeychainError) {
      try write(until: .after(Self.patienceForRecord), isTold: false) { (_) in }
      return true
    } catch {
      Log.error("the locking is not recorded in the database", error)
      return false
    }
  }

  // MARK: Unlocking

  /// Unlocks the vault for every process of the user. It works beside a damaged database.
  ///
  /// - Returns: Why only this process was unlocked; nil when all were.
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet; `.interactionNotAllowed`
  ///   when the vault was locked, or its keybag changed, while the passcode was tried; `.notAvailable` when no passcode
  ///   is set.
  @discardableResult
  package func unlock(
    _ passcode: Passcode, until deadline: Deadline
  ) throws(KeychainError) -> KeychainError? {
    let (_, refusal) = try unlockedKey(passcode, until: deadline)
    Log.notice("the keychain was unlocked")
    return refusal
  }

  /// Unlocks the vault, and gives the key of the passcode and why only this process was unlocked.
  func unlockedKey(
    _ passcode: Passcode, until deadline: Deadline
  ) throws(KeychainError) -> (key: PasscodeKey, refusal: KeychainError?) {
    let opened = try openForKeys(until: deadline)
    let lockings = context.cache.lockings(of: opened.keybag.storeID)
    // An unlocking begins before the passcode is tried: the machine may be suspended meanwhile.
    let suspended = context.clock.suspended
    let key = try Self.passcodeKey(passcode, opened, context, until: deadline)
    let ring = try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
    guard let now = try openBesideDatabase(), now.state.lockID == opened.state.lockID,
      now.reference == opened.reference,
      context.cache.lockings(of: opened.keybag.storeID) == lockings
    else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked while the passcode was tried")
    }
    let terms = UnlockTerms(time: context.clock.now.time, suspended: suspended)
    guard terms.hold(now.state.settings, context.clock) else {
      throw KeychainError(
        .interactionNotAllowed, "the machine was suspended while the passcode was tried")
    }
    return (key, publish(resolution(now).keys(ring, terms), now))
  }

  /// Holds unlocked keys in this process, and leaves them to others.
  ///
  /// - Returns: Why they could not be left; nil when they were.
  func publish(_ keys: OpenKeys, _ opened: Opened) -> KeychainError? {
    if keys.terms != nil {
      context.cache.holdUnlocked(keys, of: opened.keybag.storeID)
    } else {
      context.cache.hold(keys, of: opened.keybag.storeID)
    }
    do throws(KeychainError) {
      try resolution(opened).publish(keys, random)
      return nil
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
  }

  /// The key of a passcode that is right. It takes the time that the keybag's parameters ask for.
  static func passcodeKey(
    _ passcode: Passcode, _ opened: Opened, _ context: UnlockContext, until deadline: Deadline
  ) throws(KeychainError) -> PasscodeKey {
    guard opened.keybag.hasPasscode else { throw noPasscode }
    return try opened.header.trying(at: context.clock.now, until: deadline) {
      () throws(KeychainError) in
      do throws(KeychainError) {
        return try opened.keybag.passcodeKey(passcode, deviceKey: opened.deviceKey)
      } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
  }

  static var noPasscode: KeychainError {
    KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing)
  }

  // MARK: Proofs

  /// Whether a passcode is the one that is set. Unlocks nothing.
  package func check(_ passcode: Passcode, until deadline: Deadline) throws(KeychainError) {
    _ = try Self.passcodeKey(
      passcode, try openForKeys(until: deadline), context, until: deadline)
  }

  /// The key that only a person who has just given the passcode has: it opens the items whose access control asks for
  /// a person's presence or the passcode.
  package func authenticationKey(
    for passcode: Passcode, until deadline: Deadline
  ) throws(KeychainError) -> AuthenticationKey {
    let opened = try openForKeys(until: deadline)
    let key = try Self.passcodeKey(passcode, opened, context, until: deadline)
    return try opened.keybag.authenticationKey(key, deviceKey: opened.deviceKey)
  }

  /// Does nothing when a passcode may be tried now, before a person is asked for it.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early after wrong ones.
  package func requirePasscodeAttempt(until deadline: Deadline) throws(KeychainError) {
    try openForKeys(until: deadline).header.requireAttempt(at: context.clock.now)
  }

  // MARK: Settings

  /// Sets when the vault locks itself. A vault that is unlocked stays so, and the time of the unlocking stays the same.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, and there is something to set; `.interactionNotAllowed` when
  ///   the vault was locked meanwhile; what keeps the state from being written.
  package func set(_ settings: LockSettings, until deadline: Deadline) throws(KeychainError) {
    let before = try openForKeys(until: deadline)
    let hasPasscode = before.keybag.hasPasscode
    guard hasPasscode || settings == LockSettings() else {
      throw KeychainError(
        .notAvailable, "no passcode is set: nothing can be locked", because: .passcodeMissing)
    }
    let keys = try resolution(before).latest(try self.keys(before, until: deadline))
    let vaultID = before.keybag.storeID
    let lockings = context.cache.lockings(of: vaultID)
    let wasShared =
      hasPasscode && context.authority.ticket(.whenUnlocked, of: vaultID) != nil
    // A longer time must not bring back an unlocking that had ended, of whatever process.
    let isWider = settings.isWider(than: before.state.settings)
    let written = try before.header.change(until: deadline) { (state) throws(KeychainError) in
      // A change in between may be a locking, whose end this must not undo.
      guard state.lockID == before.state.lockID, state.settings == before.state.settings else {
        throw KeychainError(
          .interactionNotAllowed, "the keychain was locked while its settings were changed")
      }
      state.settings = settings
      if hasPasscode, isWider { try state.lock(random) }
    }
    guard hasPasscode, let now = try openBesideDatabase(),
      now.state.lockID == written.lockID, now.reference == before.reference,
      context.cache.lockings(of: vaultID) == lockings
    else { return }
    guard let terms = keys.terms, terms.hold(settings, context.clock) else {
      context.cache.lock(vaultID, nil)
      if let error = revoke(.whenUnlocked, of: vaultID) {
        Log.error("a ticket could not be revoked; it opens nothing any more", error)
      }
      return
    }
    let renewed = resolution(now).keys(keys.ring, terms)
    // A process that unlocked itself alone, by the passcode that it was given, leaves nothing to others.
    if wasShared {
      _ = publish(renewed, now)
    } else {
      context.cache.holdUnlocked(renewed, of: vaultID)
      if case .unlocked = context.cache.trial(of: vaultID) {
        context.cache.setTrial(.unlocked(lockID: now.state.lockID, terms), of: vaultID)
      }
    }
  }
}
