import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Makes the database take a keybag that is older than it for the right one, because the newer one is lost.
///
/// What is sealed under keys of the lost keybag stays as it is, and unreadable without that. Nothing else is
/// lost. A damaged database is repaired on this occasion: it could not be repaired with a keybag that is older.
struct KeybagAcceptance {
  let folders: StoreFolders
  /// To be held exclusively.
  let lock: FileLock
  let finder: KeyFinder
  let deadline: Deadline

  /// - Returns: Whether the keybag was older than the database, or the database damaged.
  /// - Throws: `.notAvailable` when files other than the device key are missing, do not belong together, or other work on them was
  ///   interrupted; `.interactionNotAllowed` when the database is damaged and the keychain locked;
  ///   `.readOnly`. Then nothing was changed.
  func run() throws(KeychainError) -> Bool {
    if case .repairing? = try StoreMarker(in: lock) { return try repair() }
    guard try !StoreMarker.isPresent(in: lock) else {
      throw KeychainError(
        .notAvailable,
        "work on the files was interrupted; the next use of the keychain finishes it. Nothing was changed.",
        because: .interrupted)
    }
    do throws(KeychainError) {
      return try accept()
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return try repair()
    }
  }

  private func repair() throws(KeychainError) -> Bool {
    try acceptingRepair.runHoldingLock()
    Log.notice("a damaged database was repaired with the keybag that is there")
    return true
  }

  private var acceptingRepair: StoreRepair {
    var repair = StoreRepair(folders: folders, lock: lock, until: deadline, finder: finder)
    repair.acceptsKeybag = true
    return repair
  }

  private func accept() throws(KeychainError) -> Bool {
    guard try folders.presence().union(.deviceKey) == .all, let keybag = try folders.keybag.load()
    else { throw StoreCreation.missing(try folders.presence()) }
    // Where the device key is missing, too, it can be put in place only once this is done, and whoever does
    // that tries it on the keybag.
    if let deviceKey = try folders.deviceKey.load(for: keybag.storeID) {
      guard try keybag.isOpened(by: deviceKey) else {
        throw KeychainError(
          .notAvailable, "the device key does not open the keybag; nothing was changed.")
      }
    }
    // SQLite would take an empty one for a new database, and delete its log.
    guard try folders.data.status(of: StoreLocation.databaseName)?.byteCount ?? 0 > 0 else {
      throw KeychainError(.notAvailable, "keychain.db is empty", cause: .databaseDamaged)
    }
    let connection = try Connection(StoreLocation.databaseName, in: folders.data)
    guard let storeID = try StoreSchema.storeID(of: connection) else {
      throw KeychainError(
        .notAvailable, "keychain.db does not say which store it is of", cause: .databaseDamaged)
    }
    guard storeID == keybag.storeID else { throw try acceptingRepair.refusal(of: connection) }
    let age = KeybagAge(connection: connection, generation: keybag.generation)
    try StoreSchema.check(connection, suspectsVersion: true)
    guard try age.isOlder else { return false }
    try folders.data.requireWritable()
    // Who has the store open would not find what is sealed under the keys of this keybag from now on.
    try acceptingRepair.changeState { $0.storeEpoch &+= 1 }
    try StoreSchema.record(keybagGeneration: keybag.generation, in: connection)
    Log.notice("a keybag that is older than the database was accepted")
    return true
  }
}
