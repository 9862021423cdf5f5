import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Puts the file `device.key` of a store in place, or takes it away, while the store's lock is held
/// exclusively. Works on a store that lacks it.
struct DeviceKeyFolder {
  private let folders: StoreFolders
  private let lock: FileLock
  private let keybag: Keybag
  /// Whether a change of the key was interrupted, which the next call of another kind finishes.
  private let isRekeying: Bool

  /// - Throws: `.notAvailable` where there is no keybag, or work is under way that makes or erases the
  ///   store.
  init(_ location: StoreLocation, timeout: Duration) throws(KeychainError) {
    // The folder of the key may be lost with it; that of the data is not made.
    guard try ProtectedDirectory.open(location.dataDirectory) != nil else { throw Self.noKeychain }
    folders = try StoreFolders(location)
    lock = try FileLock(StoreLocation.lockName, in: folders.data)
    try lock.lock(.exclusive, timeout: timeout)
    switch try StoreMarker(in: lock) {
    case .creating, .erasing:
      throw KeychainError(
        .notAvailable, "the keychain is being made or erased; nothing was changed")
    case .rekeying: isRekeying = true
    case .repairing, nil: isRekeying = false
    }
    guard try lock.isStillNamed(), let keybag = try folders.keybag.load() else {
      throw Self.noKeychain
    }
    self.keybag = keybag
    // A removal that was killed leaves the whole key under a name of its own.
    folders.destroyTemporaryFiles()
  }

  private static var noKeychain: KeychainError {
    KeychainError(
      .notAvailable, "there is no keybag here, and nothing else says whose device key it is")
  }

  /// Ends its use.
  func unlock() { lock.unlock() }

  /// The identifier of the store.
  var storeID: RowIdentifier { keybag.storeID }

  /// Puts a key in place.
  ///
  /// - Returns: False when it is in place already.
  /// - Throws: `.notAvailable` when it does not open the keybag, another file is in its place, or the keybag
  ///   is older than the database remembers.
  func put(_ key: DeviceKey) throws(KeychainError) -> Bool {
    // A database that says nothing, because it is damaged or missing, is no reason to refuse: nothing is
    // destroyed here, and its repair takes the key.
    if (try? isKeybagOlder()) == true { throw KeybagAge.older }
    guard try keybag.isOpened(by: key) else {
      throw KeychainError(
        .notAvailable, "this is not the device key of the keychain; nothing was changed")
    }
    if try folders.hasDeviceKeyFile() {
      let present = try? folders.deviceKeyFile.load()
      guard let present, try keybag.isOpened(by: present) else {
        throw KeychainError(
          .notAvailable,
          "\(StoreLocation.deviceKeyName) is there, and is another key, or damaged. Move it away "
            + "first; nothing was changed.", because: .deviceKeyWrong)
      }
      return false
    }
    try folders.deviceKeyFile.create(key)
    Log.notice("the device key was put in place")
    return true
  }

  /// Takes the file away, once there is another way to the key: a copy, or the credential.
  ///
  /// - Parameter copy: An absolute path, which need not be UTF-8; nil for the credential that this process was passed.
  /// It must be the key of the keybag that is there, and this the newest: otherwise the file may be the only
  /// key of another one.
  ///
  /// - Returns: Whether the old file could be overwritten.
  func remove(copy: [UInt8]?) throws(KeychainError) -> Bool {
    guard let status = try folders.key.status(of: DeviceKeyFile.name) else {
      throw KeychainError(
        .notAvailable, "there is no file \(StoreLocation.deviceKeyName)", because: .deviceKeyMissing
      )
    }
    guard !isRekeying else {
      throw KeychainError(
        .notAvailable,
        "a change of the device key was interrupted: use the keychain once, which finishes it. Nothing "
          + "was removed.", because: .interrupted)
    }
    guard try !isKeybagOlder() else { throw KeybagAge.older }
    let present = try folders.deviceKeyFile.load()
    guard let present, try keybag.isOpened(by: present) else {
      throw KeychainError(
        .notAvailable,
        "\(StoreLocation.deviceKeyName) does not open the keychain: it is the key of another one, or of "
          + "another keybag. Move it away yourself; nothing was removed.", because: .deviceKeyWrong)
    }
    let other: DeviceKey?
    if let copy {
      // Without following links: the same file under another name is no copy.
      let isItself = try KeychainError.blamingArgument { () throws(KeychainError) in
        try FileStatus.of(path: copy)?.isSameFile(as: status) == true
      }
      guard !isItself else {
        throw KeychainError(
          .notAvailable, "the copy is the file itself; nothing was removed", cause: .argument)
      }
      other = try LocalKeychain.deviceKey(copyAt: copy, for: keybag.storeID)
      let mayBeInMemory = try folders.key.isInMemory()
      // A copy just made may be in memory only. One that stays there will do for a key that does.
      try KeychainError.blamingArgument { () throws(KeychainError) in
        try NewFile.synchronize(copy, noun: "the copy", mayBeInMemory: mayBeInMemory)
      }
    } else {
      guard folders.hasCredential else {
        throw KeychainError(
          .notAvailable,
          "no credential was passed, so \(folders.key.path(of: StoreLocation.deviceKeyName)) is all there is; "
            + "name a copy of it. Nothing was removed.", cause: .argument)
      }
      other = try folders.deviceKey.load(for: keybag.storeID)
    }
    guard let other, try keybag.isOpened(by: other) else {
      throw KeychainError(
        .notAvailable,
        "neither a copy nor a credential opens the keychain; nothing was removed",
        because: .deviceKeyWrong)
    }
    let outcome = try folders.deviceKeyFile.removeAndDestroy()
    Log.notice("the file of the device key was removed")
    if case .overwritten = outcome { return true }
    return false
  }

  /// Whether the database remembers a later keybag.
  ///
  /// - Throws: `.notAvailable` when the database cannot be read, or is not that of the keybag.
  private func isKeybagOlder() throws(KeychainError) -> Bool {
    let name = StoreLocation.databaseName
    guard let status = try folders.data.status(of: name) else {
      throw StoreCreation.missing(try folders.presence())
    }
    try status.requirePrivateRegularFile(folders.data.path(of: name))
    // SQLite would take an empty one for a new database, and delete its log.
    guard status.byteCount > 0 else {
      throw KeychainError(
        .notAvailable, "keychain.db is empty; nothing was changed", because: .databaseDamaged)
    }
    let connection = try Connection(name, in: folders.data)
    connection.leaveFilesAlone()
    try StoreSchema.check(connection)
    guard try StoreSchema.storeID(of: connection) == keybag.storeID else {
      throw KeychainError(
        .notAvailable, "keychain.db and keybag belong to different stores; nothing was changed")
    }
    return try KeybagAge(connection: connection, generation: keybag.generation).isOlder
  }
}
