import CPlatform
import Glibc
import KeychainCrypto
import KeychainLog
package import KeychainModel
import KeychainStore

/// Gives every class a new key, seals every row under the new ones, and destroys the old keys.
///
/// 1. One change of the keybag retires the keys in use and makes new ones. From then on nothing is sealed
///    under the old ones: who writes compares the keybag first.
/// 2. Every row is read, and those that are sealed under retired keys are sealed anew, some at a time,
///    each time in one transaction. Other processes go on; they may seal a row anew by changing it.
/// 3. While nobody can write, the retired keys that no row needs are destroyed, by another change of the
///    keybag. One that a damaged row may be sealed under is kept.
///
/// A process that dies leaves retired keys; the next rotation goes on with 2, and ends there. When
/// nothing is left to do for them, it begins with 1.
package struct KeyRotation {
  /// What came of it.
  package struct Outcome: Sendable, Equatable {
    package var resealedCount = 0
    package var destroyedKeyCount = 0
    /// Old keys that could not be destroyed, because rows that are damaged may need them.
    package var keptKeyCount = 0
    /// Rows that say they are sealed under an old key, and do not open.
    package var damagedCount = 0
    /// Whether it was an earlier rotation, interrupted, that was finished. Then none was begun.
    package var isResumed = false
    /// Why processes that are started from now on find the store locked; nil when they do not.
    package var refusal: KeychainError?

    package init() {}

    package static func == (left: Self, right: Self) -> Bool {
      left.resealedCount == right.resealedCount
        && left.destroyedKeyCount == right.destroyedKeyCount
        && left.keptKeyCount == right.keptKeyCount && left.damagedCount == right.damagedCount
        && left.isResumed == right.isResumed && left.refusal?.code == right.refusal?.code
    }
  }

  let keychain: LocalKeychain
  let onProgress: (Int, Int) -> Void
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable {
    case unlocked, announced, replaced, shared, surveyed, batch, resealed, announcedEnd, destroyed
  }

  private static let attemptCount = 5

  /// - Parameters:
  ///   - passcode: The one that is set; nil when none is.
  ///   - given: Those of the moment when it was given; nil when that is now.
  /// - Throws: `.interactionNotAllowed` when one is set and none was given, or somebody locked the store
  ///   meanwhile; `.authenticationFailed`; `.notAvailable` when none is set and one was given.
  func run(
    _ passcode: Passcode?, _ given: UnlockTerms? = nil
  ) throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    let (unlocking, isUnfinished) = try unlock(passcode, given, &outcome)
    try onStep(.unlocked)
    if isUnfinished {
      try finish(&outcome)
      if outcome.resealedCount > 0 || outcome.destroyedKeyCount > 0 {
        outcome.isResumed = true
        Log.notice("a rotation of keys that was interrupted is finished")
        return outcome
      }
    }
    try rotate(unlocking, &outcome)
    try finish(&outcome)
    Log.notice("the keys were rotated: \(outcome.resealedCount) rows are sealed anew")
    return outcome
  }

  /// What the passcode gave.
  private struct Unlocking {
    let passcodeKey: PasscodeKey
    /// Those of the time when it was given: whatever locks the store afterwards ends it.
    let terms: UnlockTerms
    let clock: any MachineClock

    /// - Throws: `.interactionNotAllowed` when the store was locked since.
    func requireToLast(in state: StoreState) throws(KeychainError) {
      try state.requireUnlocked(since: terms, clock)
    }
  }

  /// What the passcode gives, nil where none is set; and whether there are retired keys.
  private func unlock(
    _ passcode: Passcode?, _ given: UnlockTerms?, _ outcome: inout Outcome
  ) throws(KeychainError) -> (Unlocking?, isUnfinished: Bool) {
    let (unlocking, isUnfinished, refusal) = try keychain.withStore {
      (store, deadline) throws(KeychainError) -> (Unlocking?, Bool, KeychainError?) in
      let (keybag, deviceKey) = try store.currentKeys()
      let isUnfinished = !keybag.retiredKeyIDs.isEmpty
      guard keybag.hasPasscode else {
        guard passcode == nil else { throw PasscodeCheck.noPasscode }
        return (nil, isUnfinished, nil)
      }
      guard let passcode else {
        throw KeychainError(
          .interactionNotAllowed, "a passcode is set: rotating the keys takes it")
      }
      // Before it is tried, which takes its time.
      let state = try store.currentState()
      let terms = given ?? UnlockTerms(state, keychain.locking.clock)
      try state.requireUnlocked(since: terms, keychain.locking.clock)
      let check = PasscodeCheck(
        directory: store.folders.data, clock: keychain.clock, deadline: deadline)
      let key = try check.key(of: passcode, keybag, deviceKey)
      let ring = try store.folders.keyRing(keybag, deviceKey, passcodeKey: key)
      let unlocking = Unlocking(
        passcodeKey: key, terms: terms, clock: keychain.locking.clock)
      let refusal = try store.withKeybagInPlace(keybag, until: deadline) {
        (state) throws(KeychainError) in
        try unlocking.requireToLast(in: state)
        return keychain.locking.share(StoreKeys(ring: ring, terms: terms), state)
      }
      return (unlocking, isUnfinished, refusal)
    }
    outcome.refusal = refusal
    return (unlocking, isUnfinished)
  }

  private func replaceShared(
    _ ring: KeyRing, _ unlocking: Unlocking?, _ state: StoreState
  ) -> KeychainError? {
    guard let unlocking else { return nil }
    return keychain.locking.replaceShared(StoreKeys(ring: ring, terms: unlocking.terms), state)
  }

  // MARK: Steps

  private func rotate(
    _ unlocking: Unlocking?, _ outcome: inout Outcome
  ) throws(KeychainError) {
    let passcodeKey = unlocking?.passcodeKey
    var made: Keybag?
    for _ in 0..<Self.attemptCount {
      var refusal: KeychainError?
      let isDone = try keychain.withStore { (store, deadline) throws(KeychainError) in
        let (keybag, deviceKey) = try store.currentKeys()
        if let made, made == keybag {
          // What failed came after it was in force, and may have been to make it last: rows must not be
          // sealed under keys that a power failure takes away.
          try store.folders.data.synchronize()
          let ring = try store.folders.keyRing(keybag, deviceKey, passcodeKey: passcodeKey)
          refusal = try store.withKeybagInPlace(keybag, until: deadline) {
            (state) throws(KeychainError) in
            try unlocking?.requireToLast(in: state)
            return replaceShared(ring, unlocking, state)
          }
          return true
        }
        let next = try rotated(keybag, deviceKey, passcodeKey)
        made = next
        return try store.changeKeybag(
          from: keybag, until: deadline,
          onStep: { (step) throws(KeychainError) in
            try onStep(step == .announced ? .announced : .replaced)
          },
          to: { (_) throws(KeychainError) in
            // From here on nobody can lock it until the new keys are shared.
            try unlocking?.requireToLast(in: try store.currentState())
            return next
          },
          keys: { (next) throws(KeychainError) in
            try store.folders.keyRing(next, deviceKey, passcodeKey: passcodeKey)
          },
          whenReplaced: { (ring) throws(KeychainError) in
            // Not before: a key that never came into force would be taken for the next of its number.
            refusal = replaceShared(ring, unlocking, try store.currentState())
            try onStep(.shared)
          }) != nil
      }
      guard !isDone else {
        outcome.refusal = refusal ?? outcome.refusal
        return
      }
    }
    throw KeychainError(
      .notAvailable, "other processes keep changing the keybag", because: .timedOut)
  }

  private func rotated(
    _ keybag: Keybag, _ deviceKey: DeviceKey, _ passcodeKey: PasscodeKey?
  ) throws(KeychainError) -> Keybag {
    do throws(KeychainError) {
      return try keybag.rotatingKeys(
        deviceKey: deviceKey, passcodeKey: passcodeKey, random: keychain.random)
    } catch {
      // The passcode was right when it was given.
      guard error.code == .authenticationFailed else { throw error }
      throw KeychainError(
        .notAvailable,
        "the passcode or the device key was changed meanwhile; the keys were not rotated",
        because: .replaced)
    }
  }

  /// Seals what is under retired keys, and destroys these.
  private func finish(_ outcome: inout Outcome) throws(KeychainError) {
    // Rows under a retired key may come back out of quarantine meanwhile.
    for _ in 0..<Self.attemptCount {
      let survey = try keychain.withStore { (store, deadline) throws(KeychainError) in
        try store.read(until: deadline) { (session) throws(KeychainError) in
          try session.connection.read { () throws(KeychainError) in
            var survey = RowSurvey(session)
            try survey.run()
            return survey
          }
        }
      }
      guard !survey.retired.isEmpty else { return }
      try onStep(.surveyed)
      let damaged = try reseal(survey.candidates, &outcome)
      try onStep(.resealed)
      let kept = try destroy(survey, &outcome)
      outcome.keptKeyCount = kept.count
      outcome.damagedCount = damaged.values.reduce(0, +)
      if kept.isSubset(of: survey.neededKeys.union(damaged.keys)) { break }
    }
    // This process lets go of the destroyed keys as well.
    try keychain.withStore { (store, deadline) throws(KeychainError) in
      try store.read(until: deadline) { (_) throws(KeychainError) in }
    }
  }

  /// - Returns: The keys of rows that do not open, with their numbers.
  private func reseal(
    _ places: [RowSurvey.Place], _ outcome: inout Outcome
  ) throws(KeychainError) -> [UInt32: Int] {
    var damaged: [UInt32: Int] = [:]
    var rest = places[...]
    while !rest.isEmpty {
      let begin = lk_monotonic_now()
      let batch = try keychain.withStore { (store, deadline) throws(KeychainError) in
        // Every item stays as it is: there is nothing to tell.
        try store.write(until: deadline, isTold: false, isSynchronizable: { _ in false }) {
          (session) throws(KeychainError) in
          try RowResealing(session: session).run(rest)
        }
      }
      rest = rest.dropFirst(batch.doneCount)
      outcome.resealedCount += batch.resealedCount
      damaged.merge(batch.damaged, uniquingKeysWith: +)
      onProgress(places.count - rest.count, places.count)
      try onStep(.batch)
      // Who waits for the database asks for it now and then, and must find it free.
      if !rest.isEmpty { usleep(pause(since: begin)) }
    }
    return damaged
  }

  /// As long as it took since, in microseconds, at most a twentieth of a second.
  private func pause(since begin: Int64) -> UInt32 {
    UInt32(clamping: min((lk_monotonic_now() - begin) / 1000, 50_000))
  }

  /// Destroys the retired keys of a survey that no row needs.
  ///
  /// - Returns: Those that are left.
  private func destroy(
    _ survey: RowSurvey, _ outcome: inout Outcome
  ) throws(KeychainError) -> Set<UInt32> {
    var made: Keybag?
    var unused: Set<UInt32>?
    var left: Set<UInt32> = []
    for _ in 0..<Self.attemptCount {
      let isDone = try keychain.withStore { (store, deadline) throws(KeychainError) in
        let (keybag, deviceKey) = try store.currentKeys()
        // The store may have been opened before this process was given the passcode.
        let earlier = try store.findKeys(keychain.finder(store.keys, until: deadline))
        // Somebody may have locked or unlocked it since; nobody can while this is asked.
        func keys(_ keybag: Keybag) throws(KeychainError) -> StoreKeys {
          try keychain.finder(earlier, until: deadline).keys(
            store.folders, keybag, deviceKey, try store.currentState())
        }
        if let made, made == keybag {
          // As above.
          try store.folders.data.synchronize()
          try store.withKeybagInPlace(keybag, until: deadline) { (_) throws(KeychainError) in
            try share(try keys(keybag), of: store, &outcome)
          }
          return true
        }
        return try store.changeKeybag(
          from: keybag, until: deadline,
          onStep: { (step) throws(KeychainError) in
            try onStep(step == .announced ? .announcedEnd : .destroyed)
          },
          to: { (connection) throws(KeychainError) in
            let candidates = keybag.retiredKeyIDs.intersection(survey.retired)
              .subtracting(survey.neededKeys)
            let found = candidates.subtracting(try connection.keyIDsInUse())
            unused = found
            left = keybag.retiredKeyIDs.intersection(survey.retired).subtracting(found)
            guard !found.isEmpty else { return nil }
            return try keybag.destroyingKeys(
              found, deviceKey: deviceKey, random: keychain.random)
          },
          keys: { (next) throws(KeychainError) in
            made = next
            return try keys(next)
          },
          whenReplaced: { (keys) throws(KeychainError) in
            try share(keys, of: store, &outcome)
          }) != nil
      }
      // Nil when the keybag is another one by now.
      guard let unused, isDone || unused.isEmpty else { continue }
      outcome.destroyedKeyCount += unused.count
      return left
    }
    throw KeychainError(
      .notAvailable, "other processes keep changing the keybag", because: .timedOut)
  }
  /// What was left to other processes holds the destroyed keys, too.
  private func share(
    _ keys: StoreKeys, of store: OpenStore, _ outcome: inout Outcome
  ) throws(KeychainError) {
    guard keys.ring.hasPasscode else { return }
    let state = try store.currentState()
    guard keys.terms == nil else {
      outcome.refusal = keychain.locking.replaceShared(keys, state) ?? outcome.refusal
      return
    }
    // It was locked meanwhile: those are left that locking leaves.
    keychain.locking.renew(keys, state)
  }
}
