import KeychainCrypto
import KeychainModel

/// The keys of the stores that were unlocked in this process, by whatever object.
package final class HeldKeys: Sendable {
  private struct State: Sendable {
    var keys: [RowIdentifier: StoreKeys] = [:]
    var tried: [RowIdentifier: UInt32] = [:]

    func mayTry(_ storeID: RowIdentifier, _ nextKeyID: UInt32, _ isUnlocked: Bool) -> Bool {
      guard let tried = tried[storeID] else { return true }
      return isUnlocked && tried < nextKeyID
    }
  }

  private let state = Guarded(State())

  package init() {}

  /// The keys of a store; nil when it was not unlocked here, or before a fork.
  func keys(of storeID: RowIdentifier) -> StoreKeys? {
    let keys = state.withLock { $0.keys[storeID] }
    return keys?.ring.isUsableInThisProcess == true ? keys : nil
  }

  /// Holds keys in place of earlier ones of the same store.
  func hold(_ keys: StoreKeys) { state.withLock { $0.keys[keys.ring.storeID] = keys } }

  /// Holds keys in place of earlier ones of the same store, of which locking took some away.
  func replaceLocked(_ keys: StoreKeys) {
    state.withLock {
      guard let held = $0.keys[keys.ring.storeID], held.terms == nil else { return }
      $0.keys[keys.ring.storeID] = keys
    }
  }

  /// Lets go what locking takes away.
  func lock(_ storeID: RowIdentifier) {
    state.withLock { state in
      guard let keys = state.keys[storeID], keys.ring.isUsableInThisProcess else { return }
      let reduced = try? keys.ring.reduced(to: .locked)
      state.keys[storeID] = reduced.map { StoreKeys(ring: $0, terms: nil) }
    }
  }

  /// Lets go what locking takes away, when it is held by an unlocking that has ended and no other has
  /// begun since.
  func end(_ terms: UnlockTerms, _ storeID: RowIdentifier, leaving reduced: KeyRing) {
    state.withLock {
      guard $0.keys[storeID]?.terms == terms else { return }
      $0.keys[storeID] = StoreKeys(ring: reduced, terms: nil)
    }
  }

  /// Lets go all keys of a store.
  func forget(_ storeID: RowIdentifier) { state.withLock { $0.keys[storeID] = nil } }

  /// Whether the passcode that this process was given should be tried; from then on it was. Once is
  /// enough: what was locked afterwards is to stay locked, and a wrong one stays wrong. Only a process
  /// that is unlocked, and lacks keys because they are newer, may try it again.
  ///
  /// - Parameter nextKeyID: That of the keybag: another one means newer keys.
  func beginTrying(_ storeID: RowIdentifier, nextKeyID: UInt32, isUnlocked: Bool) -> Bool {
    state.withLock { state in
      guard state.mayTry(storeID, nextKeyID, isUnlocked) else { return false }
      state.tried[storeID] = nextKeyID
      return true
    }
  }

  /// What `beginTrying` would say.
  func mayTry(_ storeID: RowIdentifier, nextKeyID: UInt32, isUnlocked: Bool) -> Bool {
    state.withLock { $0.mayTry(storeID, nextKeyID, isUnlocked) }
  }
}
