import KeychainCrypto
import KeychainModel
import KeychainStore

/// The keys of the stores that were unlocked in this process, by whatever object.
package final class HeldKeys: Sendable {
  /// What this process made of the passcode that it was given.
  private struct Try: Sendable {
    /// The `nextKeyID` of the keybag then.
    let nextKeyID: UInt32
    /// When it may be tried again, by the machine's clock, because it was not tried: nil when it was.
    var again: Int64?
  }

  private struct State: Sendable {
    var marker = ForkMarker()
    var keys: [RowIdentifier: StoreKeys] = [:]
    var tries: [RowIdentifier: Try] = [:]
    /// The unlockings of the process that this one was forked from.
    var inherited: [RowIdentifier: UnlockTerms] = [:]

    /// In a forked child the keys are gone.
    mutating func leaveParent() {
      guard !marker.isThisProcess else { return }
      marker = ForkMarker()
      for (storeID, held) in keys { inherited[storeID] = held.terms }
      keys = [:]
    }
  }

  private let state = Guarded(State())

  package init() {}

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock {
      $0.leaveParent()
      return body(&$0)
    }
  }

  /// The keys of a store; nil when it was not unlocked here, or before a fork.
  func keys(of storeID: RowIdentifier) -> StoreKeys? { withState { $0.keys[storeID] } }

  /// Holds keys in place of earlier ones of the same store.
  func hold(_ keys: StoreKeys) { withState { $0.keys[keys.ring.storeID] = keys } }

  /// Holds keys in place of earlier ones of the same store, of which locking took some away.
  func replaceLocked(_ keys: StoreKeys) {
    withState {
      guard let held = $0.keys[keys.ring.storeID], held.terms == nil else { return }
      $0.keys[keys.ring.storeID] = keys
    }
  }

  /// Lets go what locking takes away.
  func lock(_ storeID: RowIdentifier) {
    withState { state in
      state.inherited[storeID] = nil
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
  func mayTry(
    _ keybag: Keybag, isUnlocked: Bool, _ store: StoreState, _ clock: any MachineClock
  ) -> Bool {
    withState { state in
      guard let tried = state.tries[keybag.storeID] else { return true }
      if let again = tried.again { return clock.sinceStart >= again }
      if isUnlocked, tried.nextKeyID < keybag.nextKeyID { return true }
      return state.inherited[keybag.storeID]?.hold(in: store, clock) ?? false
    }
  }

  /// Remembers that it was tried.
  func haveTried(_ keybag: Keybag) {
    withState {
      $0.tries[keybag.storeID] = Try(nextKeyID: keybag.nextKeyID)
      $0.inherited[keybag.storeID] = nil
    }
  }

  /// Remembers that it could not be tried, and when it may be, by the machine's clock.
  func haveNotTried(_ keybag: Keybag, again: Int64) {
    withState { $0.tries[keybag.storeID] = Try(nextKeyID: keybag.nextKeyID, again: again) }
  }
}
