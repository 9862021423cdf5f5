import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

/// Makes the files of a new store, under the exclusive lock.
///
/// The lock file holds a marker from before the first file is made until after the last. A process
/// that is killed in between leaves the marker: nobody can have stored anything yet, and the next
/// one removes what is there and begins anew. Without a marker a missing file is a loss, and
/// nothing is touched.
struct StoreCreation {
  let folders: StoreFolders
  let lock: FileLock
  let random: any RandomSource

  /// Makes a store when there is none. The lock must be held exclusively.
  ///
  /// - Throws: `.notAvailable` when some of the files are missing, and nothing is changed.
  func createIfAbsent() throws(KeychainError) {
    let presence = try folders.presence()
    if presence == .all { return }
    guard presence.isEmpty else { throw Self.missing(presence) }
    try StoreMarker.creating.write(to: lock)
    try setLogAside()
    try create()
    try StoreMarker.erase(from: lock)
  }

  /// Makes a store in place of one whose creation was interrupted. The lock must be held
  /// exclusively.
  func createAnew() throws(KeychainError) {
    try removeUnfinishedFiles()
    try setLogAside()
    try create()
    try StoreMarker.erase(from: lock)
  }

  /// The error for a store of which files are missing.
  static func missing(_ presence: StorePresence) -> KeychainError {
    let names = presence.missingNames.joined(separator: ", ")
    return KeychainError(
      .notAvailable,
      "the keychain is incomplete: \(names) is missing. Put it back from a backup; nothing was "
        + "changed.")
  }

  private func create() throws(KeychainError) {
    let storeID = try random.makeIdentifier()
    let deviceKey = try DeviceKey(storeID: storeID, random: random)
    let keybag = try Keybag.create(deviceKey: deviceKey, random: random)
    try folders.deviceKey.create(deviceKey)
    try folders.keybag.create(keybag)
    guard try StateFile.create(StoreState(storeID: storeID), in: folders.data) else {
      throw KeychainError(.notAvailable, "the state file appeared while a store was made")
    }
    try DatabaseCreation.create(
      StoreLocation.databaseName, in: folders.data, storeID: storeID)
  }

  /// The log of a database that was removed would be taken for that of the new one. It is kept:
  /// somebody may want to put the removed files back.
  private func setLogAside() throws(KeychainError) {
    let name = try DamagedFileName.make(in: folders.data)
    for suffix in ["-wal", "-journal"] {
      let log = StoreLocation.databaseName + suffix
      guard try folders.data.status(of: log) != nil else { continue }
      guard try folders.data.renameWithoutReplacing(log, to: name + suffix) else {
        throw KeychainError(.notAvailable, "\(name + suffix) is in the way")
      }
      try folders.data.synchronize()
    }
    // Nothing but an index of the log.
    try folders.data.remove(StoreLocation.databaseName + "-shm")
  }

  private func removeUnfinishedFiles() throws(KeychainError) {
    for name in [
      StoreLocation.databaseName, StoreLocation.stateName, StoreLocation.keybagName,
    ] {
      try folders.data.remove(name)
    }
    try folders.key.remove(StoreLocation.deviceKeyName)
    try folders.data.synchronize()
    try folders.key.synchronize()
  }
}
