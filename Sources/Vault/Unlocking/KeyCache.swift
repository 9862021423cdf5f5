import CPlatform
package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
import KeychainStore
import Synchronization

/// The keys of a vault that a process has, and what they depend on.
package struct OpenKeys: Sendable {
  package let ring: KeyRing
  /// The keybag that they come from.
  package let keybag: KeybagReference
  /// The state under which they were found.
  package let state: HeaderState
  /// Nil when the ring has no key that locking takes away.
  package let validity: UnlockValidity?

  package var lockState: LockState { LockState(openClasses: ring.openClasses) }

  /// Whether other keys were found in the same keybag and under the same locking.
  func isOfSameState(as other: OpenKeys) -> Bool {
    keybag == other.keybag && state.lockID == other.state.lockID
  }

  /// The ring without the keys that locking takes away.
  func reduced() throws(KeychainError) -> OpenKeys {
    OpenKeys(ring: try ring.reduced(to: .locked), keybag: keybag, state: state, validity: nil)
  }
}

/// The open keys of this process, of all its vaults, and what it did to lock and unlock them.
package final class KeyCache: Sendable {
  /// What a process knows of one vault.
  struct Entry: Sendable {
    /// The kernel wipes the keys of a child of a fork.
    var keys: OpenKeys?
    /// How often the vault was locked in this process.
    var lockings: UInt64 = 0
    /// The lock identifier of the header when the vault was last locked here. A header that has it still could not
    /// record that locking.
    var lockedID: RowIdentifier?
    /// What became of the passcode that the process was given; nil before the vault was opened.
    var automaticUnlock: AutomaticUnlock.Record?

    /// Takes over the keys of an unlocking. It ends a locking that could not be recorded.
    mutating func unlock(_ keys: OpenKeys) {
      self.keys = keys
      lockedID = nil
    }

    /// Drops the keys that locking takes away; all of them when they cannot be told apart.
    mutating func reduce() { keys = try? keys?.reduced() }
  }

  private let entries = ForkSafeMutex<[RowIdentifier: Entry]>([:])
  /// One passcode is tried at a time: the next thread finds what it gave. No call is going on during a fork, so a child
  /// finds nobody in the queue.
  let automaticUnlocks = WriterQueue()
  /// Whether this process reported that the passcode that it was given is of no use.
  let hasReported = Atomic<Bool>(false)

  package init() {}

  private func update<Result>(_ vaultID: RowIdentifier, _ body: (inout Entry) -> Result) -> Result {
    entries.withLock { body(&$0[vaultID, default: Entry()]) }
  }

  /// Changes what is known of a vault, unless this process locked it meanwhile.
  ///
  /// - Parameter lockings: How often it had locked the vault before.
  /// - Returns: Whether it was changed.
  @discardableResult
  func update(_ vaultID: RowIdentifier, since lockings: UInt64, _ body: (inout Entry) -> Void) -> Bool {
    update(vaultID) { entry in
      guard entry.lockings == lockings else { return false }
      body(&entry)
      return true
    }
  }

  func entry(_ vaultID: RowIdentifier) -> Entry { update(vaultID) { $0 } }

  package func keys(of vaultID: RowIdentifier) -> OpenKeys? { entry(vaultID).keys }

  func lockings(of vaultID: RowIdentifier) -> UInt64 { update(vaultID) { $0.lockings } }

  /// Drops all keys of a vault.
  func forget(_ vaultID: RowIdentifier) { update(vaultID) { $0.keys = nil } }

  /// Drops the keys that locking takes away.
  ///
  /// - Parameter lockID: The lock identifier of the header before the locking; nil when it cannot be read.
  func lock(_ vaultID: RowIdentifier, _ lockID: RowIdentifier?) {
    update(vaultID) { entry in
      entry.reduce()
      entry.lockings += 1
      entry.lockedID = lockID
      entry.automaticUnlock = .over
    }
  }

  /// Drops the keys of unlockings that are over, of vaults that cannot be opened any more.
  ///
  /// - Parameter state: The state that the header of one of them has now.
  func dropEnded(_ state: HeaderState?, _ clock: any BootClock) {
    entries.withLock { entries in
      for (vaultID, entry) in entries {
        guard let keys = entry.keys, let validity = keys.validity else { continue }
        let state = state.flatMap { $0.vaultID == vaultID ? $0 : nil } ?? keys.state
        guard state.lockID != keys.state.lockID || !validity.holds(state, clock) else { continue }
        entries[vaultID]?.reduce()
      }
    }
  }

  /// An error, with the reason why the passcode of this process did not unlock the keychain where that is why it is
  /// locked.
  func explaining(_ error: KeychainError) -> KeychainError {
    guard error.code == .interactionNotAllowed, error.failureCause == .locked,
      let failure = entries.withLock({ $0.values.lazy.compactMap { $0.automaticUnlock?.failure }.first })
    else { return error }
    return KeychainError(
      error.code, "\(error.reason): \(failure.reason)", because: .passcodeFileUnusable, cause: error.cause)
  }
}

/// What unlocking takes beside the files of a vault. Tests put their own in place, and so stand for several processes.
package struct UnlockContext: Sendable {
  package let authority: any UnlockAuthority
  package let cache: KeyCache
  package let clock: any BootClock
  /// What a new passcode costs a program that tries it.
  package let cost: Argon2Cost

  package init(authority: any UnlockAuthority, cache: KeyCache, clock: any BootClock, cost: Argon2Cost = .recommended) {
    self.authority = authority
    self.cache = cache
    self.clock = clock
    self.cost = cost
  }

  package static let system = UnlockContext(authority: systemAuthority(), cache: KeyCache(), clock: SystemBootClock())

  /// The kernel's keyring, unless the variable `LATCHKEY_UNLOCK_DIRECTORY` names a folder.
  private static func systemAuthority() -> any UnlockAuthority {
    guard let value = lk_secure_getenv("LATCHKEY_UNLOCK_DIRECTORY"), value.pointee != 0 else { return KernelKeyring() }
    return UnlockFiles(String(cString: value))
  }
}
