import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import Synchronization

/// The keys of the stores that were unlocked in this process, by whatever object.
package final class HeldKeys: Sendable {
  private struct State: Sendable {
    var marker = ForkMarker()
    var keys: [RowIdentifier: StoreKeys] = [:]
    var tries = PasscodeTries()
    /// The number of the last locking here.
    var lockings: [RowIdentifier: UInt64] = [:]
    /// Why the passcode that the process was given unlocked nothing when it was last tried.
    var passcodeFailure: KeychainError?
    var hasToldOfPasscode = false

    /// In a forked child the keys are gone.
    mutating func leaveParent() {
      guard !marker.isThisProcess else { return }
      marker = ForkMarker()
      tries.inherit(keys)
      keys = [:]
    }
  }

  private let state = Guarded(State())
  private let lockingCount = Atomic<UInt64>(0)

  package init() {}

  @discardableResult
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock {
      $0.leaveParent()
      return body(&$0)
    }
  }

  /// The keys of a store; nil when it was not unlocked here, or before a fork.
  func keys(of storeID: RowIdentifier) -> StoreKeys? { withState { $0.keys[storeID] } }

  /// Holds keys in place of earlier ones of the same store. A try that was put off is not made any more.
  func hold(_ keys: StoreKeys) {
    withState {
      $0.keys[keys.ring.storeID] = keys
      $0.tries.endPutOff(of: keys.ring.storeID)
    }
  }

  /// Holds keys in place of earlier ones of the same store, of which locking took some away.
  func replaceLocked(_ keys: StoreKeys) {
    withState {
      guard let held = $0.keys[keys.ring.storeID], held.terms == nil else { return }
      $0.keys[keys.ring.storeID] = keys
    }
  }

  /// Lets go what locking takes away, and tries no passcode afterwards that was not tried yet.
  func lock(_ storeID: RowIdentifier) {
    withState { state in
      state.tries.lock(storeID)
      state.lockings[storeID] = lockingCount.add(1, ordering: .sequentiallyConsistent).newValue
      state.keys[storeID] = state.keys[storeID]?.reduced
    }
  }

  /// How often stores were locked here so far.
  var lockingNumber: UInt64 { lockingCount.load(ordering: .sequentiallyConsistent) }

  /// Whether a store was locked here after so many lockings: what was opened before does not count any more,
  /// also when nobody else could be told.
  func wasLocked(_ storeID: RowIdentifier, since number: UInt64) -> Bool {
    guard lockingNumber != number else { return false }
    return withState { $0.lockings[storeID] ?? 0 } > number
  }

  /// Keys that were found after so many lockings: when their store was locked here since, what that leaves of them.
  func present(_ keys: StoreKeys, since number: UInt64) -> StoreKeys {
    guard wasLocked(keys.ring.storeID, since: number) else { return keys }
    return keys.reduced ?? StoreKeys(ring: keys.ring, terms: nil)
  }

  /// Lets go what locking takes away, when it is held by an unlocking that has ended and no other has
  /// begun since.
  func end(_ terms: UnlockTerms, _ storeID: RowIdentifier, leaving reduced: KeyRing) {
    withState {
      guard $0.keys[storeID]?.terms == terms else { return }
      $0.keys[storeID] = StoreKeys(ring: reduced, terms: nil)
    }
  }

  /// Lets go all keys of a store.
  func forget(_ storeID: RowIdentifier) {
    withState {
      $0.keys[storeID] = nil
      $0.tries.disinherit(storeID)
    }
  }

  // MARK: The passcode that the process was given

  /// Whether it should be tried, as `PasscodeTries.basis` says.
  func mayTry(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> Bool {
    withState { $0.tries.basis(keybag, unlocked: unlocked, store, clock) != nil }
  }

  /// As `PasscodeTries.begin`.
  func beginTrying(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> PasscodeTries.Attempt? {
    withState { $0.tries.begin(keybag, unlocked: unlocked, store, clock) }
  }

  /// Holds the keys that an attempt gave, unless the store was locked here meanwhile.
  ///
  /// - Returns: Whether they are held.
  func hold(_ keys: StoreKeys, of attempt: PasscodeTries.Attempt) -> Bool {
    withState {
      guard $0.tries.isLast(attempt, of: keys.ring.storeID) else { return false }
      $0.keys[keys.ring.storeID] = keys
      $0.passcodeFailure = nil
      return true
    }
  }

  /// Keeps why the passcode that the process was given is of no use.
  ///
  /// - Returns: Whether it is the first time in this process.
  func keepPasscodeFailure(_ error: KeychainError) -> Bool {
    withState { state in
      state.passcodeFailure = error
      defer { state.hasToldOfPasscode = true }
      return !state.hasToldOfPasscode
    }
  }

  /// An error, with the reason why the passcode of this process did not unlock the keychain where that is
  /// why it is locked.
  func explaining(_ error: KeychainError) -> KeychainError {
    guard error.code == .interactionNotAllowed, error.failureCause == .locked,
      let failure = withState({ $0.passcodeFailure })
    else { return error }
    return KeychainError(
      error.code, "\(error.reason): \(failure.reason)", because: .passcodeFileUnusable,
      cause: error.cause)
  }

  /// As `PasscodeTries.end`.
  func endTrying(_ attempt: PasscodeTries.Attempt, of storeID: RowIdentifier) {
    withState { $0.tries.end(attempt, of: storeID) }
  }

  /// Waits for what another thread's attempt gives.
  func waitForAttempt(of storeID: RowIdentifier, until deadline: Deadline) {
    while withState({ $0.tries.isBeingMade(of: storeID) }), deadline.remaining > .zero {
      usleep(2000)
    }
  }

  /// As `PasscodeTries.putOff`.
  func putOff(_ attempt: PasscodeTries.Attempt, of storeID: RowIdentifier, until again: Int64) {
    withState { $0.tries.putOff(attempt, of: storeID, until: again) }
  }

  /// As `PasscodeTries.skip`.
  func skipTrying(_ keybag: Keybag, unlocked: UnlockTerms?) {
    withState { $0.tries.skip(keybag, unlocked: unlocked) }
  }

  /// As `PasscodeTries.find`.
  func find(open storeID: RowIdentifier, _ now: UnlockTerms) {
    withState { $0.tries.find(open: storeID, now) }
  }
}
