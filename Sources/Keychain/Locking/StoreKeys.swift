import KeychainCrypto
import KeychainModel

/// The keys of a store that a process has, and since when it has those that locking takes away.
struct StoreKeys: Sendable {
  let ring: KeyRing

  /// Nil when the ring has nothing that locking takes away.
  let terms: UnlockTerms?

  /// Without those that locking takes away; nil when these cannot be told apart.
  var reduced: StoreKeys? {
    (try? ring.reduced(to: .locked)).map { StoreKeys(ring: $0, terms: nil) }
  }

  /// What of a store with a passcode can be used with them.
  var lockState: LockState { LockState(openClasses: ring.openClasses) }

  /// Whether there are keys, active or retired, that locking takes away.
  var isEndedByLocking: Bool {
    ring.usableKeys.contains { !LockState.locked.opens($0.accessibility) }
  }
}
