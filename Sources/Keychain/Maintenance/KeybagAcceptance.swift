import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Makes the database take a keybag that is older than it for the right one, because the newer one is lost.
///
/// What is sealed under keys of the lost keybag stays as it is, and unreadable, also should that keybag be
/// found again later. Nothing else is lost.
struct KeybagAcceptance {
  let folders: StoreFolders
  /// To be held exclusively.
  let lock: FileLock

  /// - Returns: Whether the keybag was older than the database.
  /// - Throws: `.notAvailable` when files are missing, do not belong together, or work on them was
  ///   interrupted; `.readOnly`. Then nothing was changed.
  func run() throws(KeychainError) -> Bool {
    guard try !StoreMarker.isPresent(in: lock) else {
      throw KeychainError(
        .notAvailable,
        "work on the files was interrupted; the next use of the keychain finishes it. Nothing was changed."
      )
    }
    guard try folders.presence() == .all, let keybag = try folders.keybag.load(),
      let deviceKey = try folders.deviceKey.load(for: keybag.storeID)
    else { throw StoreCreation.missing(try folders.presence()) }
    guard try keybag.isOpened(by: deviceKey) else {
      throw KeychainError(
        .notAvailable, "the device key does not open the keybag; nothing was changed.")
    }
    // SQLite would take an empty one for a new database, and delete its log.
    guard try folders.data.status(of: StoreLocation.databaseName)?.byteCount ?? 0 > 0 else {
      throw KeychainError(.notAvailable, "keychain.db is empty; nothing was changed.")
    }
    let connection = try Connection(StoreLocation.databaseName, in: folders.data)
    guard try StoreSchema.storeID(of: connection) == keybag.storeID else {
      throw KeychainError(.notAvailable, "keychain.db and keybag belong to different stores")
    }
    // One of an older version remembers no keybag.
    guard try StoreSchema.check(connection) == .current,
      try KeybagAge(connection: connection, generation: keybag.generation).isOlder
    else { return false }
    try folders.data.requireWritable()
    try StoreSchema.record(keybagGeneration: keybag.generation, in: connection)
    Log.notice("a keybag that is older than the database was accepted")
    return true
  }
}
