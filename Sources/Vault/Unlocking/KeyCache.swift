import KeychainCrypto
package import KeychainModel
import KeychainStore
import Synchronization

/// The open keys of this process, of all its vaults. A child of a fork has none: the kernel wipes them there.
package final class KeyCache: Sendable {
  private struct Entry: Sendable {
    var keys: OpenKeys?
    /// How often the vault was locked in this process.
    var lockings: UInt64 = 0
    /// The lock identifier of the header when the vault was last locked here. A header that has it still could not
    /// record that locking.
    var lockedID: RowIdentifier?
    var trial = PasscodeTrial.Record.none
    /// Why the passcode that the process was given does not unlock the vault.
    var trialFailure: KeychainError?
  }

  private struct Content: Sendable {
    var marker = ForkMarker()
    var entries: [RowIdentifier: Entry] = [:]
    /// Whether a passcode that is of no use was reported.
    var hasReported = false
  }

  private let content = Guarded(Content())
  private let lockingCount = Atomic<UInt64>(0)
  /// One passcode is tried at a time: the next thread finds what it gave. No call is going on during a fork, so a child
  /// finds nobody in the queue.
  let trials = WriterQueue()

  package init() {}

  @discardableResult
  private func withEntry<Result>(
    _ vaultID: RowIdentifier, _ body: (inout Entry) -> Result
  ) -> Result {
    withContent { body(&$0.entries[vaultID, default: Entry()]) }
  }

  private func withContent<Result>(_ body: (inout Content) -> Result) -> Result {
    content.withLock { content in
      if !content.marker.isThisProcess {
        content.marker = ForkMarker()
        for vaultID in content.entries.keys { content.entries[vaultID]?.keys = nil }
      }
      return body(&content)
    }
  }

  // MARK: Keys

  package func keys(of vaultID: RowIdentifier) -> OpenKeys? { withEntry(vaultID) { $0.keys } }

  func hold(_ keys: OpenKeys?, of vaultID: RowIdentifier) {
    withEntry(vaultID) { entry in
      entry.keys = keys
      if keys?.terms != nil, entry.lockedID != keys?.lockID { entry.lockedID = nil }
    }
  }

  /// Holds the keys of an unlocking that was asked for, which also ends a locking that could not be recorded.
  func holdUnlocked(_ keys: OpenKeys, of vaultID: RowIdentifier) {
    withEntry(vaultID) { entry in
      entry.keys = keys
      entry.lockedID = nil
      entry.trialFailure = nil
    }
  }

  /// Holds the keys of a passcode that was tried, unless this process locked the vault meanwhile.
  ///
  /// - Parameter lockings: How often the vault had been locked in this process when the trial began.
  /// - Returns: Whether they are held.
  func holdTried(
    _ keys: OpenKeys, _ terms: UnlockTerms, of vaultID: RowIdentifier, since lockings: UInt64
  ) -> Bool {
    withEntry(vaultID) { entry in
      guard entry.lockings == lockings else { return false }
      entry.keys = keys
      entry.lockedID = nil
      entry.trialFailure = nil
      entry.trial = .unlocked(lockID: keys.lockID, terms)
      return true
    }
  }

  /// Drops the keys that locking takes away; all of them when they cannot be told apart.
  ///
  /// - Parameter lockID: The lock identifier of the header before the locking; nil when it cannot be read.
  func lock(_ vaultID: RowIdentifier, _ lockID: RowIdentifier?) {
    lockingCount.add(1, ordering: .sequentiallyConsistent)
    withEntry(vaultID) { entry in
      entry.keys = try? entry.keys?.reduced()
      entry.lockings += 1
      entry.lockedID = lockID
      entry.trial = .ended
    }
  }

  /// Drops the keys that a locking took away, of a vault that cannot be opened any more.
  ///
  /// - Parameter lockID: The lock identifier of the header.
  func drop(_ vaultID: RowIdentifier, exceptOf lockID: RowIdentifier) {
    withEntry(vaultID) { entry in
      guard let keys = entry.keys, keys.terms != nil, keys.lockID != lockID else { return }
      entry.keys = try? keys.reduced()
    }
  }

  /// Drops all keys of a vault.
  func forget(_ vaultID: RowIdentifier) { withEntry(vaultID) { $0.keys = nil } }

  /// Drops keys whose time is over, of vaults that cannot be opened any more.
  func dropExpired(_ clock: any VaultClock) {
    withContent { content in
      for (vaultID, entry) in content.entries {
        guard let keys = entry.keys, let terms = keys.terms, !terms.hold(keys.settings, clock)
        else { continue }
        content.entries[vaultID]?.keys = try? keys.reduced()
      }
    }
  }

  // MARK: Lockings of this process

  /// How often a vault was locked in this process.
  func lockings(of vaultID: RowIdentifier) -> UInt64 {
    // Most processes never lock.
    guard lockingCount.load(ordering: .sequentiallyConsistent) > 0 else { return 0 }
    return withEntry(vaultID) { $0.lockings }
  }

  /// Whether this process locked the vault and could not record it: the header has still this lock identifier.
  func isLockedHere(_ vaultID: RowIdentifier, _ lockID: RowIdentifier) -> Bool {
    guard lockingCount.load(ordering: .sequentiallyConsistent) > 0 else { return false }
    return withEntry(vaultID) { $0.lockedID == lockID }
  }

  // MARK: The passcode that the process was given

  func trial(of vaultID: RowIdentifier) -> PasscodeTrial.Record { withEntry(vaultID) { $0.trial } }

  func setTrial(_ record: PasscodeTrial.Record, of vaultID: RowIdentifier) {
    withEntry(vaultID) { $0.trial = record }
  }

  /// Keeps why the passcode that the process was given is of no use.
  ///
  /// - Returns: Whether it is the first time in this process.
  func keepTrialFailure(_ error: KeychainError, of vaultID: RowIdentifier) -> Bool {
    withContent { content in
      content.entries[vaultID, default: Entry()].trialFailure = error
      defer { content.hasReported = true }
      return !content.hasReported
    }
  }

  /// An error, with the reason why the passcode of this process did not unlock the keychain where that is why it is
  /// locked.
  func explaining(_ error: KeychainError) -> KeychainError {
    guard error.code == .interactionNotAllowed, error.failureCause == .locked,
      let failure = withContent({ $0.entries.values.lazy.compactMap(\.trialFailure).first })
    else { return error }
    return KeychainError(
      error.code, "\(error.reason): \(failure.reason)", because: .passcodeFileUnusable,
      cause: error.cause)
  }
}
