package import KeychainCrypto
import KeychainLog
package import KeychainModel
import KeychainStore

extension LocalKeychain {
  /// Whether a passcode is set, what this process may read, and when the store locks itself.
  ///
  /// - Throws: What opening a store throws.
  package func lockStatus() throws(KeychainError) -> LockStatus {
    try besideDamagedDatabase { () throws(KeychainError) in
      try withStore { (store, deadline) throws(KeychainError) in
        LockStatus(
          try store.findKeys(finder(store.keys, until: deadline)), try store.currentState())
      }
    } otherwise: { (folders, files, finder) throws(KeychainError) in
      LockStatus(
        try finder.keys(folders, files.keybag, files.deviceKey, files.state), files.state)
    }
  }

  /// Unlocks the store: for this process, and for the others of the user where the kernel keeps keys
  /// for them. A damaged database is repaired.
  ///
  /// - Returns: Why only this process was unlocked; nil when all were.
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet;
  ///   `.interactionNotAllowed` when somebody locked the store after it was given;
  ///   `.notAvailable` when none is set; `.allocation`, and what opening a store throws.
  @discardableResult
  package func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    let refusal = try repairing(with: passcode) { (given) throws(KeychainError) in
      try withStore { (store, deadline) throws(KeychainError) -> KeychainError? in
        let (keybag, deviceKey) = try store.currentKeys()
        // Before it is tried, which takes its time.
        let terms = UnlockTerms(try store.currentState(), locking.clock)
        let key = try PasscodeCheck(directory: store.folders.data, clock: clock, deadline: deadline)
          .key(of: passcode, keybag, deviceKey)
        let ring = try store.folders.keyRing(keybag, deviceKey, passcodeKey: key)
        return try store.withKeybagInPlace(keybag, until: deadline) {
          (state) throws(KeychainError) in
          let terms = (given ?? terms).begun(locking.clock)
          try state.requireUnlocked(since: terms, locking.clock)
          return locking.share(StoreKeys(ring: ring, terms: terms), state)
        }
      }
    }
    if refusal?.code != .interactionNotAllowed { Log.notice("the keychain was unlocked") }
    return refusal
  }

  /// Whether a passcode is the one that is set. Unlocks nothing.
  ///
  /// - Throws: As `unlock`.
  package func check(_ passcode: Passcode) throws(KeychainError) {
    try withStore { (store, deadline) throws(KeychainError) in
      let (keybag, deviceKey) = try store.currentKeys()
      _ = try PasscodeCheck(directory: store.folders.data, clock: clock, deadline: deadline)
        .key(of: passcode, keybag, deviceKey)
    }
  }

  /// What only who has just given the passcode has: it opens the items whose access control asks for
  /// a person's presence or the passcode.
  ///
  /// - Throws: As `unlock`.
  package func authenticationKey(
    for passcode: Passcode
  ) throws(KeychainError) -> AuthenticationKey {
    try withStore { (store, deadline) throws(KeychainError) in
      let (keybag, deviceKey) = try store.currentKeys()
      let key = try PasscodeCheck(directory: store.folders.data, clock: clock, deadline: deadline)
        .key(of: passcode, keybag, deviceKey)
      return try keybag.authenticationKey(key, deviceKey: deviceKey)
    }
  }

  /// Does nothing when a passcode may be tried now, before a person is asked for it.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early after wrong
  ///   ones; `.notAvailable` when others keep trying theirs; what opening a store throws.
  package func requirePasscodeAttempt() throws(KeychainError) {
    try withStore { (store, deadline) throws(KeychainError) in
      try PasscodeAttemptsFile(directory: store.folders.data, clock: clock, deadline: deadline)
        .requireAttempt()
    }
  }

  /// Whether an authentication key is the one that items are sealed to now.
  ///
  /// - Throws: What opening a store throws.
  package func isCurrent(_ key: AuthenticationKey) throws(KeychainError) -> Bool {
    try withStore { (store, _) throws(KeychainError) in
      try store.currentKeys().keybag.authenticationPublicKey == key.publicKey
    }
  }

  /// Whether a passcode is set.
  ///
  /// - Throws: What opening a store throws.
  package func hasPasscode() throws(KeychainError) -> Bool {
    try besideDamagedDatabase { () throws(KeychainError) in
      try withStore { (store, _) throws(KeychainError) in
        try store.currentKeys().keybag.hasPasscode
      }
    } otherwise: { (_, files, _) in
      files.keybag.hasPasscode
    }
  }

  /// Changes when the store locks itself, also for the unlocking that this process knows of. The lock
  /// epoch is raised, so that no other counts any more: a longer time must not bring back one that had
  /// ended.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, and there is something to set; `.readOnly`; and
  ///   what opening a store throws.
  package func set(_ settings: LockSettings) throws(KeychainError) {
    try withStore { (store, deadline) throws(KeychainError) in
      if settings != LockSettings() { try requirePasscode(store) }
      let found = try store.findKeys(finder(store.keys, until: deadline))
      try store.maintain(.exclusive, until: deadline) { (_) throws(KeychainError) in
        // Somebody may have unlocked it meanwhile.
        let (keybag, deviceKey) = try store.currentKeys()
        let before = try store.currentState()
        let keys = try finder(found, until: deadline)
          .keys(store.folders, keybag, deviceKey, before)
        // Who unlocked itself alone, by the passcode that it was given, leaves nothing to others.
        let shared = locking.sharedTerms(keys.ring, before)
        let isUnlocked = keys.terms?.hold(in: before, locking.clock) ?? false
        try store.changeState {
          if keys.ring.hasPasscode || $0.lockSettings != settings { $0.lockEpoch &+= 1 }
          $0.lockSettings = settings
        }
        guard keys.ring.hasPasscode else { return }
        let state = try store.currentState()
        guard isUnlocked, let terms = keys.terms?.later(shared).renewed(in: state),
          terms.hold(in: state, locking.clock)
        else { return locking.takeBack(.whenUnlocked, of: keys.ring.storeID) }
        let renewed = StoreKeys(ring: keys.ring, terms: terms)
        guard shared != nil else {
          locking.held.hold(renewed)
          return locking.takeBack(.whenUnlocked, of: keys.ring.storeID)
        }
        _ = locking.share(renewed, state)
      }
    }
  }

  /// Lets go the keys of an unlocking that has ended, as the state says, although the store cannot be opened
  /// any more.
  func endUnlocking(of storeID: RowIdentifier) {
    guard let keys = locking.held.keys(of: storeID), let terms = keys.terms,
      let folders = try? StoreFolders.existing(location),
      let state = try? StateFile(in: folders.data)?.read(), state.storeID == storeID,
      terms.lockEpoch <= state.lockEpoch, !terms.hold(in: state, locking.clock),
      let reduced = try? keys.ring.reduced(to: .locked)
    else { return }
    locking.held.end(terms, storeID, leaving: reduced)
  }

  /// A store that is open may have been opened before a passcode was set.
  func requirePasscode(_ store: OpenStore) throws(KeychainError) {
    guard try store.currentKeys().keybag.hasPasscode else {
      throw KeychainError(
        .notAvailable, "no passcode is set: nothing can be locked", because: .passcodeMissing)
    }
  }
}
