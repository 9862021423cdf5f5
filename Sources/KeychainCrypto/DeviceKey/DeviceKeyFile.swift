package import KeychainFiles
package import KeychainModel

/// The device key in a file that only this user can access. The file contains the key twice, in the format of
/// `DeviceKeyCoding`.
///
/// Several keychains may share the folder. Every change is made while the folder is locked. So a process does not
/// delete a file that another process is creating, and does not write back a key that another process has replaced.
package struct DeviceKeyFile: DeviceKeyProvider {
  package static let name = "device.key"

  /// The file name of a prepared key, which will replace the current key.
  package static let nextName = "device.key.next"

  private static let names = [name, nextName]

  /// How long a change of the file waits for other processes that use the folder.
  private static let timeout = Duration.seconds(30)

  private let file: TwoCopyFile
  /// Whether the folder may contain keys of other keychains. If so, a file that cannot be read is treated as
  /// the key of another keychain.
  private let isFolderShared: Bool

  /// The key file of a directory.
  package init(in directory: ProtectedDirectory, isFolderShared: Bool = true) {
    self.init(Self.name, in: directory, isFolderShared)
  }

  /// The file of the prepared key.
  private var next: DeviceKeyFile {
    DeviceKeyFile(Self.nextName, in: file.file.directory, isFolderShared)
  }

  private init(_ name: String, in directory: ProtectedDirectory, _ isFolderShared: Bool) {
    self.isFolderShared = isFolderShared
    file = TwoCopyFile(
      ProtectedFile(name, in: directory), codec: DeviceKeyCoding.codec,
      limit: DeviceKeyCoding.fileByteCount, damage: .deviceKeyDamaged)
  }

  package var summary: String { file.file.path }

  /// Locks the folder. The lock is released when the returned value is destroyed.
  ///
  /// - Throws: `.notAvailable` when other processes held the lock for 30 seconds.
  package func lock() throws(KeychainError) -> DirectoryLock {
    try DirectoryLock(file.file.directory, timeout: Self.timeout)
  }

  /// Runs `body` while the folder is locked.
  package func withLock<Result>(
    _ body: (borrowing DirectoryLock) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let lock = try lock()
    return try body(lock)
  }

  /// The key; nil when there is no file.
  ///
  /// - Throws: `.notAvailable` when the file exists but cannot be read.
  package func load() throws(KeychainError) -> DeviceKey? { try read()?.key }

  package func read(
    for vaultID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? { try read() }

  private func read() throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    try file.read { payload, needsRepair throws(KeychainError) in
      (try DeviceKeyCoding.decode(payload, file.file.path), needsRepair)
    }
  }

  package func keyForNewStore(
    _ vaultID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    try DeviceKey(vaultID: vaultID, random: random)
  }

  // MARK: Changing the key

  package func requireChangeable(_ vaultID: RowIdentifier) throws(KeychainError) {
    try file.file.directory.requireWritable()
    try requireOwn(vaultID)
    try next.requireOwnVault(to: vaultID)
  }

  package func prepare(_ next: DeviceKey) throws(KeychainError) {
    try withLock { (_) throws(KeychainError) in
      try requireChangeable(next.vaultID)
      try DeviceKeyCoding.encode(next).withUnsafeBytes { bytes throws(KeychainError) in
        try self.next.file.replace(bytes, erasingOld: true)
      }
    }
  }

  package func prepared(_ vaultID: RowIdentifier) -> DeviceKey? {
    guard let key = try? next.load(), key.vaultID == vaultID else { return nil }
    return key
  }

  package func hasPrepared(_ vaultID: RowIdentifier) -> Bool {
    guard (try? next.isPresent()) == true else { return false }
    if let key = try? next.load() { return key.vaultID == vaultID }
    return !isFolderShared || (try? next.isOverwritten()) == true
  }

  package func commit(_ vaultID: RowIdentifier) throws(KeychainError) {
    try withLock { (_) throws(KeychainError) in
      guard prepared(vaultID) != nil else {
        throw KeychainError(.notAvailable, "the next device key cannot be read", because: .deviceKeyMissing)
      }
      try requireOwn(vaultID)
      try file.file.replace(byRenaming: Self.nextName)
      try file.file.directory.synchronize()
    }
  }

  package func abort(_ vaultID: RowIdentifier) throws(KeychainError) {
    try withLock { (lock) throws(KeychainError) in
      try next.destroy(of: vaultID, lock)
      try file.file.directory.synchronize()
    }
  }

  /// Throws an error when `device.key` is the key of another keychain, because a change would replace this key. In a
  /// shared folder, also throws an error when the file cannot be read.
  private func requireOwn(_ vaultID: RowIdentifier) throws(KeychainError) {
    let present: DeviceKey?
    do throws(KeychainError) {
      present = try load()
    } catch {
      guard isFolderShared else { return }
      throw KeychainError(
        .notAvailable,
        "the device key is to be changed, and device.key cannot be read: it may be that of another "
          + "keychain. Move it away; nothing was changed.", because: .deviceKeyWrong)
    }
    guard present.map({ $0.vaultID == vaultID }) ?? true else {
      throw KeychainError(
        .notAvailable,
        "the device key is to be changed, and device.key is that of another keychain by now. Move it "
          + "away; nothing was changed.", because: .deviceKeyWrong)
    }
  }

  /// Throws an error when the file is the key of another store, because the file may be the only copy of this key.
  ///
  /// - Throws: `.notAvailable`.
  private func requireOwnVault(to vaultID: RowIdentifier) throws(KeychainError) {
    guard let key = try? load(), key.vaultID != vaultID else { return }
    throw KeychainError(
      .notAvailable,
      "\(file.file.path) is the device key of another keychain, a change of which was interrupted: use that "
        + "one first, or move the file away and keep it. Nothing was changed.",
      because: .deviceKeyWrong)
  }

  // MARK: Removing the key

  package func destroy(_ vaultID: RowIdentifier) throws(KeychainError) -> DeviceKeyDestruction {
    try withLock { (lock) throws(KeychainError) in
      var outcome = DeviceKeyDestruction()
      switch try destroy(of: vaultID, lock) {
      case .removed: outcome.mayLiveOn = true
      case .absent: outcome.isForeign = try isPresent()
      case .overwritten: break
      }
      // Also destroy the key that an interrupted change has prepared.
      if case .removed = try next.destroy(of: vaultID, lock) { outcome.mayLiveOn = true }
      try file.file.directory.synchronize()
      return outcome
    }
  }

  /// Whether the file exists, with any content.
  package func isPresent() throws(KeychainError) -> Bool {
    try file.file.directory.status(of: file.file.name) != nil
  }

  package func discard(_ vaultID: RowIdentifier) throws(KeychainError) {
    try withLock { (_) throws(KeychainError) in
      let directory = file.file.directory
      if try load()?.vaultID == vaultID { try directory.remove(file.file.name) }
      // An earlier process may have removed the file, and died before the removal was durable.
      if !directory.isOnReadOnlyFileSystem { try directory.synchronize() }
    }
  }

  /// Removes and overwrites the file if it contains the key of this store, or the remainder of a key that was partly
  /// destroyed. In a folder that is not shared, also destroys a file that cannot be read.
  @discardableResult
  private func destroy(
    of vaultID: RowIdentifier, _ lock: borrowing DirectoryLock
  ) throws(KeychainError) -> ProtectedDirectory.Destruction {
    if let key = try? load() {
      guard key.vaultID == vaultID else { return .absent }
    } else {
      guard !isFolderShared || (try? isOverwritten()) == true else { return .absent }
    }
    // The file is removed before it is overwritten, because a partly overwritten key would look like the key of another
    // keychain.
    return try file.file.directory.removeAndDestroy(file.file.name, lock)
  }

  /// Removes the file, durably and in one step. Then overwrites the old content of the file, as far as the file system
  /// allows this.
  ///
  /// - Throws: The reason why the file cannot be removed. The file is then unchanged.
  package func removeAndDestroy() throws(KeychainError) -> ProtectedDirectory.Destruction {
    try withLock { (lock) throws(KeychainError) in
      try file.file.directory.removeAndDestroy(file.file.name, lock)
    }
  }

  /// Whether the folder contains files of unfinished keys. Such a file was left by a process that was killed, or
  /// belongs to a running process.
  package static func isIncomplete(in directory: ProtectedDirectory) throws(KeychainError) -> Bool {
    try directory.hasTemporaryFiles(of: names)
  }

  /// Overwrites and removes the unfinished keys of killed processes. Does nothing while another process
  /// changes the folder.
  package static func destroyIncomplete(in directory: ProtectedDirectory) {
    directory.destroyTemporaryFiles(of: names)
  }

  /// Writes a copy of a key to a new file, in the format of `device.key`.
  ///
  /// - Parameter path: The path of the new file, which need not be UTF-8.
  /// - Returns: Whether no other user can read the file (`StreamedFile.isPrivate`).
  /// - Throws: `.notAvailable` when the path exists.
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

  /// Whether the file does not begin with the magic bytes of a device key. As soon as the destruction of the key has
  /// begun, the file no longer begins with these bytes.
  ///
  /// - Throws: `.notAvailable` when other users can access the file, `.inputOutput`.
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
    // One intact copy is sufficient, so the repair does not wait for the lock.
    guard let lock = try DirectoryLock(file.file.directory) else { return false }
    let isRepaired = try file.repair()
    _ = consume lock
    return isRepaired
  }
}
