import Glibc
package import KeychainModel

extension LocalKeychain {
  /// Gives back the disk space that deleted items took. The order of creation is kept. Other
  /// processes go on reading; those that write wait. Nil where there is no store; none is made.
  ///
  /// - Parameter onProgress: Called with the rows and index entries copied so far, an estimate, and
  ///   all of them.
  /// - Throws: `.notAvailable` when there is not enough free disk space or others keep the store
  ///   busy for 30 seconds, and what opening a store throws. Then the store is as it was.
  package func compact(
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> Compaction.Outcome? {
    guard try isPresent() else { return nil }
    return try withStore { (store, deadline) throws(KeychainError) in
      try Compaction(store: store, patience: patience).run(until: deadline, onProgress: onProgress)
    }
  }

  /// How many items there are, tombstones not counted, also in a store that cannot be opened; nil
  /// when that cannot be told. To be asked when `isPresent()`.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used, or a repair keeps the store busy.
  package func countItems() throws(KeychainError) -> Int? {
    try ForkGate.pass { () throws(KeychainError) in
      guard let folders = try StoreFolders.existing(location) else { return nil }
      return try folders.withLock(.shared, timeout: patience) { (lock) throws(KeychainError) in
        StoreErasure(folders: folders, lock: lock).itemCount()
      }
    }
  }

  /// Destroys the keys, and removes every file of the store but the lock and the numbers of commits.
  /// Other processes find no item at their next call. Works also on a store that cannot be opened.
  /// Nil where there is no store.
  ///
  /// - Throws: `.notAvailable` when others keep the store busy for 30 seconds or the folders cannot
  ///   be used, `.readOnly`, `.inputOutput`. Either nothing was changed, or the erasure has begun,
  ///   and the next use of the keychain finishes it.
  package func eraseEverything() throws(KeychainError) -> StoreErasure.Outcome? {
    guard try isPresent() else { return nil }
    closeStore()
    let outcome = try ForkGate.pass { () throws(KeychainError) -> StoreErasure.Outcome? in
      guard let folders = try StoreFolders.existing(location) else { return nil }
      return try folders.withLock(.exclusive, timeout: patience) { (lock) throws(KeychainError) in
        var erasure = StoreErasure(folders: folders, lock: lock)
        // What was left to other processes opens nothing any more but copies; nobody can leave others now.
        erasure.onKeysDestroyed = locking.withdraw
        return try erasure.run()
      }
    }
    let change = KeychainChange(isSynchronizable: false, process: getpid())
    ForkGate.tell { onChange(change) }
    return outcome
  }
}
