import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

extension LocalKeychain {
  /// Runs `body`, and where the database is damaged and cannot be repaired while the store is locked, `otherwise`
  /// with the files beside it, which say all that is to be known about locking.
  func besideDamagedDatabase<Result>(
    _ body: () throws(KeychainError) -> Result,
    otherwise: (StoreFolders, StoreFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      guard error.cause == .databaseDamagedAndLocked else { throw error }
      return try withFilesBesideDatabase(otherwise)
    }
  }

  /// Runs `body`, and where the database is damaged and cannot be repaired while the store is locked, once more with
  /// the keys that a passcode gives.
  func repairing<Result>(
    with passcode: Passcode?, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      guard let passcode, error.cause == .databaseDamagedAndLocked else { throw error }
      try withFilesBesideDatabase { (folders, files) throws(KeychainError) in
        let key = try PasscodeCheck(directory: folders.data, clock: clock)
          .key(of: passcode, files.keybag, files.deviceKey)
        let ring = try folders.keyRing(files.keybag, files.deviceKey, passcodeKey: key)
        locking.held.hold(
          StoreKeys(ring: ring, terms: UnlockTerms(files.state, locking.clock)))
      }
      return try body()
    }
  }

  private func withFilesBesideDatabase<Result>(
    _ body: (StoreFolders, StoreFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try ForkGate.pass { () throws(KeychainError) in
      let folders = try StoreFolders(location)
      let lock = try FileLock(StoreLocation.lockName, in: folders.data)
      try lock.lock(.shared, timeout: patience)
      defer { lock.unlock() }
      guard try lock.isStillNamed(), let files = try StoreFiles(folders) else {
        throw StoreCreation.missing(try folders.presence())
      }
      return try body(folders, files)
    }
  }
}
