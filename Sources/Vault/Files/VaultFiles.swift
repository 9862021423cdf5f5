package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainStore

/// The files of one vault: their folders and names, and one look at all of them.
package struct VaultFiles: Sendable {
  /// The names of the files in the data folder.
  package struct Names: Sendable {
    package var header = "latchkey.lock"
    package var database = "keychain.db"

    package init() {}
  }

  package let data: ProtectedDirectory
  package let names: Names
  package let deviceKey: any DeviceKeyProvider

  package init(
    data: ProtectedDirectory, deviceKey: any DeviceKeyProvider, names: Names = Names()
  ) {
    self.data = data
    self.deviceKey = deviceKey
    self.names = names
  }

  package var keybags: KeybagFiles { KeybagFiles(in: data) }

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
    guard try lock.isStillNamed(), let header = try header() else {
      throw KeychainError(.notAvailable, "the keychain was replaced", cause: .storeReplaced)
    }
    return (lock, header)
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

  // MARK: One look

  /// Looks at every file once.
  ///
  /// A look without the vault lock may meet files before and after a change: what it finds is a hint until it is
  /// found again under the lock.
  ///
  /// - Throws: What keeps a file from being read: rights, a failing device, a later version.
  package func look(until deadline: Deadline) throws(KeychainError) -> FoundFiles {
    let header = try header()
    let database = try findDatabase(until: deadline)
    var found = FoundFiles(
      header: try Self.find(header), database: database, keybag: .missing,
      keybagNumbers: try keybags.numbers(), deviceKey: .missing, witness: nil)
    guard case .row(let row) = database else { return found }
    found.witness = try header?.witness(of: row.databaseID)?.number
    let key = try deviceKey.load(for: row.vaultID)
    guard let keybag = try keybags.load(row.keybagNumber) else {
      if key != nil { found.deviceKey = .present(opens: nil) }
      return found
    }
    found.keybag = .digest(try keybag.digest())
    if let key {
      found.deviceKey = .present(opens: try keybag.isOpened(by: key))
      var numbers: [UInt64] = []
      for number in found.keybagNumbers {
        let isOurs = number <= row.keybagNumber ? true : try opens(number, key)
        if isOurs { numbers.append(number) }
      }
      found.keybagNumbers = numbers
    }
    return found
  }

  /// Whether a keybag is one of this vault. One that cannot be read says nothing.
  private func opens(_ number: UInt64, _ key: DeviceKey) throws(KeychainError) -> Bool {
    guard let keybag = try? keybags.load(number) else { return false }
    return try keybag.isOpened(by: key)
  }

  private static func find(_ header: HeaderFile?) throws(KeychainError) -> FoundFiles.Header {
    guard let header else { return .missing }
    let count = try header.byteCount()
    if count == 0 { return .empty }
    guard count == HeaderFile.byteCount, let reading = try header.read() else { return .damaged }
    return .state(reading.state)
  }

  private func findDatabase(until deadline: Deadline) throws(KeychainError) -> FoundFiles.Database {
    guard let status = try data.status(of: names.database) else { return .missing }
    try status.requirePrivateRegularFile(data.path(of: names.database))
    // SQLite takes an empty file for a new database, and deletes its log.
    guard status.byteCount > 0 else { return .damaged }
    do throws(KeychainError) {
      let connection = try connection(until: deadline)
      try StoreSchema.check(connection)
      guard let row = try connection.storeRow() else { return .damaged }
      return .row(row)
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return .damaged
    }
  }
}
