import KeychainCrypto
import KeychainModel
import KeychainStore

/// The keys of the stores that were unlocked in this process, by whatever object.
package final class HeldKeys: Sendable {
  /// What this process made of the passcode that it was given.
  private struct Try: Sendable {
    /// The `nextKeyID` of the keybag then.
    let nextKeyID: UInt32
    /// What must hold until the try is made: that nothing locked the store since the process was started, or since
    /// the unlocking of this process or the one that forked it.
    let basis: UnlockTerms?
    let number: UInt64
    /// When it may be tried again, by the machine's clock, because it was not tried: nil when it was, and while it is.
    var again: Int64?
  }

  /// A try that is being made.
  struct Attempt: Sendable {
    fileprivate let number: UInt64
    /// Whether it could not be made before.
    let isRepeated: Bool
  }

  private struct State: Sendable {
    var marker = ForkMarker()
    var keys: [RowIdentifier: StoreKeys] = [:]
    var tries: [RowIdentifier: Try] = [:]
    var lastNumber: UInt64 = 0
    /// The unlockings of the process that this one was forked from.
    var inherited: [RowIdentifier: UnlockTerms] = [:]

    /// In a forked child the keys are gone.
    mutating func leaveParent() {
      guard !marker.isThisProcess else { return }
      marker = ForkMarker()
      for (storeID, held) in keys { inherited[storeID] = held.terms }
      keys = [:]
    }

    /// What allows to try the passcode; nil when nothing does.
    func basis(
      _ keybag: Keybag, _ unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
    ) -> UnlockTerms? {
      guard let tried = tries[keybag.storeID] else { return UnlockTerms(store, clock) }
      if let again = tried.again {
        guard clock.sinceStart >= again else { return nil }
        return tried.basis.flatMap { $0.hold(in: store, clock) ? $0 : nil }
      }
      if let unlocked, tried.nextKeyID < keybag.nextKeyID { return unlocked }
      return inherited[keybag.storeID].flatMap { $0.hold(in: store, clock) ? $0 : nil }
    }

    @discardableResult
    mutating func setTry(
      _ storeID: RowIdentifier, nextKeyID: UInt32, _ basis: UnlockTerms? = nil
    ) -> UInt64 {
      lastNumber += 1
      tries[storeID] = Try(nextKeyID: nextKeyID, basis: basis, number: lastNumber)
      inherited[storeID] = nil
      return lastNumber
    }
  }

  private let state = Guarded(State())

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
      $0.tries[keys.ring.storeID]?.again = nil
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
      let nextKeyID = state.tries[storeID]?.nextKeyID ?? .max
      state.setTry(storeID, nextKeyID: nextKeyID)
      guard let keys = state.keys[storeID] else { return }
      let reduced = try? keys.ring.reduced(to: .locked)
      state.keys[storeID] = reduced.map { StoreKeys(ring: $0, terms: nil) }
    }
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
      $0.inherited[storeID] = nil
    }
  }

  // MARK: The passcode that the process was given

  /// Whether the passcode that this process was given should be tried. Once is enough: what was locked afterwards
  /// is to stay locked, and a wrong one stays wrong. Only a process that is unlocked, and lacks keys because they
  /// are newer, may try it again, and the child of one that is unlocked, which has none of its keys.
  ///
  /// - Parameter unlocked: Those of the present unlocking; nil when the store is locked.
  func mayTry(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> Bool {
    withState { $0.basis(keybag, unlocked, store, clock) != nil }
  }

  /// The same, and from then on it was tried.
  ///
  /// - Returns: Nil when it should not be tried, by another thread's doing for example.
  func beginTrying(
    _ keybag: Keybag, unlocked: UnlockTerms?, _ store: StoreState, _ clock: any MachineClock
  ) -> Attempt? {
    withState { state in
      guard let basis = state.basis(keybag, unlocked, store, clock) else { return nil }
      let isRepeated = state.tries[keybag.storeID]?.again != nil
      let number = state.setTry(keybag.storeID, nextKeyID: keybag.nextKeyID, basis)
      return Attempt(number: number, isRepeated: isRepeated)
    }
  }

  /// Holds the keys that an attempt gave, unless the store was locked here meanwhile.
  ///
  /// - Returns: Whether they are held.
  func hold(_ keys: StoreKeys, of attempt: Attempt) -> Bool {
    withState {
      guard $0.tries[keys.ring.storeID]?.number == attempt.number else { return false }
      $0.keys[keys.ring.storeID] = keys
      return true
    }
  }

  /// Says that an attempt could not be made, and when the next may be, by the machine's clock. Nothing comes of that
  /// when the store was locked here meanwhile.
  func takeBack(_ attempt: Attempt, of storeID: RowIdentifier, again: Int64) {
    withState {
      guard $0.tries[storeID]?.number == attempt.number else { return }
      $0.tries[storeID]?.again = again
    }
  }

  /// Says that there was nothing to try: what is locked from now on is to stay locked.
  func needNotTry(_ keybag: Keybag) {
    withState { $0.setTry(keybag.storeID, nextKeyID: keybag.nextKeyID) }
  }
}
