import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Sets, changes or removes the passcode of an open store.
///
/// The keys that the passcodes give are derived first, which takes its time. Then the keybag is replaced
/// (`OpenStore.changeKeybag`); when another process changed it meanwhile, everything begins anew.
struct PasscodeChange {
  let store: OpenStore
  let context: LockContext
  let clock: any KeychainClock
  let random: any RandomSource
  let deadline: Deadline
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable { case derived, announced, replaced }

  /// A keybag that a change has made, and what it gives to this process.
  struct Made {
    let keybag: Keybag
    let keys: StoreKeys
    /// Why the keys could not be left to other processes; nil when they were, and when there is no passcode.
    var refusal: KeychainError?
  }

  /// - Parameters:
  ///   - old: The passcode that is set; nil when none is.
  ///   - new: The one to set; nil for none.
  ///   - made: What the last attempt made, and the next one looks for: it may be in place although that
  ///     attempt failed.
  ///   - terms: Those of when the old passcode was given first, which later attempts compare.
  /// - Returns: What is in place now: the keys of the changed store, unlocked, which are shared already.
  /// - Throws: `.authenticationFailed` when the old passcode is wrong, or may not be tried yet;
  ///   `.interactionNotAllowed` when the store was locked after the old one was given;
  ///   `.parameter` when one is set and none was given; `.notAvailable` when none is set and one was
  ///   given, and for what keeps a store from being used; `.readOnly`.
  func run(
    from old: Passcode?, to new: Passcode?, made: inout Made?, terms: inout UnlockTerms?
  ) throws(KeychainError) -> Made {
    var attempt = 1
    while true {
      let (keybag, deviceKey) = try store.currentKeys()
      if var done = made, done.keybag == keybag {
        // What failed may have been to make it last.
        try store.folders.data.synchronize()
        try store.withKeybagInPlace(keybag, until: deadline) { (_) throws(KeychainError) in
          if new == nil { context.withdraw(store.ring.storeID) } else { try share(&done) }
        }
        return done
      }
      // Whoever locks the store ends what the old passcode gave.
      if let terms { try store.currentState().requireUnlocked(since: terms, context.clock) }
      guard keybag.hasPasscode == (old != nil) else {
        throw keybag.hasPasscode
          ? KeychainError(.parameter, "a passcode is set already: changing it takes the old one")
          : PasscodeCheck.noPasscode
      }
      // Before it is tried, which takes its time.
      if old != nil, terms == nil {
        terms = UnlockTerms(try store.currentState(), context.clock)
      }
      let oldKey = try old.map { (old) throws(KeychainError) in
        try PasscodeCheck(directory: store.folders.data, clock: clock, deadline: deadline)
          .key(of: old, keybag, deviceKey)
      }
      let newKey = try new.map { (new) throws(KeychainError) in
        try PasscodeKey(new: new, deviceKey: deviceKey, cost: context.cost, random: random)
      }
      if old == nil, new != nil {
        // A disk may be full when somebody wants to unlock: the record has its room from now on.
        try PasscodeAttemptsFile(directory: store.folders.data, clock: clock, deadline: deadline)
          .reset()
      }
      try onStep(.derived)
      if let done = try replace(keybag, deviceKey, oldKey, newKey, terms, &made) {
        return done
      }
      guard attempt < Self.attemptCount else {
        throw KeychainError(
          .notAvailable, "other processes keep changing the keybag", because: .timedOut)
      }
      attempt += 1
    }
  }

  private static let attemptCount = 5

  /// Nil when the keybag is another one by now.
  ///
  /// - Throws: `.interactionNotAllowed` when the store was locked since.
  private func replace(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ oldKey: PasscodeKey?, _ newKey: PasscodeKey?,
    _ terms: UnlockTerms?, _ made: inout Made?
  ) throws(KeychainError) -> Made? {
    guard let next = try changed(keybag, deviceKey, oldKey, newKey) else { return nil }
    var refusal: KeychainError?
    var done = try store.changeKeybag(
      from: keybag, until: deadline,
      onStep: { (step) throws(KeychainError) in
        try onStep(step == .announced ? .announced : .replaced)
      },
      to: { (_) throws(KeychainError) in
        // From here on nobody can lock it until the new keys are shared.
        if let terms { try store.currentState().requireUnlocked(since: terms, context.clock) }
        return next
      },
      keys: { (next) throws(KeychainError) in
        let state = try store.currentState()
        let keys = StoreKeys(
          ring: try store.folders.keyRing(next, deviceKey, passcodeKey: newKey),
          terms: terms ?? UnlockTerms(state, context.clock))
        let done = Made(keybag: next, keys: keys)
        made = done
        return done
      },
      whenReplaced: { (done) throws(KeychainError) in
        // While everybody waits for the lock: who comes next finds the keys.
        // Keys that were left under no passcode would open the store under the next one.
        if newKey == nil { return context.withdraw(store.ring.storeID) }
        var done = done
        try share(&done)
        refusal = done.refusal
      })
    done?.refusal = refusal
    return done
  }

  private func share(_ made: inout Made) throws(KeychainError) {
    made.refusal = context.share(made.keys, try store.currentState())
  }

  private func changed(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ oldKey: PasscodeKey?, _ newKey: PasscodeKey?
  ) throws(KeychainError) -> Keybag? {
    switch (oldKey, newKey) {
    case (nil, let new?):
      try keybag.settingPasscode(new, deviceKey: deviceKey, random: random)
    case (let old?, let new?):
      try keybag.changingPasscode(from: old, to: new, deviceKey: deviceKey, random: random)
    case (let old?, nil):
      try keybag.removingPasscode(old, deviceKey: deviceKey, random: random)
    case (nil, nil): nil
    }
  }
}
