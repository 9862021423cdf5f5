package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainStore

/// The opened folders of one vault, and the names of the files in them.
package struct VaultFiles: Sendable {
  /// The names of the files in the data folder.
  package struct Names: Sendable {
    package var header = "latchkey.lock"
    package var database = "keychain.db"
    /// The end of the name of a file that a move to `keychaind` set aside.
    package static let movedSuffix = ".moved-to-keychaind"

    package init() {}
  }

  package let data: ProtectedDirectory
  /// The folder of the device key.
  package let key: ProtectedDirectory
  package var credential: DeviceKeyCredential?
  /// The source of the key of a portable vault; nil for any other vault.
  var portable: (any DeviceKeyProvider)?
  /// The keys of a new portable vault; nil for any other vault.
  var newPortableKeys: PortableKeys?
  /// The identifier of a vault that the file of a keychain names; nil for any other vault.
  var namedID: RowIdentifier?
  package var names = Names()
  /// Called after each step of a change. If this function throws, the change ends with the error.
  package var onStep: @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// Whether any file of the vault is present. A device key alone in a folder that may be shared does not count.
  package func isPresent() throws(KeychainError) -> Bool {
    if try header()?.read()?.state.vaultID != nil { return true }
    if try data.status(of: names.database) != nil { return true }
    if try !keybags.numbers().isEmpty { return true }
    return key.path == data.path ? try keyFile.isPresent() : false
  }

  // MARK: Header

  /// The header; nil when the file of the header is missing.
  package func header() throws(KeychainError) -> HeaderFile? { try HeaderFile(names.header, in: data) }

  /// Opens the header again and takes the vault lock on it, because a lock belongs to an open file description.
  ///
  /// - Throws: `.notAvailable` when another process keeps the lock until the deadline, or the header is replaced during
  ///   the call; `.readOnly` when there is no header and no header can be created.
  func lock(
    _ mode: FileLock.Mode, until deadline: Deadline
  ) throws(KeychainError) -> (lock: FileLock, header: HeaderFile) {
    let lock = try FileLock(names.header, in: data)
    try lock.lock(mode, timeout: deadline.remaining)
    guard try lock.isStillNamed(), let header = try header() else { throw Self.replaced }
    return (lock, header)
  }

  /// The error of a call that must begin again, because the files were replaced.
  static var replaced: KeychainError {
    KeychainError(.notAvailable, "the keychain was replaced", cause: .storeReplaced)
  }

  // MARK: Database

  /// The reason of a missing database. A database beside the file of an earlier move was not moved.
  func absence() throws(KeychainError) -> Inconsistency {
    guard try data.status(of: names.database) == nil else { return .databaseMissing }
    return try data.status(of: names.database + Names.movedSuffix) == nil ? .databaseMissing : .databaseMoved
  }

  /// Opens a connection to the database. When the connection closes, it does not move the log into the database.
  ///
  /// - Throws: `.notAvailable`, with the cause `databaseDamaged` when the file is not a database.
  package func connection(until deadline: Deadline) throws(KeychainError) -> Connection {
    let connection = try Connection(names.database, in: data)
    connection.wait(until: deadline)
    connection.skipCheckpointOnClose()
    return connection
  }

  /// The row of the table `store`; nil when the row cannot be read.
  func readableRow(until deadline: Deadline) -> StoreRecord? { (try? connection(until: deadline).storeRecord()) ?? nil }

  // MARK: Keys

  package var keybags: KeybagFiles { KeybagFiles(in: data) }

  /// The source of the device key. If there is a credential, the file `device.key` is not used.
  package var deviceKey: any DeviceKeyProvider {
    if let portable { return portable }
    return credential ?? keyFile
  }

  /// The file of the device key. The file may exist in addition to a credential, and its folder may be shared.
  package var keyFile: DeviceKeyFile {
    DeviceKeyFile(in: key, isFolderShared: key.path != data.path || credential != nil)
  }

  /// Ends a change of the device key. If the prepared key opens the keybag in force, it replaces the device key. If the
  /// old device key opens the keybag in force, and `isUndone` is true, the prepared key is destroyed.
  ///
  /// - Parameter isUndone: Whether the header names a change of the keybag that was not committed. If false, a prepared
  ///   key is kept, because a copy of the data folder may need it.
  /// - Returns: Whether the prepared key replaced the device key.
  /// - Throws: `.notAvailable` when neither key can be read. After an error nothing is destroyed.
  func settleDeviceKey(of keybag: Keybag, isUndone: Bool) throws(KeychainError) -> Bool {
    guard deviceKey.hasPrepared(keybag.vaultID) else { return false }
    if let next = deviceKey.prepared(keybag.vaultID), try keybag.isOpened(by: next) {
      try deviceKey.commit(keybag.vaultID)
      return true
    }
    guard let present = try deviceKey.load(for: keybag.vaultID), try keybag.isOpened(by: present) else {
      throw Inconsistency.deviceKeyDiffers.error
    }
    if isUndone { try deviceKey.abort(keybag.vaultID) }
    return false
  }
}

/// The opened files of a vault, except the database.
package struct OpenedFiles: Sendable {
  package let files: VaultFiles
  package let header: HeaderFile
  package let reading: HeaderFile.Reading
  package let keybag: Keybag
  package let reference: KeybagReference
  package let deviceKey: DeviceKey

  package var state: HeaderState { reading.state }
}

/// The paths of a vault. No file is opened until it is used.
package struct VaultLocation: Sendable, Hashable {
  /// The folder of every file except the device key.
  package var dataDirectory: String
  /// The folder of the device key. This folder may be the data folder.
  package var keyDirectory: String
  /// The folder of the credentials that were passed to this process; nil when there is no such folder.
  package var credentials: CredentialsDirectory?
  /// The file with the passcode for this process; nil when there is no such file.
  package var passcodeFile: String?
  /// The vault that the folder must contain; nil for the vault of the login keychain.
  package var named: NamedVault?

  package init(
    dataDirectory: String, keyDirectory: String, credentials: CredentialsDirectory? = nil, passcodeFile: String? = nil
  ) {
    self.dataDirectory = dataDirectory
    self.keyDirectory = keyDirectory
    self.credentials = credentials
    self.passcodeFile = passcodeFile
  }

  /// Whether the process received a source of a passcode.
  package var isGivenPasscode: Bool { passcodeFile != nil || credentials != nil }

  /// Opens the folders, and creates missing folders.
  ///
  /// - Throws: `.notAvailable` when a folder is open to other users, belongs to another user, or is on a file system
  ///   that machines share; also when the program cannot find out whether the device key was passed as a credential.
  package func open() throws(KeychainError) -> VaultFiles {
    // The credential is read before any folder is created.
    let credential = try credential()
    let data = try ProtectedDirectory.openOrCreate(dataDirectory)
    let key = keyDirectory == dataDirectory ? data : try .openOrCreate(keyDirectory)
    return VaultFiles(data: data, key: key, credential: credential)
  }

  /// Opens only the data folder; nil when the folder is missing. Its files show whether a passcode is set and whether
  /// the vault is locked. The device key of the returned files must not be used.
  func existingData() throws(KeychainError) -> VaultFiles? {
    try ProtectedDirectory.open(dataDirectory).map { VaultFiles(data: $0, key: $0) }
  }

  /// Opens the folders; nil when one of them is missing.
  package func existing() throws(KeychainError) -> VaultFiles? {
    guard let data = try ProtectedDirectory.open(dataDirectory),
      let key = keyDirectory == dataDirectory ? data : try ProtectedDirectory.open(keyDirectory)
    else { return nil }
    return VaultFiles(data: data, key: key, credential: try credential())
  }

  /// The device key that was passed as a credential; nil when there is no such credential.
  package func credential() throws(KeychainError) -> DeviceKeyCredential? {
    try credentials.flatMap(DeviceKeyCredential.init(in:))
  }
}
