package import KeychainCrypto
import KeychainFiles
package import KeychainModel

extension KeychainClient {
  /// Writes a backup to a file. The backup is a snapshot of all items that `BackupRules` includes.
  ///
  /// - Parameters:
  ///   - path: The path of the new file. The path need not be UTF-8. The file appears only when the backup is complete.
  ///     Only the owner of the file can read the file, if the file system stores permissions.
  ///   - passphrase: The passphrase that opens the backup on every device; nil binds the backup to this device.
  ///   - replaces: Whether the backup may replace an existing regular file at the path.
  ///   - onProgress: Called with the number of rows read so far, and the total number of rows. The first number starts
  ///     at zero again when the keychain was replaced during the export.
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.notAvailable` when there is no keychain, the
  ///   keychain cannot be used, an existing file may not be replaced, or no file can be written; `.parameter` for a
  ///   path that names no file, or a file in a folder of the keychain; `.readOnly`, `.inputOutput`, `.allocation`.
  ///   After an error there is usually no new file. The exception is an error while the folder is written to the disk:
  ///   the new file may then already have replaced an existing file.
  package func exportBackup(
    to path: [UInt8], passphrase: Passcode?, replaces: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> BackupOutcome {
    guard try isPresent() else {
      throw KeychainError(.notAvailable, "there is no keychain to make a backup of")
    }
    try location.requireOutsideKeychain(path)
    var attempt = 1
    while true {
      do throws(KeychainError) {
        return try exportOnce(to: path, passphrase, replaces, onProgress)
      } catch {
        guard error.failureCause == .replaced, attempt < 5 else { throw error }
      }
      attempt += 1
    }
  }

  private func exportOnce(
    to path: [UInt8], _ passphrase: Passcode?, _ replaces: Bool, _ onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> BackupOutcome {
    var file: StreamedFile?
    var byteCount = 0
    let reply = try run(.exportBackup(passphrase: passphrase), onProgress) {
      (bytes) throws(KeychainError) in
      byteCount += bytes.count
      guard byteCount <= LocalKeychain.largestBackupByteCount else { throw Reply.unexpected }
      // The output file is created when the first bytes arrive, because the bytes prove that the keychain can be read.
      let output: StreamedFile
      if let file {
        output = file
      } else {
        output = try KeychainError.attributedToArgument { () throws(KeychainError) in
          try StreamedFile(path, noun: "the backup", replaces: replaces)
        }
        file = output
      }
      try bytes.withUnsafeBufferPointer { (bytes) throws(KeychainError) in
        try output.append(UnsafeRawBufferPointer(bytes))
      }
    }
    guard case .backup(var outcome) = reply, let file else { throw Reply.unexpected }
    try file.finish()
    outcome.isOpenToOthers = !file.isPrivate
    return outcome
  }

  /// Whether a backup is opened with a passphrase instead of a device key.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read, or when a later version of Latchkey wrote the file;
  ///   `.decode` when the file is not a backup, or when its header is damaged.
  package func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool {
    let file = try InputFile(path, noun: "the backup")
    return try BackupReader.header(of: file).protection != .thisDevice
  }

  /// Stores the items of a backup in one transaction. If the backup is damaged or the process is killed, no item is
  /// stored. Items that are not in the backup stay in the keychain.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase of the backup; nil for a backup that is bound to this device.
  ///   - deviceKeyCopy: The device key that the backup was made with; nil to use the device key of this keychain. The
  ///     import does not store the key in the keychain.
  ///   - isDryRun: Whether the call only reports the outcome.
  ///   - onProgress: Called with the number of items processed so far, and the total number of items. The first number
  ///     starts at zero again when the keychain was replaced during the import.
  /// - Throws: The errors of `Work.importBackup`. After an error nothing was changed.
  package func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy? = nil, isDryRun: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RestoreOutcome {
    let file = try InputFile(path, noun: "the backup")
    // A file that is not a backup is not sent to the service.
    _ = try BackupReader.header(of: file)
    let deviceKey: DeviceKeyContent? =
      switch deviceKeyCopy {
      case .file(let path): try Self.content(ofCopyAt: try Self.absolute(path))
      case .typed(let key): .key(key)
      case nil: nil
      }
    let work = Work.importBackup(
      passphrase: passphrase, deviceKey: deviceKey, isDryRun: isDryRun, byteCount: file.byteCount)
    func run(_ identifier: RequestIdentifier?) throws(KeychainError) -> Reply {
      try self.run(work, as: identifier, sending: file, onProgress)
    }
    let reply = isDryRun ? try run(nil) : try once(run)
    guard case .restoration(let outcome) = try reply.known() else { throw Reply.unexpected }
    return outcome
  }
}
