import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

extension LocalKeychain {
  /// Runs `body`, and where the database must be repaired first, and cannot be while the store is locked, `otherwise`
  /// with the files beside it, which say all that is to be known about locking.
  func besideDamagedDatabase<Result>(
    _ body: () throws(KeychainError) -> Result,
    otherwise: (StoreFolders, StoreFiles, KeyFinder) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try body()
    } catch {
      guard error.cause == .mustBeUnlocked else { throw error }
      return try withFilesBesideDatabase(otherwise)
    }
  }

  /// Runs `body`, and where the database must be repaired first, and cannot be while the store is locked, once more
  /// with the keys that a passcode gives: unless somebody locked the store since.
  ///
  /// - Parameter body: Is given the terms of the moment when the passcode was given, before anything is waited for;
  ///   nil without one, and where no state says them.
  func repairing<Result>(
    with passcode: Passcode?, _ body: (UnlockTerms?) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let terms = passcode == nil ? nil : currentTerms()
    do throws(KeychainError) {
      return try body(terms)
    } catch {
      guard let passcode, error.cause == .mustBeUnlocked else { throw error }
      try withFilesBesideDatabase { (folders, files, finder) throws(KeychainError) in
        let terms = terms ?? UnlockTerms(files.state, locking.clock)
        try files.state.requireUnlocked(since: terms, locking.clock)
        let key = try PasscodeCheck(
          directory: folders.data, clock: clock, deadline: finder.deadline
        )
        .key(of: passcode, files.keybag, files.deviceKey)
        let ring = try folders.keyRing(files.keybag, files.deviceKey, passcodeKey: key)
        locking.held.hold(StoreKeys(ring: ring, terms: terms))
      }
      return try body(terms)
    }
  }

  /// Those of a passcode that is given now; nil where there is no state, or it is damaged.
  private func currentTerms() -> UnlockTerms? {
    guard let folders = try? StoreFolders.existing(location),
      let state = try? StateFile(in: folders.data)?.read(),
      let keybag = try? folders.keybag.load(), state.storeID == keybag.storeID
    else { return nil }
    return UnlockTerms(state, locking.clock)
  }

  private func withFilesBesideDatabase<Result>(
    _ body: (StoreFolders, StoreFiles, KeyFinder) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try ForkGate.pass { () throws(KeychainError) in
      // Before the store's lock: who opens the store waits for that while nobody else gets at the cell.
      let finder = finder(cell.keys, until: .after(patience))
      let folders = try StoreFolders(location)
      return try folders.withLock(.shared, timeout: finder.deadline.remaining) {
        (_) throws(KeychainError) in
        guard let files = try StoreFiles(folders) else {
          throw StoreCreation.missing(try folders.presence())
        }
        return try body(folders, files, finder)
      }
    }
  }
}
