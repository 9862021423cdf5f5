package import KeychainCrypto
import KeychainFiles
package import KeychainModel

extension KeychainClient {
  /// Writes everything that belongs into a backup to a file (`BackupRules`), as it is at one moment.
  ///
  /// - Parameters:
  ///   - path: The file; need not be UTF-8. It appears when it is complete, readable by its owner.
  ///   - passphrase: Opens it on every device; nil binds it to this one.
  ///   - replaces: Whether an ordinary file of this name may be replaced.
  ///   - onProgress: Called with the number of rows looked at so far, and of all of them; from the beginning again when
  ///     the keychain was replaced meanwhile.
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.notAvailable` when there is no keychain, it cannot
  ///   be used, there is a file that may not be replaced, or none can be written; `.parameter` for a path that names no
  ///   file, or one in a folder of the keychain; `.readOnly`, `.inputOutput`, `.allocation`. Then there is no new file,
  ///   unless it took the place of another and the folder alone could not be brought to the disk.
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
      // The first bytes come from a keychain that can be read.
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

  /// Whether a backup is opened by a passphrase, and not by the device key.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read or is of a later version; `.decode` when it is no backup, or
  ///   its beginning is damaged.
  package func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool {
    let file = try InputFile(path, noun: "the backup")
    return try BackupReader.header(of: file).protection != .thisDevice
  }

  /// Stores the items of a backup in one transaction: all of them or, when the backup is damaged or the process is
  /// killed, none. Items that the backup does not have stay.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that is bound to this device.
  ///   - deviceKeyCopy: The device key that the backup was made with: it opens what is bound to that, and is kept
  ///     nowhere. Nil when the device key of this keychain is to open it.
  ///   - isDryRun: Whether only the outcome is wanted.
  ///   - onProgress: Called with the number of items done so far, and of all of them; from the beginning again when the
  ///     keychain was replaced meanwhile.
  /// - Throws: What `Work.importBackup` says. Then nothing was changed.
  package func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy? = nil, isDryRun: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RestoreOutcome {
    let file = try InputFile(path, noun: "the backup")
    // A file that is no backup is not sent.
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
