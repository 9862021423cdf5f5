package import KeychainCrypto
import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore
import Vault

extension LocalKeychain {
  /// Writes everything that belongs into a backup to a file (`BackupRules`), as it is at one moment.
  ///
  /// - Parameters:
  ///   - path: The file; need not be UTF-8. It appears when it is complete, readable by its owner.
  ///   - passphrase: Opens it on every device; nil binds it to this one.
  ///   - replaces: Whether an ordinary file of this name may be replaced.
  ///   - onProgress: Called with the number of rows looked at so far, and of all of them; from the
  ///     beginning again when the store was replaced meanwhile.
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.notAvailable` when there is no
  ///   keychain, it cannot be used, there is a file that may not be replaced, or none can be written;
  ///   `.parameter` for a path that names no file, or one in a folder of the keychain; `.readOnly`,
  ///   `.inputOutput`, `.allocation`. Then there is no new file, unless it took the place of another and
  ///   the folder alone could not be brought to the disk.
  package func exportBackup(
    to path: [UInt8], passphrase: Passcode?, replaces: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> BackupOutcome {
    guard try isPresent() else {
      throw KeychainError(.notAvailable, "there is no keychain to make a backup of")
    }
    try location.requireForeign(path)
    let (file, writer, exported) = try call { (deadline) throws(KeychainError) in
      try vault.read(until: deadline) { (session) throws(KeychainError) in
        try session.requireUnlocked()
        let file = try KeychainError.blamingArgument { () throws(KeychainError) in
          try StreamedFile(path, noun: "the backup", replaces: replaces)
        }
        let protection =
          passphrase == nil
          ? BackupProtection.thisDevice
          : try BackupProtection.passphrase(vault.context.cost, random: random)
        let (header, stream, items) = try BackupHeader.make(
          protection, passphrase, deviceKey: try vault.open(until: deadline).deviceKey,
          date: clock.now, random: random)
        let writer = try BackupWriter(file, header, stream: stream, items: items, random: random)
        let outcome = try session.connection.read { () throws(KeychainError) in
          try BackupExport(session: session, writer: writer).run(onProgress: onProgress)
        }
        return (file, writer, outcome)
      }
    }
    try writer.finish()
    var outcome = exported
    outcome.isOpenToOthers = !file.isPrivate
    Log.notice("backup: \(outcome.items) items; \(outcome.unreadable) cannot be read")
    return outcome
  }

  /// Whether a backup is opened by a passphrase, and not by the device key.
  ///
  /// - Throws: `.notAvailable` when the file cannot be read or is of a later version; `.decode` when it
  ///   is no backup, or its beginning is damaged.
  package func backupNeedsPassphrase(at path: [UInt8]) throws(KeychainError) -> Bool {
    let file = try GivenFile(path, noun: "the backup")
    return try BackupReader.header(of: file).protection != .thisDevice
  }

  /// Stores the items of a backup in one transaction: all of them or, when the backup is damaged or the
  /// process is killed, none. Items that the backup does not have stay.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that is bound to this device.
  ///   - deviceKeyCopy: The device key that the backup was made with: it opens what is bound to that, and is
  ///     kept nowhere. Nil when the device key of this keychain is to open it.
  ///   - isDryRun: Whether only the outcome is wanted.
  ///   - onProgress: Called with the number of items done so far, and of all of them; from the
  ///     beginning again when the store was replaced meanwhile.
  /// - Throws: `.interactionNotAllowed` while the keychain is locked; `.authenticationFailed` when the
  ///   passphrase is wrong, the device another, or the copy of another key; `.decode` when the file is
  ///   damaged or no backup; `.parameter` without a passphrase that is needed, or with one that is not;
  ///   `.notAvailable`, `.readOnly`, `.inputOutput`, `.allocation`. Then nothing was changed.
  package func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy? = nil, isDryRun: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RestoreOutcome {
    let file = try GivenFile(path, noun: "the backup")
    let header = try BackupReader.header(of: file)
    let isForeign = try !isPresent()
    // A store is made with the key of the credential, if there is one, and only once the backup has
    // proved to be of use; any other key of a new store opens nothing yet.
    let ownKey =
      try isForeign ? location.place.credential()?.load(for: header.storeID) : unlockedDeviceKey()
    let copy = try deviceKeyCopy.map { (copy) throws(KeychainError) in
      try Self.deviceKey(of: copy, for: header)
    }
    let deviceKey = copy ?? ownKey
    let stream = try header.streamKey(
      passphrase, deviceKey, for: isForeign ? nil : ownKey?.storeID)
    var items: BackupKey?
    if let deviceKey { items = try header.itemKey(deviceKey) }
    // Everything is authenticated before anything is changed, or made.
    let found = try BackupReader(file, header, stream).check(items)
    if isDryRun, isForeign { return found }
    if deviceKey == nil { items = try header.itemKey(try unlockedDeviceKey()) }
    let total = found.added + found.notForThisDevice
    func run(
      _ session: ItemSession
    ) throws(KeychainError) -> (outcome: RestoreOutcome, isSynchronizable: Bool) {
      try BackupImport(session: session, clock: clock, isDryRun: isDryRun)
        .run(try BackupReader(file, header, stream), items) { onProgress($0, total) }
    }
    if isDryRun {
      return try read { (session) throws(KeychainError) in
        try session.connection.read { () throws(KeychainError) in try run(session).outcome }
      }
    }
    let (outcome, _) = try write(isSynchronizable: \.isSynchronizable) {
      (session) throws(KeychainError) in try run(session)
    }
    Log.notice("restored: \(outcome.added) items added, \(outcome.replaced) replaced")
    return outcome
  }

  /// The device key in a copy, which need not be that of this store.
  ///
  /// - Throws: `.authenticationFailed` when the backup was made with another; `.notAvailable` when it cannot
  ///   be read.
  private static func deviceKey(
    of copy: DeviceKeyCopy, for header: BackupHeader
  ) throws(KeychainError) -> DeviceKey {
    let key =
      switch copy {
      case .file(let path): try deviceKey(copyAt: try absolute(path), for: header.storeID)
      case .typed(let key): key
      }
    guard try header.itemKey(key) != nil else {
      throw KeychainError(
        .authenticationFailed,
        "the copy is not of the device key that the backup was made with", because: .deviceKeyWrong)
    }
    return key
  }

  /// The device key of the store, which is made when there is none.
  ///
  /// - Throws: `.interactionNotAllowed` while it is locked, and what opening a store throws.
  private func unlockedDeviceKey() throws(KeychainError) -> DeviceKey {
    try call { (deadline) throws(KeychainError) in try unlockedDeviceKey(until: deadline) }
  }

  private func unlockedDeviceKey(until deadline: Deadline) throws(KeychainError) -> DeviceKey {
    try vault.read(until: deadline) { (session) throws(KeychainError) in
      try session.requireUnlocked()
    }
    return try vault.open(until: deadline).deviceKey
  }
}
