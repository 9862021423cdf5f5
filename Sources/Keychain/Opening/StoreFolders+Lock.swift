import KeychainFiles
import KeychainModel

extension StoreFolders {
  /// Runs `body` under the store's lock.
  ///
  /// - Throws: `.notAvailable` when others keep it that long, or with the cause `storeReplaced` when the
  ///   lock file has another's name by now and excludes nobody; then `body` did not run.
  func withLock<Result>(
    _ mode: FileLock.Mode, timeout: Duration, _ body: (FileLock) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let lock = try FileLock(StoreLocation.lockName, in: data)
    try lock.lock(mode, timeout: timeout)
    defer { lock.unlock() }
    guard try lock.isStillNamed() else {
      throw KeychainError(
        .notAvailable, "the store was replaced meanwhile; nothing was done", cause: .storeReplaced)
    }
    return try body(lock)
  }
}
