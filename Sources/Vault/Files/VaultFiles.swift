package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainStore

/// The folders of one vault, opened, and the names of the files in them.
package struct VaultFiles: Sendable {
  /// The names of the files in the data folder.
  package struct Names: Sendable {
    package var header = "latchkey.lock"
    package var database = "keychain.db"

    package init() {}
  }

  package let data: ProtectedDirectory
  /// The folder of the device key.
  package let key: ProtectedDirectory
  package let credential: DeviceKeyCredential?
  package let names: Names
  /// Called after each step of a change; an error ends the change there.
  package var onStep: @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  package init(
    data: ProtectedDirectory, key: ProtectedDirectory, credential: DeviceKeyCredential? = nil, names: Names = Names()
  ) {
    self.data = data
    self.key = key
    self.credential = credential
    self.names = names
  }

  /// Whether any file of a vault is there. A device key alone, in a folder that others may share, belongs to
  /// nobody until something says whose it is.
  package func isPresent() throws(KeychainError) -> Bool {
    if try header()?.read()?.state.vaultID != nil { return true }
    if try data.status(of: names.database) != nil { return true }
    if try !keybags.numbers().isEmpty { return true }
    return key.path == data.path ? try keyFile.isPresent() : false
  }

  // MARK: Header

  /// Nil when there is no such file.
  package func header() throws(KeychainError) -> HeaderFile? { try HeaderFile(names.header, in: data) }

  /// Takes the vault lock, and opens the header beside it: a lock belongs to an open file.
  ///
  /// - Throws: `.notAvailable` when another process keeps the lock until the deadline, or when the header is
  ///   replaced meanwhile; `.readOnly` where there is no header and none can be made.
  func lock(
    _ mode: FileLock.Mode, until deadline: Deadline
  ) throws(KeychainError) -> (lock: FileLock, header: HeaderFile) {
    let lock = try FileLock(names.header, in: data)
    try lock.lock(mode, timeout: deadline.remaining)
    guard try lock.isStillNamed(), let header = try header() else { throw Self.replaced }
    return (lock, header)
  }

  /// The error of a call that must begin again: the files are others by now.
  static var replaced: KeychainError {
    KeychainError(.notAvailable, "the keychain was replaced", cause: .storeReplaced)
  }

  // MARK: Database

  /// A connection to the database that leaves its log to others when it closes.
  ///
  /// - Throws: `.notAvailable`; with the cause `databaseDamaged` when the file is no database.
  package func connection(until deadline: Deadline) throws(KeychainError) -> Connection {
    let connection = try Connection(names.database, in: data)
    connection.wait(until: deadline)
    connection.leaveFilesAlone()
    return connection
  }

  /// What the database says of itself; nil where that cannot be read.
  func readableRow(until deadline: Deadline) -> StoreRow? { (try? connection(until: deadline).storeRow()) ?? nil }

  /// Renames a file of the data folder, down to the disk. Does nothing when there is none.
  ///
  /// - Throws: `.notAvailable` when there is a file of the new name.
  func rename(_ old: String, to new: String) throws(KeychainError) {
    guard try data.status(of: old) != nil else { return }
    guard try data.renameWithoutReplacing(old, to: new) else {
      throw KeychainError(.notAvailable, "\(data.path(of: new)) is in the way", because: .fileInTheWay)
    }
    try data.synchronize()
  }

  // MARK: Keys

  package var keybags: KeybagFiles { KeybagFiles(in: data) }

  /// Where the device key comes from: the credential, if there is one; then a file is not used.
  package var deviceKey: any DeviceKeyProvider { credential ?? keyFile }

  /// Device keys of other keychains may lie in a folder of keys, and beside a credential.
  package var keyFile: DeviceKeyFile {
    DeviceKeyFile(in: key, isFolderShared: key.path != data.path || credential != nil)
  }

  /// The device key, and the one that a change of it has prepared.
  func deviceKeys(of vaultID: RowIdentifier) throws(KeychainError) -> [DeviceKey] {
    [try deviceKey.load(for: vaultID), deviceKey.prepared(vaultID)].compactMap(\.self)
  }

  /// The one of them that opens a keybag: while the device key changes, either may be the right one.
  func deviceKey(opening keybag: Keybag) throws(KeychainError) -> DeviceKey? {
    for key in try deviceKeys(of: keybag.storeID) where try keybag.isOpened(by: key) { return key }
    return nil
  }

  /// Ends a change of the device key: the prepared one takes its place if it opens the keybag that is in force, and is
  /// destroyed if not.
  ///
  /// - Returns: Whether it took its place.
  func settleDeviceKey(of keybag: Keybag) throws(KeychainError) -> Bool {
    guard deviceKey.hasPrepared(keybag.storeID) else { return false }
    guard let next = deviceKey.prepared(keybag.storeID), try keybag.isOpened(by: next) else {
      try deviceKey.abort(keybag.storeID)
      return false
    }
    try deviceKey.commit(keybag.storeID)
    return true
  }

  /// The keybag of a number and a digest; nil when it is missing or another one.
  func keybag(_ reference: KeybagReference) throws(KeychainError) -> Keybag? {
    guard let keybag = try keybags.load(reference.number), try keybag.digest() == reference.digest else { return nil }
    return keybag
  }

  /// The newest keybag that is there, for a vault whose header does not say which one is in force.
  func newestKeybag() -> Keybag? {
    let numbers = (try? keybags.numbers()) ?? []
    return numbers.compactMap { (try? keybags.load($0)) ?? nil }.max { $0.generation < $1.generation }
  }
}
