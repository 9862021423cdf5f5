package import KeychainCrypto
import KeychainFiles
package import KeychainModel

extension KeychainClient {
  /// Writes all backup data to a file (`BackupRules`), as it is at one moment.
  ///
  /// - Parameters:
  ///   - path: The file. The path need not be UTF-8. The file appears when it is complete, and its owner can read it.
  ///   - passphrase: Opens the backup on every device; nil binds the backup to this device.
  ///   - replaces: Whether an ordinary file of this name may be replaced.
  ///   - onProgress: Called with the number of rows read so far, and the number of all rows. It starts again from the
  ///     beginning if the keychain was replaced meanwhile.
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.notAvailable` when there is no keychain, the
  ///   keychain cannot be used, a file may not be replaced, or no file can be written; `.parameter` for a path that
  ///   names no file, or a file in a folder of the keychain; `.readOnly`, `.inputOutput`, `.allocation`. There is no
  ///   new file then, with one exception: the file replaced another, and only the folder could not be synchronized.
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
    let reply = try run(.exportBackup(passphrase: passphrase), onProgress) {
      (bytes) throws(KeychainError) in
      // The output file is made when the first bytes arrive, because they prove that the keychain can be read.
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

  /// Whether a passphrase opens a backup, and not the device key.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read or is of a later version; `.decode` when the file is not a
  ///   backup, or its beginning is damaged.
  package func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool {
    let file = try InputFile(path, noun: "the backup")
    return try BackupReader.header(of: file).protection != .thisDevice
  }

  /// Stores the items of a backup in one transaction. If the backup is damaged or the process is killed, no item is
  /// stored. Items that are not in the backup stay.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that is bound to this device.
  ///   - deviceKeyCopy: The device key that made the backup. It opens the data that is bound to it, and is not stored.
  ///     Nil to use the device key of this keychain.
  ///   - isDryRun: Whether the call only reports the outcome.
  ///   - onProgress: Called with the number of items done so far, and the number of all items. It starts again from the
  ///     beginning if the keychain was replaced meanwhile.
  /// - Throws: The errors of `Work.importBackup`. Nothing was changed then.
  package func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy? = nil, isDryRun: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RestoreOutcome {
    let file = try InputFile(path, noun: "the backup")
    // A file that is not a backup is not sent.
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
