package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

extension Vault {
  /// Sets, changes or removes the passcode.
  ///
  /// The keys of the passcodes are derived without a lock. Then the keybag is replaced; when another process has
  /// changed it or has locked the vault meanwhile, nothing is changed.
  ///
  /// - Parameters:
  ///   - old: The passcode that is set; nil when none is.
  ///   - new: The one to set; nil for none. Items that need a passcode are lost then.
  /// - Returns: Why the keys could not be left to other processes; nil when they were. The change is done.
  /// - Throws: `.authenticationFailed` when the old passcode is wrong, or may not be tried yet; `.parameter` when
  ///   one is set and none was given; `.notAvailable` when none is set and one was given, or another process
  ///   changed the keys meanwhile; `.interactionNotAllowed` when the vault was locked meanwhile.
  @discardableResult
  package func changePasscode(
    from old: Passcode?, to new: Passcode?, until deadline: Deadline
  ) throws(KeychainError) -> KeychainError? {
    let opened = try open(until: deadline)
    guard opened.keybag.hasPasscode == (old != nil) else {
      throw opened.keybag.hasPasscode
        ? KeychainError(.parameter, "a passcode is set already: changing it takes the old one")
        : KeychainError(.notAvailable, "no passcode is set")
    }
    var (oldKey, newKey): (PasscodeKey?, PasscodeKey?) = (nil, nil)
    if let old { oldKey = try passcodeKey(old, opened, until: deadline) }
    if let new {
      newKey = try PasscodeKey(
        new: new, deviceKey: opened.deviceKey, cost: passcodeCost, random: random)
    }
    guard let next = try changed(opened, from: oldKey, to: newKey) else { return nil }

    let exclusive = try ExclusiveFiles(files, until: deadline)
    guard case .whole = try exclusive.consistency() else {
      throw KeychainError(.notAvailable, "the files of the keychain were changed meanwhile")
    }
    let state = try exclusive.state()
    guard state.keybag == opened.reference else {
      throw KeychainError(.notAvailable, "another process changed the keys meanwhile")
    }
    guard state.lockID == opened.state.lockID else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked while its passcode was changed")
    }
    let reference = try KeybagCommit(exclusive).run(next, deviceKey: opened.deviceKey)
    return publish(next, reference, newKey, opened, try exclusive.state())
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

  /// The new keys, unlocked, for this process and for others. Earlier tickets are bound to the former keybag.
  private func publish(
    _ keybag: Keybag, _ reference: KeybagReference, _ passcodeKey: PasscodeKey?, _ opened: Opened,
    _ state: HeaderState
  ) -> KeychainError? {
    do throws(KeychainError) {
      let ring = try KeyRing(keybag, deviceKey: opened.deviceKey, passcodeKey: passcodeKey)
      let keys = OpenKeys(
        ring: ring, keybag: reference, lockID: state.lockID,
        terms: passcodeKey == nil ? nil : UnlockTerms(clock))
      cache.hold(keys)
      guard passcodeKey != nil else {
        for purpose in KeyTicket.Purpose.allCases {
          try authority.revoke(purpose, of: keybag.storeID)
        }
        return nil
      }
      try KeyResolution(
        keybag: keybag, reference: reference, deviceKey: opened.deviceKey, state: state,
        authority: authority, clock: clock
      ).publish(keys, random)
      return nil
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
  }
}
