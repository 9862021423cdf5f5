import KeychainCrypto
import KeychainModel

/// The keys of the stores that were unlocked in this process, by whatever object.
package final class HeldKeys: Sendable {
  private struct State: Sendable {
    var keys: [RowIdentifier: StoreKeys] = [:]
    var tried: Set<RowIdentifier> = []
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

  /// Lets go what locking takes away.
  func lock(_ storeID: RowIdentifier) {
    guard let keys = keys(of: storeID) else { return }
    let reduced = try? keys.ring.reduced(to: .locked)
    state.withLock { $0.keys[storeID] = reduced.map { StoreKeys(ring: $0, terms: nil) } }
  }

  /// Lets go all keys of a store.
  func forget(_ storeID: RowIdentifier) { state.withLock { $0.keys[storeID] = nil } }

  /// Whether the passcode that this process was given was not tried yet; from then on it was. Once is
  /// enough: what was locked afterwards is to stay locked, and a wrong one stays wrong.
  func beginTrying(_ storeID: RowIdentifier) -> Bool {
    state.withLock { $0.tried.insert(storeID).inserted }
  }
}
