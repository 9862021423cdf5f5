package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
package import KeychainStore

/// One inspection of every file of a vault, with the objects that it opened.
///
/// An inspection without the vault lock may read one file before a change and another file after the change. The caller
/// must confirm the result of such an inspection by an inspection under the vault lock.
package struct VaultInspection {
  private(set) var found: FoundFiles
  package let header: HeaderFile?
  package private(set) var reading: HeaderFile.Reading?
  /// A connection to the database; nil when the row of the table `store` cannot be read.
  package private(set) var connection: Connection?
  package private(set) var row: StoreRecord?
  package private(set) var keybag: Keybag?
  package private(set) var deviceKey: DeviceKey?
  /// Whether one of the two copies in the file `device.key` is damaged.
  private(set) var hasDamagedDeviceKey = false
  private var hasDamagedKeybag = false
  /// Whether a prepared device key must replace the device key.
  private var isKeyPrepared = false

  package var consistency: Consistency { Consistency(found) }
  package var hasDamagedCopy: Bool { hasDamagedDeviceKey || hasDamagedKeybag }

  /// Whether work is unfinished although the files are consistent.
  var isUnsettled: Bool {
    guard let row, let state = reading?.state else { return true }
    return state.pending != nil || state.keybag?.number != row.keybagNumber || isKeyPrepared
      || found.keybagNumbers.contains { $0 < row.keybagNumber }
  }

  /// - Throws: The reason why a file cannot be read: missing permissions, a failing device, or a later format.
  package init(_ files: VaultFiles, until deadline: Deadline) throws(KeychainError) {
    header = try files.header()
    let size = try header?.byteCount()
    reading = size == HeaderFile.byteCount ? try header?.read() : nil
    found = FoundFiles(header: Self.header(size, reading), keybagNumbers: try files.keybags.numbers())
    if files.credential == nil || files.key.path == files.data.path {
      found.hasDeviceKeyFile = try files.keyFile.isPresent()
    }
    // Other processes continue to write and to lock. The commits are read before the row, so the row includes all these
    // commits. The state is read after the row, so the state includes the lock generation in the row.
    var commits: [CommitRecord] = []
    if reading != nil, let header { commits = try header.commits() }
    try findDatabase(files, until: deadline)
    guard let row else { return }
    if size == HeaderFile.byteCount {
      reading = try header?.read()
      found.header = Self.header(size, reading)
    }
    found.witness = commits.last { $0.database == row.databaseID.high }?.number
    // If an erasure was interrupted, its completion does not need the keys. So the keys are not inspected.
    guard reading?.state.job?.kind != .erase else { return }
    try findKeys(files, row)
    guard deviceKey != nil else { return }
    // A newer keybag is ignored if it cannot be read, or if the device key does not open it.
    var numbers: [UInt64] = []
    for number in found.keybagNumbers {
      if number > row.keybagNumber {
        guard let newer = try? files.keybags.load(number), try files.deviceKey.key(opening: newer) != nil else {
          continue
        }
      }
      numbers.append(number)
    }
    found.keybagNumbers = numbers
  }

  private static func header(_ size: Int?, _ reading: HeaderFile.Reading?) -> FoundFiles.Header {
    guard let size, size > 0 else { return .missing }
    return reading.map { .state($0.state) } ?? .damaged
  }

  private mutating func findKeys(_ files: VaultFiles, _ row: StoreRecord) throws(KeychainError) {
    if let key = try files.deviceKey.read(for: row.vaultID) {
      deviceKey = key.key
      hasDamagedDeviceKey = key.hasDamagedCopy
      found.isDeviceKeyRight = false
    }
    guard let read = try files.keybags.read(row.keybagNumber) else { return }
    keybag = read.content
    hasDamagedKeybag = read.hasDamagedCopy
    found.keybagDigest = try read.content.digest()
    if let deviceKey { found.isDeviceKeyRight = try read.content.isOpened(by: deviceKey) }
    // During a change of the device key, the prepared key may be the key that opens the keybag.
    if let next = files.deviceKey.prepared(row.vaultID), try read.content.isOpened(by: next) {
      isKeyPrepared = true
      deviceKey = next
      found.isDeviceKeyRight = true
    }
  }

  private mutating func findDatabase(_ files: VaultFiles, until deadline: Deadline) throws(KeychainError) {
    let path = files.data.path(of: files.names.database)
    found.absence = try files.absence()
    guard let status = try files.data.status(of: files.names.database) else { return }
    try status.requirePrivateRegularFile(path)
    try status.requireRightsOfOwner(path)
    found.database = .damaged
    do throws(KeychainError) {
      // This connection only reads, and does not move the log when it closes, so files that are refused do not change.
      let connection = try files.connection(until: deadline)
      try StoreSchema.check(connection)
      guard let row = try connection.storeRecord() else { return }
      self.connection = connection
      self.row = row
      found.database = .row(row)
    } catch { guard error.cause == .databaseDamaged else { throw error } }
  }
}
