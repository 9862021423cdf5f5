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
  package var credential: DeviceKeyCredential?
  package var names = Names()
  /// Called after each step of a change; an error ends the change there.
  package var onStep: @Sendable (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

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
    connection.skipCheckpointOnClose()
    return connection
  }

  /// What the database says of itself; nil where that cannot be read.
  func readableRow(until deadline: Deadline) -> StoreRecord? { (try? connection(until: deadline).storeRecord()) ?? nil }

  // MARK: Keys

  package var keybags: KeybagFiles { KeybagFiles(in: data) }

  /// Where the device key comes from: the credential, if there is one; then a file is not used.
  package var deviceKey: any DeviceKeyProvider { credential ?? keyFile }

  /// Device keys of other keychains may lie in a folder of keys, and beside a credential.
  package var keyFile: DeviceKeyFile {
    DeviceKeyFile(in: key, isFolderShared: key.path != data.path || credential != nil)
  }

  /// Ends a change of the device key: the prepared one takes its place if it opens the keybag that is in force. It is
  /// destroyed if the device key itself does.
  ///
  /// - Parameter isUndone: Whether the header names a change of the keybag that was not committed. Otherwise a prepared
  ///   key is not destroyed: a copy of the data folder may be at work with it.
  /// - Returns: Whether it took its place.
  /// - Throws: `.notAvailable` when neither can be read; nothing is destroyed then.
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

/// Everything of a vault that lies beside its database.
package struct OpenedFiles: Sendable {
  package let files: VaultFiles
  package let header: HeaderFile
  package let reading: HeaderFile.Reading
  package let keybag: Keybag
  package let reference: KeybagReference
  package let deviceKey: DeviceKey

  package var state: HeaderState { reading.state }
}

/// Where a vault lies. Nothing is opened before it is used.
package struct VaultLocation: Sendable, Hashable {
  /// The folder of every file but the device key.
  package var dataDirectory: String
  /// The folder of the device key; it may be that of the data.
  package var keyDirectory: String
  /// The folder of the credentials that were passed to this process; nil when there is none.
  package var credentialsDirectory: String?
  /// The file with the passcode that this process was given; nil when it was given none.
  package var passcodeFile: String?

  package init(
    dataDirectory: String, keyDirectory: String, credentialsDirectory: String? = nil, passcodeFile: String? = nil
  ) {
    self.dataDirectory = dataDirectory
    self.keyDirectory = keyDirectory
    self.credentialsDirectory = credentialsDirectory
    self.passcodeFile = passcodeFile
  }

  /// Whether a passcode came with the process.
  var isGivenPasscode: Bool { passcodeFile != nil || credentialsDirectory != nil }

  /// Opens the folders, and makes them when they are not there.
  ///
  /// - Throws: `.notAvailable` when one is open to others, belongs to another user, or lies on a file system that
  ///   machines share; or when it cannot be known whether the device key was passed as a credential.
  package func open() throws(KeychainError) -> VaultFiles {
    // Before anything is made.
    let credential = try credential()
    let data = try ProtectedDirectory.openOrCreate(dataDirectory)
    let key = keyDirectory == dataDirectory ? data : try .openOrCreate(keyDirectory)
    return VaultFiles(data: data, key: key, credential: credential)
  }

  /// Opens the folder of the data alone, which says whether a passcode is set and whether the vault is locked; nil when it
  /// is not there. The device key must not be asked for.
  func existingData() throws(KeychainError) -> VaultFiles? {
    try ProtectedDirectory.open(dataDirectory).map { VaultFiles(data: $0, key: $0) }
  }

  /// Opens the folders; nil when one of them is not there.
  package func existing() throws(KeychainError) -> VaultFiles? {
    guard let data = try ProtectedDirectory.open(dataDirectory),
      let key = keyDirectory == dataDirectory ? data : try ProtectedDirectory.open(keyDirectory)
    else { return nil }
    return VaultFiles(data: data, key: key, credential: try credential())
  }

  /// The device key that was passed as a credential; nil when there is none.
  package func credential() throws(KeychainError) -> DeviceKeyCredential? {
    guard let credentialsDirectory else { return nil }
    return try DeviceKeyCredential(in: credentialsDirectory)
  }
}
