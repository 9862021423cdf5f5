import KeychainModel
import Testing

@testable import Vault

/// The process keeps nothing about a vault that was erased or replaced. A service sees many vaults.
@Suite struct KeyCacheTests {
  private let cache = KeyCache()
  private let vault = RowIdentifier(high: 1, low: 2)

  @Test func aVaultThatIsRemovedLeavesNothing() {
    cache.lock(vault, RowIdentifier(high: 3, low: 4))
    #expect(cache.entry(vault).lockedID != nil)
    cache.remove(vault)
    #expect(cache.entry(vault).lockedID == nil)
  }

  /// A thread that began before a locking does not keep its keys, even if the vault was removed in between.
  @Test func theNumberOfALockingIsNotUsedAgain() {
    let before = cache.lockings(of: vault)
    cache.lock(vault, nil)
    cache.remove(vault)
    #expect(!cache.update(vault, since: before) { _ in })
    #expect(cache.update(vault, since: cache.lockings(of: vault)) { _ in })
  }

  /// A thread that looks for keys while the vault is removed does not keep them.
  @Test func aRemovalEndsASearchForKeys() {
    let before = cache.lockings(of: vault)
    cache.remove(vault)
    #expect(!cache.update(vault, since: before) { _ in })
  }

  /// The folder of a vault may be moved away, and back after another vault was at its place.
  @Test func aVaultThatThisProcessLockedStaysLockedWithoutItsPlace() {
    let lockID = RowIdentifier(high: 3, low: 4)
    cache.lock(vault, lockID)
    cache.forget(vault)
    let entry = cache.entry(vault)
    #expect(entry.lockedID == lockID && entry.automaticUnlock != nil && entry.keys == nil)
  }

  /// A service sees many vaults, so a vault that is gone must not get an entry again.
  @Test func nothingIsKeptOfAVaultThatIsForgottenAfterItsRemoval() {
    cache.lock(vault, nil)
    cache.remove(vault)
    cache.forget(vault)
    #expect(cache.keys(of: vault) == nil)
    // A new entry begins with the number of the last locking of any vault.
    cache.lock(RowIdentifier(high: 5, low: 6), nil)
    #expect(cache.lockings(of: vault) == cache.lockings(of: RowIdentifier(high: 5, low: 6)))
  }
}
