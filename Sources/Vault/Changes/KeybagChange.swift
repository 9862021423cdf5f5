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
/// 3. The keybag is committed (`KeybagCommit`). When the device key changes with it, the next one is prepared before
///    and put in place afterwards, and a line of the header says so.
/// 4. The new keys are left to other processes, still under the lock. An error from here on is a warning of a change
///    that is done.
struct KeybagChange {
  let vault: Vault
  let deadline: Deadline
  /// When the passcode was given; nil when none is set.
  var given: GivenPasscode?

  /// What a passcode gives ends with the next locking, suspension or time limit after it was given.
  struct GivenPasscode {
    /// The lock identifier then.
    let lockID: RowIdentifier
    let terms: UnlockTerms

    /// - Throws: `.interactionNotAllowed` when it is over.
    func check(_ state: HeaderState, _ clock: any VaultClock) throws(KeychainError) {
      guard state.lockID == lockID, state.settingsNumber == terms.settingsNumber,
        terms.hold(state, clock)
      else {
        throw KeychainError(
          .interactionNotAllowed,
          "the keychain was locked, or its settings changed, after the passcode was given")
      }
    }
  }

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
    let next: Next
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
    _ next: (Vault.Opened, Derived, ExclusiveFiles) throws(KeychainError) -> Next?
  ) throws(KeychainError) -> Outcome? {
    for _ in 0..<Self.attemptCount {
      let opened = try vault.open(until: deadline)
      let derived = try derive(opened)
      try opened.files.onStep(.derived)
      let exclusive = try ExclusiveFiles(opened.files, until: deadline)
      guard case .whole = try exclusive.consistency(),
        try exclusive.state().keybag == opened.reference
      else { continue }
      // What is published holds under this state: a locking takes only the lock of the state, and may come at any moment.
      let state = try exclusive.state()
      let terms = UnlockTerms(state, vault.context.clock)
      let lockings = vault.context.cache.lockings(of: opened.keybag.storeID)
      try given?.check(state, vault.context.clock)
      guard !state.isDamaged else { throw Inconsistency.databaseDamaged.error }
      guard let next = try next(opened, derived, exclusive) else { return nil }
      let reference = try commit(next, opened, exclusive)
      let refusal = publish(next, reference, state.lockID, terms, lockings)
      try exclusive.step(.published)
      return Outcome(next: next, refusal: refusal)
    }
    throw KeychainError(
      .notAvailable, "other processes keep changing the keys", because: .timedOut)
  }

  private func commit(
    _ next: Next, _ opened: Vault.Opened, _ exclusive: ExclusiveFiles
  ) throws(KeychainError) -> KeybagReference? {
    func run(_ deviceKey: DeviceKey) throws(KeychainError) -> KeybagReference {
      try KeybagCommit(exclusive).run(next.keybag, deviceKey: deviceKey) {
        (state) throws(KeychainError) in try given?.check(state, vault.context.clock)
      }
    }
    guard let deviceKey = next.deviceKey else { return try run(opened.deviceKey) }
    var reference: KeybagReference?
    try DeviceKeyChange(exclusive).run(deviceKey) { () throws(KeychainError) in
      reference = try run(deviceKey)
    }
    return reference
  }

  /// Earlier tickets and cached keys are bound to the former keybag.
  ///
  /// - Parameters:
  ///   - reference: That of the new keybag; nil when an error on the way kept it from being known.
  ///   - lockID: The lock identifier before the commit: a locking since then takes the keys away.
  ///   - terms: When the unlocking began: before the commit.
  ///   - lockings: How often this process had locked the vault before the commit.
  private func publish(
    _ next: Next, _ reference: KeybagReference?, _ lockID: RowIdentifier, _ terms: UnlockTerms,
    _ lockings: UInt64
  ) -> KeychainError? {
    let vaultID = next.keybag.storeID
    do throws(KeychainError) {
      guard let now = try vault.openBesideDatabase(preferring: reference) else { return nil }
      guard let passcodeKey = next.passcodeKey else {
        vault.context.cache.forget(vaultID)
        for purpose in KeyTicket.Purpose.allCases {
          try vault.context.authority.revoke(purpose, of: vaultID)
        }
        return nil
      }
      guard now.state.lockID == lockID, terms.hold(now.state, vault.context.clock) else {
        vault.context.cache.forget(vaultID)
        return KeychainError(.interactionNotAllowed, "the keychain was locked meanwhile")
      }
      let ring = try KeyRing(now.keybag, deviceKey: now.deviceKey, passcodeKey: passcodeKey)
      guard let before = next.openBefore else {
        return vault.publish(vault.resolution(now).keys(ring, terms), now, lockings)
      }
      return vault.publish(
        vault.resolution(now).keys(try ring.reduced(to: before.lockState), before.terms), now,
        lockings)
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
    if old != nil { change.given = try givenPasscode(open(until: deadline)) }
    let outcome = try change.run { (opened) throws(KeychainError) in
      guard opened.keybag.hasPasscode == (old != nil) else {
        throw opened.keybag.hasPasscode
          ? KeychainError(.parameter, "a passcode is set already: changing it takes the old one")
          : Self.noPasscode
      }
      var keys: (old: PasscodeKey?, new: PasscodeKey?)
      if let old { keys.old = try Self.passcodeKey(old, opened, context, until: deadline) }
      if let new {
        keys.new = try PasscodeKey(
          new: new, deviceKey: opened.deviceKey, cost: context.cost, random: random)
      }
      return keys
    } _: { (opened, keys, _) throws(KeychainError) in
      try changed(opened, from: keys.old, to: keys.new).map {
        KeybagChange.Next(keybag: $0, passcodeKey: keys.new)
      }
    }
    return outcome?.refusal
  }

  /// A passcode that is given now.
  func givenPasscode(_ opened: Opened) -> KeybagChange.GivenPasscode {
    KeybagChange.GivenPasscode(
      lockID: opened.state.lockID, terms: UnlockTerms(opened.state, context.clock))
  }

  private func changed(
    _ opened: Opened, from old: PasscodeKey?, to new: PasscodeKey?
  ) throws(KeychainError) -> Keybag? {
    switch (old, new) {
    case (nil, let new?):
      try opened.keybag.settingPasscode(new, deviceKey: opened.deviceKey, random: random)
    case (let old?, let new?):
      try opened.keybag.changingPasscode(
        from: old, to: new, deviceKey: opened.deviceKey, random: random)
    case (let old?, nil):
      try opened.keybag.removingPasscode(old, deviceKey: opened.deviceKey, random: random)
    case (nil, nil): nil
    }
  }

  /// Puts a new random device key in place of the present one, and wraps the keybag with it. Copies of the old one open
  /// nothing any more but copies of the old keybag.
  ///
  /// - Parameter passcode: The one that is set; nil when none is.
  /// - Throws: `.notAvailable` when the key is kept elsewhere; `.interactionNotAllowed` when a passcode is set and none
  ///   was given; `.authenticationFailed`; `.readOnly`. Either nothing was changed, or the next use finishes the change.
  package func changeDeviceKey(
    _ passcode: Passcode?, until deadline: Deadline
  ) throws(KeychainError) {
    let opened = try open(until: deadline)
    try opened.files.deviceKey.requireChangeable(opened.keybag.storeID)
    var change = KeybagChange(vault: self, deadline: deadline)
    if passcode != nil { change.given = givenPasscode(opened) }
    _ = try change.run { (opened) throws(KeychainError) in
      let next = try DeviceKey(storeID: opened.keybag.storeID, random: random)
      guard let passcode = try required(passcode, opened, "changing the device key") else {
        return (next: next, old: nil as PasscodeKey?, new: nil as PasscodeKey?)
      }
      let old = try Self.passcodeKey(passcode, opened, context, until: deadline)
      let new = try PasscodeKey(
        new: passcode, deviceKey: next, cost: context.cost, random: random)
      return (next, old, new)
    } _: { (opened, keys, _) throws(KeychainError) in
      let keybag = try opened.keybag.changingDeviceKey(
        from: opened.deviceKey, to: keys.next, passcodeKey: keys.old, newPasscodeKey: keys.new,
        random: random)
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
      throw KeychainError(
        .interactionNotAllowed, "a passcode is set: \(purpose) takes it")
    }
    return passcode
  }
}
