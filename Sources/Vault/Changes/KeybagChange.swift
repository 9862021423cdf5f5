package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Replaces the keybag: the runner of every change of passcode, keys and device key.
///
/// 1. The keys that passcodes give are derived, without a lock.
/// 2. The exclusive vault lock is taken, and everything is compared again: another keybag leads back to 1, a locking
///    since the passcode was given ends the change.
/// 3. The keybag is committed (`KeybagCommit`), together with the device key where that changes.
/// 4. The new keys are left to other processes, still under the lock. An error from here on is a warning of a change
///    that is done.
struct KeybagChange {
  let vault: Vault
  let deadline: Deadline
  /// When the passcode was given; nil when none is set.
  var given: UnlockMoment?

  private var context: UnlockContext { vault.context }

  /// The keybag that takes the place of the present one.
  struct Next {
    let keybag: Keybag
    /// The key of the passcode that is set in it; nil for none.
    let passcodeKey: PasscodeKey?
    /// The device key that opens it, when it is another one.
    var deviceKey: DeviceKey?
    /// The keys that were open before, when the change unlocks nothing.
    var openBefore: OpenKeys?
  }

  /// A change that is done.
  struct Outcome {
    /// Why the keys could not be left to other processes; nil when they were, and when there is no passcode.
    let refusal: KeychainError?
  }

  private static let attemptCount = 5

  /// - Parameters:
  ///   - derive: Does what takes long. It runs again when another process changed the keybag meanwhile.
  ///   - next: Makes the new keybag under the lock; nil when there is nothing to change.
  /// - Returns: Nil when there was nothing to change.
  func run<Derived>(
    _ derive: (Vault.Opened) throws(KeychainError) -> Derived,
    _ next: (Vault.Opened, Derived) throws(KeychainError) -> Next?
  ) throws(KeychainError) -> Outcome? {
    for _ in 0..<Self.attemptCount {
      let opened = try vault.open(until: deadline)
      let derived = try derive(opened)
      try opened.files.onStep(.derived)
      let exclusive = try ExclusiveFiles(opened.files, until: deadline)
      let look = try exclusive.look()
      guard look.consistency == .whole, look.row?.keybag == opened.reference else {
        // Another process may have committed a keybag and died: settling the change shows in the header.
        if look.consistency == .whole, look.isUnsettled { try KeybagCommit(exclusive).settle() }
        continue
      }
      // What is published holds under this state: a locking takes only the lock of the state, and may come at any
      // moment.
      let state = try exclusive.state()
      let moment = UnlockMoment(opened.keybag.storeID, state, context)
      try requireGiven(state)
      guard !state.isDamaged else { throw Inconsistency.databaseDamaged.error }
      guard let next = try next(opened, derived) else { return nil }
      let reference = try KeybagCommit(exclusive).run(
        next.keybag, deviceKey: next.deviceKey ?? opened.deviceKey, replacesDeviceKey: next.deviceKey != nil,
        check: requireGiven)
      let refusal = publish(next, reference, moment)
      try exclusive.step(.published)
      return Outcome(refusal: refusal)
    }
    throw KeychainError(.notAvailable, "other processes keep changing the keys", because: .timedOut)
  }

  /// What a passcode gives ends with the next locking, suspension, time limit or change of the settings.
  ///
  /// - Throws: `.interactionNotAllowed` when it is over.
  private func requireGiven(_ state: HeaderState) throws(KeychainError) {
    guard let given else { return }
    guard state.settingsNumber == given.terms.settingsNumber, given.holds(state, context) else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked, or its settings changed, after the passcode was given")
    }
  }

  /// Earlier tickets and cached keys are bound to the former keybag.
  ///
  /// - Parameter moment: Before the commit: a locking since then takes the keys away.
  private func publish(_ next: Next, _ reference: KeybagReference, _ moment: UnlockMoment) -> KeychainError? {
    do throws(KeychainError) {
      guard let now = try vault.openBesideDatabase(preferring: reference) else { return nil }
      guard let passcodeKey = next.passcodeKey else {
        context.cache.forget(moment.vaultID)
        for purpose in KeyTicket.Purpose.allCases { try context.authority.revoke(purpose, of: moment.vaultID) }
        return nil
      }
      guard moment.holds(now.state, context) else {
        context.cache.forget(moment.vaultID)
        return Vault.lockedMeanwhile
      }
      let ring = try KeyRing(now.keybag, deviceKey: now.deviceKey, passcodeKey: passcodeKey)
      let resolution = KeyResolution(now, context)
      guard let before = next.openBefore else {
        return vault.publish(resolution.keys(ring, moment.terms), now, moment)
      }
      return vault.publish(resolution.keys(try ring.reduced(to: before.lockState), before.terms), now, moment)
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
  }
}

extension Vault {
  /// Sets, changes or removes the passcode.
  ///
  /// - Parameters:
  ///   - old: The passcode that is set; nil when none is.
  ///   - new: The one to set; nil for none. Items that need a passcode are lost then.
  /// - Returns: Why the keys could not be left to other processes; nil when they were. The change is done.
  /// - Throws: `.authenticationFailed` when the old passcode is wrong, or may not be tried yet; `.parameter` when one is
  ///   set and none was given; `.notAvailable` when none is set and one was given; `.interactionNotAllowed` when the
  ///   vault was locked meanwhile. The passcode is the old one then.
  @discardableResult
  package func changePasscode(
    from old: Passcode?, to new: Passcode?, until deadline: Deadline
  ) throws(KeychainError) -> KeychainError? {
    var change = KeybagChange(vault: self, deadline: deadline)
    if old != nil { change.given = UnlockMoment(try open(until: deadline), context) }
    return try change.run { (opened) throws(KeychainError) in
      guard opened.keybag.hasPasscode == (old != nil) else {
        throw opened.keybag.hasPasscode
          ? KeychainError(.parameter, "a passcode is set already: changing it takes the old one") : Self.noPasscode
      }
      var keys: (old: PasscodeKey?, new: PasscodeKey?)
      if let old { keys.old = try Self.passcodeKey(old, opened, context, until: deadline) }
      if let new {
        keys.new = try PasscodeKey(new: new, deviceKey: opened.deviceKey, cost: context.cost, random: random)
      }
      return keys
    } _: { (opened, keys) throws(KeychainError) in
      let keybag: Keybag
      switch keys {
      case (nil, let new?):
        keybag = try opened.keybag.settingPasscode(new, deviceKey: opened.deviceKey, random: random)
      case (let old?, let new?):
        keybag = try opened.keybag.changingPasscode(from: old, to: new, deviceKey: opened.deviceKey, random: random)
      case (let old?, nil):
        keybag = try opened.keybag.removingPasscode(old, deviceKey: opened.deviceKey, random: random)
      case (nil, nil): return nil
      }
      return KeybagChange.Next(keybag: keybag, passcodeKey: keys.new)
    }?.refusal
  }

  /// Puts a new random device key in place of the present one, and wraps the keybag with it. Copies of the old one open
  /// nothing any more but copies of the old keybag.
  ///
  /// - Parameter passcode: The one that is set; nil when none is.
  /// - Throws: `.notAvailable` when the key is kept elsewhere; `.interactionNotAllowed` when a passcode is set and none
  ///   was given; `.authenticationFailed`; `.readOnly`. Either nothing was changed, or the next use finishes the change.
  package func changeDeviceKey(_ passcode: Passcode?, until deadline: Deadline) throws(KeychainError) {
    let opened = try open(until: deadline)
    try opened.files.deviceKey.requireChangeable(opened.keybag.storeID)
    var change = KeybagChange(vault: self, deadline: deadline)
    if passcode != nil { change.given = UnlockMoment(opened, context) }
    _ = try change.run { (opened) throws(KeychainError) in
      let next = try DeviceKey(storeID: opened.keybag.storeID, random: random)
      guard let passcode = try required(passcode, opened, "changing the device key") else {
        return (next: next, old: nil as PasscodeKey?, new: nil as PasscodeKey?)
      }
      let old = try Self.passcodeKey(passcode, opened, context, until: deadline)
      return (next, old, try PasscodeKey(new: passcode, deviceKey: next, cost: context.cost, random: random))
    } _: { (opened, keys) throws(KeychainError) in
      let keybag = try opened.keybag.changingDeviceKey(
        from: opened.deviceKey, to: keys.next, passcodeKey: keys.old, newPasscodeKey: keys.new, random: random)
      return KeybagChange.Next(
        keybag: keybag, passcodeKey: keys.new, deviceKey: keys.next,
        openBefore: try self.keys(opened, until: deadline))
    }
    Log.notice("the device key was changed")
  }

  /// The passcode, where one is set.
  ///
  /// - Throws: `.interactionNotAllowed` when one is set and none was given; `.notAvailable` when none is set and one was
  ///   given.
  func required(
    _ passcode: Passcode?, _ opened: Opened, _ purpose: StaticString
  ) throws(KeychainError) -> Passcode? {
    guard opened.keybag.hasPasscode else {
      guard passcode == nil else { throw Self.noPasscode }
      return nil
    }
    guard let passcode else {
      throw KeychainError(.interactionNotAllowed, "a passcode is set: \(purpose) takes it")
    }
    return passcode
  }
}

/// Puts a new keybag in force: the one way in which passcode, keys and device key change.
///
/// 1. What an earlier change left is settled.
/// 2. The header names the new keybag. Where the device key changes, the provider keeps the next one beside the present
///    one.
/// 3. The keybag gets a file of its own.
/// 4. One transaction of the database records its number and digest. This is the commit.
/// 5. The change is settled: the device key that opens the recorded keybag takes its place, and the keybags that are no
///    longer in force are overwritten and removed.
///
/// Wrapped keys never enter the database or its log, which keep old pages.
package struct KeybagCommit {
  private let exclusive: ExclusiveFiles

  package init(_ exclusive: ExclusiveFiles) { self.exclusive = exclusive }

  private var files: VaultFiles { exclusive.files }

  /// Commits a keybag.
  ///
  /// - Parameters:
  ///   - next: Made from the keybag in force, as its generation says.
  ///   - deviceKey: Opens `next`.
  ///   - replacesDeviceKey: Whether the device key is a new one.
  ///   - check: Whether the change may still be made under the state in force. No locking happens between this and the
  ///     end of the transaction.
  /// - Returns: The keybag's number and digest. An error of the settling is in the log: the change is done.
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when another keybag is in force by now; what keeps the
  ///   change from being made. The earlier keybag is in force then.
  package func run(
    _ next: Keybag, deviceKey: DeviceKey, replacesDeviceKey: Bool = false,
    check: (HeaderState) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  ) throws(KeychainError) -> KeybagReference {
    let recorded = try settle()
    try exclusive.step(.settled)
    guard let base = try files.keybag(recorded), base.generation + 1 == next.generation else {
      throw VaultFiles.replaced
    }
    // Its line must not be lost: its keybag would be taken for one of a newer database.
    if let pending = try exclusive.state().pending, pending.number > recorded.number {
      throw KeychainError(
        .notAvailable, "a keybag of an earlier change cannot be removed; nothing was changed", because: .fileInTheWay)
    }
    let reference = KeybagReference(
      number: try files.keybags.nextNumber(after: recorded.number), digest: try next.digest())
    var (isPrepared, isCommitting) = (false, false)
    do throws(KeychainError) {
      try exclusive.change { $0.pending = reference }
      try exclusive.step(.keybagNamed)
      if replacesDeviceKey {
        isPrepared = true
        try files.deviceKey.prepare(deviceKey)
        try exclusive.step(.deviceKeyPrepared)
      }
      try files.keybags.create(next, number: reference.number)
      // A keybag that does not open, by a key that is kept, would lose every key.
      guard let written = try files.keybag(reference), try written.isOpened(by: deviceKey),
        try files.deviceKey(opening: written) != nil
      else {
        throw KeychainError(.inputOutput, "the new keybag does not read as it was written")
      }
      try exclusive.step(.keybagWritten)
      // A locking waits for the lock of the state: it happens before the check, or finds the new keybag.
      try exclusive.change { (state) throws(KeychainError) in
        try check(state)
        isCommitting = true
        _ = try exclusive.write(under: state) { row in
          row.keybagNumber = reference.number
          row.keybagDigest = reference.digest
        }
      }
    } catch {
      // After an error of the transaction itself it may be committed all the same.
      guard isCommitting else {
        undo(reference, abortsDeviceKey: isPrepared, next.storeID)
        throw error
      }
      let row = try? exclusive.write { _ in }
      guard row?.keybag == reference else {
        if row != nil { undo(reference, abortsDeviceKey: isPrepared, next.storeID) }
        throw error
      }
      Log.error("the keys were changed, with an error on the way", error)
    }
    try exclusive.step(.committed)
    do throws(KeychainError) { try settle() } catch {
      Log.error("the files of the former keys are removed by the next use of the keychain", error)
    }
    return reference
  }

  /// Removes a keybag that no transaction has recorded, and a device key that opens no other.
  private func undo(_ reference: KeybagReference, abortsDeviceKey: Bool, _ vaultID: RowIdentifier) {
    do throws(KeychainError) {
      try files.keybags.destroy(reference.number)
      if abortsDeviceKey { try files.deviceKey.abort(vaultID) }
      try exclusive.change { state in
        if state.pending == reference { state.pending = nil }
      }
    } catch {
      Log.error("a keybag that was not put in force is removed by the next use of the keychain", error)
    }
  }

  /// Decides which keybag and which device key are in force, and removes the others of this vault.
  ///
  /// The transaction of a process that was killed may come back from the log, or vanish in a power failure. So this
  /// commits a transaction of its own first, and reads the row in it: what it finds is on the disk together with that
  /// commit. Nothing is removed before, nor when the recorded keybag is not there as it was recorded.
  ///
  /// - Returns: The keybag in force.
  /// - Throws: What keeps it from committing; `.notAvailable` when the recorded keybag is missing or another one.
  @discardableResult
  package func settle() throws(KeychainError) -> KeybagReference {
    let recorded = try exclusive.write { _ in }.keybag
    guard let keybag = try files.keybag(recorded), try files.deviceKey(opening: keybag) != nil else {
      throw KeychainError(
        .notAvailable,
        "the database records keybag.\(recorded.number), which is missing, another one, or of another device "
          + "key; nothing was removed")
    }
    let pending = try exclusive.state().pending
    // A change that was committed has no prepared key to be destroyed: another one is that of a copy of this folder.
    let isUndone = pending != nil && pending != recorded
    if try files.settleDeviceKey(of: keybag, isUndone: isUndone) { try exclusive.step(.deviceKeyReplaced) }
    // The header names a keybag that is there at every moment.
    try exclusive.change { $0.keybag = recorded }
    var isClean = files.keybags.destroyOld(recorded: recorded.number, pending: pending?.number)
    // The keybags that an acceptance set aside have keys of before this change.
    if pending == recorded, (try? files.keybags.destroyAsides()) == nil { isClean = false }
    try exclusive.step(.oldKeybagsRemoved)
    if isClean { try exclusive.change { $0.pending = nil } }
    return recorded
  }
}
