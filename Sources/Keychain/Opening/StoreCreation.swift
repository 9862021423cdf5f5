import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Makes the files of a new store, under the exclusive lock.
///
/// The lock file holds a marker from before the first file is made until after the last. A process
/// that is killed in between leaves the marker: nobody can have stored anything yet, and the next
/// one removes what that creation made and begins anew. Without a marker a missing file is a loss,
/// and nothing is touched.
///
/// The marker names the store that is made. What bears another name lies there for another reason:
/// somebody put a backup back, or two data folders share the folder of the key.
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
    guard try folders.areEmpty() else { throw Self.missing(presence) }
    let storeID = try random.makeIdentifier()
    let deviceKey = try folders.deviceKey.keyForNewStore(storeID, random: random)
    try StoreMarker.creating(storeID).write(to: lock, in: folders.data)
    try setLogAside()
    try create(deviceKey)
    try StoreMarker.erase(from: lock)
  }

  /// Makes a store in place of one whose creation was interrupted. The lock must be held
  /// exclusively.
  ///
  /// - Throws: `.notAvailable` when files are there that the interrupted creation did not make; then
  ///   nothing is changed.
  func createAnew(_ storeID: RowIdentifier) throws(KeychainError) {
    // Nothing is missing: all was made but for the end of the marker, or put back.
    if try folders.presence() != .all {
      try requireOnlyFiles(of: storeID)
      let deviceKey = try folders.deviceKey.keyForNewStore(storeID, random: random)
      try removeUnfinishedFiles(of: storeID)
      try setLogAside()
      try create(deviceKey)
    }
    try StoreMarker.erase(from: lock)
  }

  /// The error for a store of which files are missing.
  static func missing(_ presence: StorePresence) -> KeychainError {
    let names = presence.missingNames.joined(separator: ", ")
    let isKeyMissing = !presence.contains(.deviceKey)
    let alternative =
      isKeyMissing ? ", or pass the device key as the credential \(DeviceKeyCredential.name)" : ""
    return KeychainError(
      .notAvailable,
      "the keychain is incomplete: \(names) is missing. Put it back from a backup\(alternative); "
        + "nothing was changed.",
      because: presence.failureCause)
  }

  private func create(_ deviceKey: DeviceKey) throws(KeychainError) {
    let storeID = deviceKey.storeID
    let keybag = try Keybag.create(deviceKey: deviceKey, random: random)
    try folders.deviceKey.create(deviceKey)
    try folders.keybag.create(keybag)
    guard try StateFile.create(StoreState(storeID: storeID), in: folders.data) else {
      throw KeychainError(
        .notAvailable, "the state file appeared while a store was made", because: .fileInTheWay)
    }
    try DatabaseCreation.create(
      StoreLocation.databaseName, in: folders.data, storeID: storeID
    ) { (connection) throws(KeychainError) in
      try StoreSchema.record(keybagGeneration: keybag.generation, in: connection)
    }
    Log.notice("a keychain was made")
  }

  /// The log of a database that was removed would be taken for that of the new one. It is kept:
  /// somebody may want to put the removed files back.
  private func setLogAside() throws(KeychainError) {
    let name = try DamagedFileName.make(in: folders.data)
    for suffix in ["-wal", "-journal"] {
      let log = StoreLocation.databaseName + suffix
      guard try folders.data.status(of: log) != nil else { continue }
      guard try folders.data.renameWithoutReplacing(log, to: name + suffix) else {
        throw KeychainError(.notAvailable, "\(name + suffix) is in the way", because: .fileInTheWay)
      }
      try folders.data.synchronize()
    }
    // Nothing but an index of the log.
    try folders.data.remove(StoreLocation.databaseName + "-shm")
  }

  /// Files appear whole under their names, so each can say which store it is of. The database is
  /// the last: beside it nothing is missing.
  private func requireOnlyFiles(of storeID: RowIdentifier) throws(KeychainError) {
    var foreign: [String] = []
    let presence = try folders.presence()
    if try folders.hasDeviceKeyFile(), try folders.deviceKeyFile.load()?.storeID != storeID {
      foreign.append(StoreLocation.deviceKeyName)
    }
    if presence.contains(.keybag), try folders.keybag.load()?.storeID != storeID {
      foreign.append(StoreLocation.keybagName)
    }
    if presence.contains(.state), try StateFile(in: folders.data)?.read()?.storeID != storeID {
      foreign.append(StoreLocation.stateName)
    }
    if presence.contains(.database) { foreign.append(StoreLocation.databaseName) }
    guard !foreign.isEmpty else { return }
    throw KeychainError(
      .notAvailable,
      "the making of a keychain was interrupted, and \(foreign.joined(separator: ", ")) of another "
        + "one is there. Put the missing files back (\(presence.missingNames.joined(separator: ", "))"
        + "), or take these away; nothing was changed.", because: .interrupted)
  }

  private func removeUnfinishedFiles(of storeID: RowIdentifier) throws(KeychainError) {
    for name in [StoreLocation.stateName, StoreLocation.keybagName] {
      try folders.data.remove(name)
    }
    // Another keychain may have put its own there meanwhile.
    try folders.deviceKeyFile.remove(of: storeID)
    try folders.data.synchronize()
    try folders.key.synchronize()
  }
}
