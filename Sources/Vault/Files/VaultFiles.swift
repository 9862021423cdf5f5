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
  package var onStep: @Sendable (Step) throws(KeychainError) -> Void = {
    (_) throws(KeychainError) in
  }

  package init(
    data: ProtectedDirectory, key: ProtectedDirectory, credential: DeviceKeyCredential? = nil,
    names: Names = Names()
  ) {
    self.data = data
    self.key = key
    self.credential = credential
    self.names = names
  }

  package var keybags: KeybagFiles { KeybagFiles(in: data) }

  /// Where the device key comes from: the credential, if there is one; then a file is not used.
  package var deviceKey: any DeviceKeyProvider { credential ?? keyFile }

  /// Device keys of other keychains may lie in a folder of keys, and beside a credential.
  package var keyFile: DeviceKeyFile {
    DeviceKeyFile(in: key, isFolderShared: key.path != data.path || credential != nil)
  }

  /// Nil when there is no such file.
  package func header() throws(KeychainError) -> HeaderFile? {
    try HeaderFile(names.header, in: data)
  }

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
  func readableRow(until deadline: Deadline) -> StoreRow? {
    (try? connection(until: deadline).storeRow()) ?? nil
  }

  /// Whether any file of a vault is there. A device key alone, in a folder that others may share, belongs to
  /// nobody until something says whose it is.
  package func isPresent() throws(KeychainError) -> Bool {
    if try header()?.read()?.state.vaultID != nil { return true }
    if try data.status(of: names.database) != nil { return true }
    if try !keybags.numbers().isEmpty { return true }
    return key.path == data.path ? try keyFile.isPresent() : false
  }
}
