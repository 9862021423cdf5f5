package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

// A portable vault: locking, unlocking, creation, and the change of its password.

extension Vault {
  /// Makes a portable vault, and unlocks it.
  ///
  /// - Parameter keys: The keys of the password for the identifier of the vault.
  /// - Returns: The reason why only this process was unlocked; nil when all processes were unlocked.
  package func createPortable(_ keys: PortableKeys, until deadline: Deadline) throws(KeychainError) -> KeychainError? {
    let vaultID = keys.deviceKey.vaultID
    context.cache.setNew(keys, of: vaultID)
    defer { context.cache.setNew(nil, of: vaultID) }
    try open(until: deadline)
    let locked = try lockedFiles()
    let refusal = try publish(keys, locked, UnlockMoment(vaultID, locked.state, context))
    discard()
    return refusal
  }

  /// Unlocks a portable vault, if the vault is portable. The other functions need the key that the password opens.
  ///
  /// - Returns: The reason why only this process was unlocked; else nil.
  /// - Throws: `.authenticationFailed` when the password is wrong, or may not be tried yet; `.interactionNotAllowed`
  ///   when the vault was locked during the attempt.
  @discardableResult
  func unlockIfPortable(_ password: Passcode?, until deadline: Deadline) throws(KeychainError) -> KeychainError? {
    guard isPortable, let password else { return nil }
    let locked = try lockedFiles()
    let moment = UnlockMoment(locked.keybag.vaultID, locked.state, context)
    let keys = try locked.header.trying(at: context.clock.now, until: deadline) { () throws(KeychainError) in
      do throws(KeychainError) { return try PortableKeys(password, opening: locked.keybag) } catch {
        if error.code == .authenticationFailed { Log.notice("a wrong passcode was given") }
        throw error
      }
    }
    return try publish(keys, locked, moment)
  }

  /// Keeps the keys of an unlocked vault, and leaves them to other processes.
  ///
  /// - Parameter moment: The moment when the password was given.
  private func publish(
    _ keys: PortableKeys, _ locked: LockedFiles, _ moment: UnlockMoment
  ) throws(KeychainError) -> KeychainError? {
    var moment = moment
    moment.validity.time = context.clock.now.time
    let state = try locked.header.state()
    guard moment.holds(state, context) else {
      throw KeychainError(
        .interactionNotAllowed, "the keychain was locked, or the machine suspended, while the passcode was tried")
    }
    let unlock = PortableUnlock(
      deviceKey: keys.deviceKey, keybagDigest: locked.reference.digest, lockID: state.lockID, validity: moment.validity)
    let isHeld = context.cache.update(moment.vaultID, since: moment.lockings) { entry in
      entry.portable = unlock
      entry.lockedID = nil
    }
    guard isHeld else { return Self.lockedMeanwhile }
    guard let now = try openBesideDatabase(preferring: locked.reference), now.reference == locked.reference else {
      return Self.lockedMeanwhile
    }
    let ring = try KeyRing(now.keybag, deviceKey: keys.deviceKey, passcodeKey: keys.passcodeKey)
    let refusal = publish(KeyResolution(now, context).keys(ring, moment.validity), now, moment)
    do throws(KeychainError) {
      try context.publish(unlock, state)
      if context.cache.lockings(of: moment.vaultID) != moment.lockings {
        context.discardPortableTicket(of: moment.vaultID)
      }
    } catch {
      Log.error("unlocked keys cannot be left to other processes", error)
      return error
    }
    return refusal
  }

  /// Changes the password of a portable vault. The keybag alone determines the key, so the commit of the keybag is the
  /// commit of the password.
  func changePortablePassword(
    from old: Passcode?, to new: Passcode?, until deadline: Deadline
  ) throws(KeychainError) -> KeychainError? {
    guard let old, let new else {
      throw KeychainError(.parameter, "a portable keychain always has a password; give the old and the new one")
    }
    try unlockIfPortable(old, until: deadline)
    var change = KeybagChange(vault: self, deadline: deadline)
    change.given = UnlockMoment(try open(until: deadline), context)
    let vaultID = try open(until: deadline).keybag.vaultID
    defer { context.cache.dropPrepared(vaultID) }
    _ = try change.run { (opened) throws(KeychainError) in
      (
        try PortableKeys(old, opening: opened.keybag),
        try PortableKeys(new: new, vaultID: vaultID, cost: context.cost, random: random)
      )
    } _: { (opened, keys) throws(KeychainError) in
      let keybag = try opened.keybag.changingDeviceKey(
        from: keys.0.deviceKey, to: keys.1.deviceKey, passcodeKey: keys.0.passcodeKey,
        newPasscodeKey: keys.1.passcodeKey, random: random)
      return KeybagChange.Next(keybag: keybag, passcodeKey: keys.1.passcodeKey, deviceKey: keys.1.deviceKey)
    }
    context.cache.dropPrepared(vaultID)
    return try unlockIfPortable(new, until: deadline)
  }
}
