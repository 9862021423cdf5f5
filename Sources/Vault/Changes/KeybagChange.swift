package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

/// Replaces the keybag. Every change of the passcode, the keys or the device key runs through this type.
/// docs/vault.md ("Changes") lists the steps in order.
struct KeybagChange {
  let vault: Vault
  let deadline: Deadline
  /// The moment when the passcode was given; nil when no passcode is set.
  var given: UnlockMoment?

  private var context: UnlockContext { vault.context }

  /// The keybag that replaces the present keybag.
  struct Next {
    let keybag: Keybag
    /// The key of the passcode that is set in the new keybag; nil when no passcode is set.
    let passcodeKey: PasscodeKey?
    /// The device key that opens the new keybag; nil when the device key does not change.
    var deviceKey: DeviceKey?
    /// The keys that were open before the change; nil when the change unlocks the vault.
    var openBefore: OpenKeys?
  }

  private static let attemptCount = 5

  /// - Parameters:
  ///   - derive: Performs the slow derivation of keys. Runs again when another process changed the keybag.
  ///   - next: Makes the new keybag under the lock. Returns nil when there is nothing to change.
  /// - Returns: The reason why the keys could not be published to other processes. Nil when the keys were published,
  ///   when there is no passcode, or when there was nothing to change.
  func run<Derived>(
    _ derive: (OpenedFiles) throws(KeychainError) -> Derived,
    _ next: (OpenedFiles, Derived) throws(KeychainError) -> Next?
  ) throws(KeychainError) -> KeychainError? {
    for _ in 0..<Self.attemptCount {
      let opened = try vault.open(until: deadline)
      let derived = try derive(opened)
      try opened.files.onStep(.derived)
      let exclusive = try ExclusiveVaultFiles(opened.files, until: deadline)
      let inspection = try exclusive.inspect()
      guard inspection.consistency == .whole, inspection.row?.keybag == opened.reference else {
        // Another process may have died after committing a keybag. `settle` records that keybag in the header.
        if inspection.consistency == .whole, inspection.isUnsettled { try KeybagCommit(exclusive).settle() }
        continue
      }
      // The new keys are published only if the vault is not locked after this moment. The vault can be locked at any
      // moment, because locking does not need the vault lock, which this process holds.
      let state = try exclusive.header.state()
      let moment = UnlockMoment(opened.keybag.vaultID, state, context)
      try requireGiven(state)
      guard !state.isDamaged else { throw Inconsistency.databaseDamaged.error }
      guard let next = try next(opened, derived) else { return nil }
      let reference = try KeybagCommit(exclusive).run(
        next.keybag, deviceKey: next.deviceKey ?? opened.deviceKey, replacesDeviceKey: next.deviceKey != nil,
        check: requireGiven)
      let refusal = publish(next, reference, moment)
      try exclusive.step(.published)
      return refusal
    }
    throw KeychainError(.notAvailable, "other processes keep changing the keys", because: .timedOut)
  }

  /// Checks that no locking, suspension, timeout or change of the settings followed after the passcode was given.
  ///
  /// - Throws: `.interactionNotAllowed` when one of these events has happened.
  private func requireGiven(_ state: HeaderState) throws(KeychainError) {
    guard let given else { return }
    guard state.settingsNumber == given.validity.settingsNumber, given.holds(state, context) else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked, or its settings changed, after the passcode was given")
    }
  }

  /// Publishes the keys of the new keybag, because earlier tickets and cached keys are bound to the former keybag.
  ///
  /// - Parameter moment: A moment before the commit. If the vault was locked after this moment, the keys are not kept.
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
      var ring = try KeyRing(now.keybag, deviceKey: now.deviceKey, passcodeKey: passcodeKey)
      var validity: UnlockValidity? = moment.validity
      if let before = next.openBefore {
        ring = try ring.reduced(to: before.lockState)
        validity = before.validity
      }
      return vault.publish(KeyResolution(now, context).keys(ring, validity), now, moment)
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
  ///   - old: The passcode that is set; nil when no passcode is set.
  ///   - new: The new passcode; nil to remove the passcode. Removal loses the items that need a passcode.
  /// - Returns: The reason why publishing the keys failed; else nil. The change is done in both cases.
  /// - Throws: `.authenticationFailed` when the old passcode is wrong, or may not be tried yet; `.parameter` when the
  ///   old passcode is missing; `.notAvailable` when an old passcode was given but none is set;
  ///   `.interactionNotAllowed` when the vault was locked during the call. After an error the old passcode stays set.
  @discardableResult
  package func changePasscode(
    from old: Passcode?, to new: Passcode?, until deadline: Deadline
  ) throws(KeychainError) -> KeychainError? {
    if isPortable { return try changePortablePassword(from: old, to: new, until: deadline) }
    var change = KeybagChange(vault: self, deadline: deadline)
    if old != nil { change.given = UnlockMoment(try open(until: deadline), context) }
    return try change.run { (opened) throws(KeychainError) in
      try opened.require(
        old, or: KeychainError(.parameter, "a passcode is set already: changing it takes the old one"))
      var keys: (old: PasscodeKey?, new: PasscodeKey?)
      if let old { keys.old = try opened.passcodeKey(old, context, until: deadline) }
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
    }
  }

  /// Replaces the device key with a new random key, and wraps the keybag with it. The old key opens only old keybags.
  ///
  /// - Parameter passcode: The passcode that is set; nil when no passcode is set.
  /// - Throws: `.notAvailable` when the key is a credential; `.interactionNotAllowed` when a required passcode is
  ///   missing; `.authenticationFailed`; `.readOnly`. After an error, the next use finishes a change that was begun.
  package func changeDeviceKey(_ passcode: Passcode?, until deadline: Deadline) throws(KeychainError) {
    let opened = try open(until: deadline)
    try opened.files.deviceKey.requireChangeable(opened.keybag.vaultID)
    var change = KeybagChange(vault: self, deadline: deadline)
    if passcode != nil { change.given = UnlockMoment(opened, context) }
    _ = try change.run { (opened) throws(KeychainError) in
      let next = try DeviceKey(vaultID: opened.keybag.vaultID, random: random)
      try opened.require(
        passcode, or: KeychainError(.interactionNotAllowed, "a passcode is set: changing the device key takes it"))
      guard let passcode else {
        return (next: next, old: nil as PasscodeKey?, new: nil as PasscodeKey?)
      }
      let old = try opened.passcodeKey(passcode, context, until: deadline)
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
}
