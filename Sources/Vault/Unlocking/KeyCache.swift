import CPlatform
package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
import KeychainStore
import Synchronization

/// The open keys of a vault in a process, and the conditions of their validity.
package struct OpenKeys: Sendable {
  package let ring: KeyRing
  /// The keybag of the keys.
  package let keybag: KeybagReference
  /// The state in which the keys were found.
  package let state: HeaderState
  /// Nil when the ring has no key that locking revokes.
  package let validity: UnlockValidity?

  package var lockState: LockState { LockState(openClasses: ring.openClasses) }

  /// Whether both sets of keys come from the same keybag and the same lock generation.
  func isOfSameState(as other: OpenKeys) -> Bool {
    keybag == other.keybag && state.lockID == other.state.lockID
  }

  /// The same keys without the keys that locking revokes.
  func reduced() throws(KeychainError) -> OpenKeys {
    OpenKeys(ring: try ring.reduced(to: .locked), keybag: keybag, state: state, validity: nil)
  }
}

/// The open keys of all vaults in this process, and what this process did to lock and unlock each vault.
package final class KeyCache: Sendable {
  /// The state of one vault in this process.
  struct Entry: Sendable {
    /// The open keys. The kernel wipes the keys in the child of a fork.
    var keys: OpenKeys?
    /// The number of the last locking of the vault in this process; at first, the last number of any vault.
    var lockings: UInt64
    /// The lock identifier in the header at the last locking in this process. It is the same if no locking was recorded.
    var lockedID: RowIdentifier?
    /// The outcome of trying the passcode that the process was given; nil before the vault was opened.
    var automaticUnlock: AutomaticUnlock.Record?
    /// The unlocking of a portable vault by this process.
    var portable: PortableUnlock?
    /// The keys of a portable vault that this process makes.
    var newPortableKeys: PortableKeys?
    /// The key of the new password, while the password of a portable vault changes.
    var nextPortableKey: DeviceKey?

    /// Stores the keys of an unlocking. The unlocking ends a locking that could not be recorded.
    mutating func unlock(_ keys: OpenKeys) { (self.keys, lockedID) = (keys, nil) }

    /// Drops the keys that locking revokes. If this fails, drops all keys.
    mutating func reduce() {
      // All keys of a portable vault are locked, including the key of the index.
      keys = portable == nil ? try? keys?.reduced() : nil
      portable = nil
    }
  }

  private let entries = ForkSafeMutex<[RowIdentifier: Entry]>([:])
  /// The number of lockings and removals of all vaults. An entry that is made again has a greater number than before.
  private let lockings = Atomic<UInt64>(0)
  /// Serializes the passcode attempts of threads, so that each thread finds the result of the thread before it. No call
  /// runs during a fork, so the queue of a child is empty.
  let automaticUnlocks = WriterQueue()
  /// Whether this process logged that its passcode cannot unlock the vault.
  let hasReported = Atomic<Bool>(false)

  package init() {}

  func update<Result>(_ vaultID: RowIdentifier, _ body: (inout Entry) -> Result) -> Result {
    entries.withLock { body(&$0[vaultID, default: Entry(lockings: lockings.load(ordering: .relaxed))]) }
  }

  /// Changes the entry of a vault, unless this process locked the vault after the caller began its work.
  ///
  /// - Parameter lockings: The number of lockings in this process when the caller began its work.
  /// - Returns: Whether the entry was changed.
  @discardableResult
  func update(_ vaultID: RowIdentifier, since lockings: UInt64, _ body: (inout Entry) -> Void) -> Bool {
    update(vaultID) { entry in
      guard entry.lockings == lockings else { return false }
      body(&entry)
      return true
    }
  }

  func entry(_ vaultID: RowIdentifier) -> Entry { update(vaultID) { $0 } }
  package func keys(of vaultID: RowIdentifier) -> OpenKeys? { entries.withLock { $0[vaultID]?.keys } }
  func lockings(of vaultID: RowIdentifier) -> UInt64 { update(vaultID) { $0.lockings } }

  /// Drops all keys of a vault.
  func forget(_ vaultID: RowIdentifier) {
    entries.withLock { entries in
      entries[vaultID]?.keys = nil
      entries[vaultID]?.portable = nil
    }
  }

  /// Drops everything about a vault that is gone. A thread that looks for its keys at the same time does not keep them.
  package func remove(_ vaultID: RowIdentifier) {
    entries.withLock { entries in
      entries[vaultID] = nil
      lockings.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Drops the keys that locking revokes.
  ///
  /// - Parameter lockID: The lock identifier of the header before the locking; nil when the header cannot be read.
  func lock(_ vaultID: RowIdentifier, _ lockID: RowIdentifier?) {
    update(vaultID) { entry in
      entry.reduce()
      entry.lockings = lockings.wrappingAdd(1, ordering: .relaxed).newValue
      entry.lockedID = lockID
      entry.automaticUnlock = .over
    }
  }

  /// Drops the unlocked keys of every vault whose unlocking has ended, including vaults that cannot be opened any more.
  ///
  /// - Parameter state: The present state in the header of one of these vaults.
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

  /// The error of a call, with the reason why the passcode of this process failed if the keychain is locked for it.
  func explaining(_ error: KeychainError) -> KeychainError {
    guard error.code == .interactionNotAllowed, error.failureCause == .locked,
      let failure = entries.withLock({ $0.values.lazy.compactMap { $0.automaticUnlock?.failure }.first })
    else { return error }
    return KeychainError(
      error.code, "\(error.reason): \(failure.reason)", because: .passcodeFileUnusable, cause: error.cause)
  }
}

/// What unlocking needs besides the files of a vault. Tests replace these services to simulate processes.
package struct UnlockContext: Sendable {
  package let authority: any UnlockAuthority
  package let cache: KeyCache
  package let clock: any BootClock
  /// The cost of Argon2id for a new passcode.
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
