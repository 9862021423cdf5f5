import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

extension LocalKeychain {
  /// Whether a passcode is set, as the keybag says: then `lock` can be called. Opens nothing.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used, or the keybag is missing or cannot be read.
  package func canBeLocked() throws(KeychainError) -> Bool {
    guard let folders = try StoreFolders.existing(location), try !folders.areEmpty() else {
      return false
    }
    guard let keybag = try folders.keybag.load() else {
      throw StoreCreation.missing(try folders.presence())
    }
    return keybag.hasPasscode
  }

  /// Locks the store for every process: each lets go its keys at its next call, this one now. A database that is
  /// damaged is repaired when the store is unlocked.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, since nothing could unlock it again, or others
  ///   keep the store busy for 30 seconds; `.readOnly` where the others cannot be told. Then this
  ///   process is locked all the same, and those that are started later.
  package func lock() throws(KeychainError) {
    // Before others are waited for, and also where the store cannot be opened.
    letGo()
    do throws(KeychainError) {
      try withStore { (store, deadline) throws(KeychainError) in
        try requirePasscode(store)
        defer { cell.lock() }
        try store.maintain(.exclusive, until: deadline) { (_) throws(KeychainError) in
          try store.changeState { $0.lockEpoch &+= 1 }
          letGo(store.ring.storeID)
        }
      }
    } catch {
      letGo()
      let isLocked = (try? lockBesideDatabase()) ?? false
      guard isLocked, error.cause == .mustBeUnlocked else { throw error }
    }
    Log.notice("the keychain was locked")
  }

  /// Takes away what locking takes away, as the keybag says.
  private func letGo() {
    guard let folders = try? StoreFolders.existing(location),
      let keybag = try? folders.keybag.load(), keybag.hasPasscode
    else { return }
    // Where that is refused, so is what follows.
    try? ForkGate.pass { () throws(KeychainError) in
      letGo(keybag.storeID)
      cell.lock()
    }
  }

  /// While nobody can unlock the store, nobody can leave what does not count any more, and whoever unlocks it after
  /// this, another thread for example, does so to last.
  private func letGo(_ storeID: RowIdentifier) {
    locking.held.lock(storeID)
    locking.takeBack(.whenUnlocked, of: storeID)
  }

  /// Tells the others, who compare the state whatever the database is like.
  ///
  /// - Returns: Whether that was done.
  private func lockBesideDatabase() throws(KeychainError) -> Bool {
    try ForkGate.pass { () throws(KeychainError) in
      guard let folders = try StoreFolders.existing(location) else { return false }
      return try folders.withLock(.exclusive, timeout: .seconds(1)) {
        (_) throws(KeychainError) in
        guard let keybag = try folders.keybag.load(), keybag.hasPasscode,
          let file = try StateFile(in: folders.data), var state = try file.read(),
          state.storeID == keybag.storeID
        else { return false }
        state.lockEpoch &+= 1
        try file.write(state)
        letGo(keybag.storeID)
        return true
      }
    }
  }
}
