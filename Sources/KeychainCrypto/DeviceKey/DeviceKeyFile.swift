package import KeychainFiles
package import KeychainModel

/// The device key in a file of this user's alone, written twice: see `DeviceKeyCoding`.
///
/// Its folder may be that of other keychains, too. Whatever changes it holds the folder's lock, so that
/// nobody takes a file that is being made for litter, nor writes back a key that was replaced meanwhile.
package struct DeviceKeyFile: DeviceKeyProvider {
  package static let name = "device.key"

  /// Of a key that is to take the place of the present one.
  package static let nextName = "device.key.next"

  private static let names = [name, nextName]

  /// How long whoever changes the file waits for others in its folder.
  private static let patience = Duration.seconds(30)

  private let file: TwoCopyFile

  /// The key file of a directory.
  package init(in directory: ProtectedDirectory) { self.init(Self.name, in: directory) }

  /// The file of the key that is to take its place.
  package static func next(in directory: ProtectedDirectory) -> DeviceKeyFile {
    DeviceKeyFile(nextName, in: directory)
  }

  private init(_ name: String, in directory: ProtectedDirectory) {
    file = TwoCopyFile(
      ProtectedFile(name, in: directory), codec: DeviceKeyCoding.codec,
      limit: DeviceKeyCoding.fileByteCount, damage: .deviceKeyDamaged)
  }

  package var summary: String { file.file.path }

  /// Keeps everybody else from changing the folder, until what is returned ends.
  ///
  /// - Throws: `.notAvailable` when somebody else did so for 30 seconds.
  package func lock() throws(KeychainError) -> FolderLock {
    try FolderLock(file.file.directory, timeout: Self.patience)
  }

  /// Runs `body` while nobody else changes the folder.
  package func withLock<Result>(
    _ body: (borrowing FolderLock) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let lock = try lock()
    return try body(lock)
  }

  /// The key; nil when there is none yet.
  ///
  /// - Throws: `.notAvailable` when there is one that cannot be read.
  package func load() throws(KeychainError) -> DeviceKey? { try read()?.key }

  package func read(
    for storeID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? { try read() }

  private func read() throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    try file.read { payload, needsRepair throws(KeychainError) in
      (try DeviceKeyCoding.decode(payload, file.file.path), needsRepair)
    }
  }

  package func keyForNewStore(
    _ storeID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    try DeviceKey(storeID: storeID, random: random)
  }

  /// Puts another key in place of the file's, or makes the file, durably and in one step, and erases what
  /// the file was, as far as the file system lets it. The key of another store stays.
  package func replace(
    _ key: DeviceKey, _ lock: borrowing FolderLock
  ) throws(KeychainError) {
    try requireNotForeign(to: key.storeID)
    try DeviceKeyCoding.encode(key).withUnsafeBytes { bytes throws(KeychainError) in
      try file.replace(bytes, erasingOld: true)
    }
  }

  /// Refuses to go on when the file is the key of another store, of which it may be the only one.
  ///
  /// - Throws: `.notAvailable`.
  package func requireNotForeign(to storeID: RowIdentifier) throws(KeychainError) {
    guard let key = try? load(), key.storeID != storeID else { return }
    throw KeychainError(
      .notAvailable,
      "\(file.file.path) is the device key of another keychain, a change of which was interrupted: use that "
        + "one first, or move the file away and keep it. Nothing was changed.",
      because: .deviceKeyWrong)
  }

  /// Puts the next key, which lies in a file of its own, in place of the present one, durably and in one
  /// step, and erases what the file was, as far as the file system lets it. Takes no room.
  package func replaceByNext(_ lock: borrowing FolderLock) throws(KeychainError) {
    try file.file.replace(byRenaming: Self.nextName)
  }

  /// Removes the file if it is the key of this store.
  package func remove(of storeID: RowIdentifier) throws(KeychainError) {
    try withLock { (_) throws(KeychainError) in
      guard try load()?.storeID == storeID else { return }
      try file.file.directory.remove(file.file.name)
    }
  }

  package func discard(_ storeID: RowIdentifier) throws(KeychainError) { try remove(of: storeID) }

  /// Overwrites and removes the file if it is the key of this store, or what is left of a key that somebody had
  /// begun to destroy.
  ///
  /// - Parameter isOwn: Whether no other store's key can lie there: then one that cannot be read is this one's.
  @discardableResult
  package func destroy(
    of storeID: RowIdentifier, isOwn: Bool, _ lock: borrowing FolderLock
  ) throws(KeychainError) -> ProtectedDirectory.Destruction {
    if let key = try? load() {
      guard key.storeID == storeID else { return .absent }
    } else {
      guard isOwn || (try? isOverwritten()) == true else { return .absent }
    }
    return try file.file.directory.destroy(file.file.name)
  }

  /// Removes the file, durably and in one step, and then overwrites what it was, as far as the file system
  /// lets it.
  ///
  /// - Throws: What keeps it from being removed; then it is as it was.
  package func removeAndDestroy() throws(KeychainError) -> ProtectedDirectory.Destruction {
    try withLock { (lock) throws(KeychainError) in
      try file.file.directory.removeAndDestroy(file.file.name, lock)
    }
  }

  /// Whether there are files of keys that were half made, by a process that was killed or is at work.
  package static func isHalfMade(in directory: ProtectedDirectory) throws(KeychainError) -> Bool {
    try directory.hasTemporaryFiles(of: names)
  }

  /// Overwrites and removes what killed processes left of keys that they were making: not while another
  /// process changes the folder.
  package static func destroyHalfMade(in directory: ProtectedDirectory) {
    directory.destroyTemporaryFiles(of: names)
  }

  /// Writes a copy of a key to a new file, as `device.key` would hold it.
  ///
  /// - Parameter path: Need not be UTF-8.
  /// - Returns: Whether nobody else may read it: `StreamedFile.isPrivate`.
  /// - Throws: `.notAvailable` when there is something of that name.
  package static func export(_ key: DeviceKey, to path: [UInt8]) throws(KeychainError) -> Bool {
    try DeviceKeyCoding.encode(key).withUnsafeBytes { payload throws(KeychainError) in
      try DeviceKeyCoding.codec.encode(payload).withUnsafeBytes { bytes throws(KeychainError) in
        try NewFile.create(at: path, noun: "the copy of the device key", bytes)
      }
    }
  }

  package func create(_ key: DeviceKey) throws(KeychainError) {
    let isNew = try DeviceKeyCoding.encode(key).withUnsafeBytes { bytes throws(KeychainError) in
      try withLock { (_) throws(KeychainError) in try file.create(bytes) }
    }
    guard isNew else {
      throw KeychainError(.notAvailable, "\(file.file.path) exists already", because: .fileInTheWay)
    }
  }

  /// Whether the file does not even begin like a device key, of whatever version: so it looks once
  /// its destruction has begun.
  ///
  /// - Throws: `.notAvailable` when it is not a file of this user's alone, `.inputOutput`.
  package func isOverwritten() throws(KeychainError) -> Bool {
    guard let content = try file.file.read(limit: DeviceKeyCoding.fileByteCount) else {
      return false
    }
    return content.withUnsafeBytes { !$0.starts(with: DeviceKeyCoding.magic) }
  }

  package func hasDamagedCopy() throws(KeychainError) -> Bool { try file.hasDamagedCopy() }

  @discardableResult
  package func repair() throws(KeychainError) -> Bool {
    guard try hasDamagedCopy() else { return false }
    // One whole copy is enough: whoever is at work there is not waited for.
    guard let lock = try FolderLock(file.file.directory) else { return false }
    let isRepaired = try file.repair()
    _ = consume lock
    return isRepaired
  }
}
