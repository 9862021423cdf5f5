import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import Vault

extension LocalKeychain {
  /// Makes a backup of all items that `BackupRules` includes. The backup is a snapshot of the keychain.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase that opens the backup on every device. Nil binds the backup to this device.
  ///   - client: The client. A backup for a client in another process leaves out the private keys that never leave the
  ///     service.
  ///   - output: Receives the bytes of the backup.
  ///   - onProgress: Called with the number of rows that were read so far, and with the total number of rows.
  /// - Throws: The errors of `Work.exportBackup`.
  func exportBackup(
    passphrase: Passcode?, for client: WorkClient, until deadline: Deadline, _ memory: MemoryClaim? = nil,
    onProgress: ProgressReport, to output: SpooledFile
  ) throws(KeychainError) -> BackupOutcome {
    let outcome = try read(until: deadline) { (session) throws(KeychainError) in
      try session.requireUnlocked()
      try client.caller.requirePerson(of: session.keybag)
      // The block runs again when the keychain was replaced, so the block first empties the output.
      try output.removeAll()
      let protection =
        passphrase == nil
        ? BackupProtection.thisDevice
        : try BackupProtection.passphrase(vault.context.cost, random: random)
      let (header, stream, items) = try BackupHeader.make(
        protection, passphrase, deviceKey: try vault.open(until: deadline).deviceKey,
        date: clock.now, random: random)
      let writer = try BackupWriter(header, stream: stream, items: items, random: random) {
        (bytes) throws(KeychainError) in
        guard bytes.count <= Self.largestBackupByteCount - output.byteCount else {
          throw KeychainError(.dataTooLarge, "a backup has at most \(Self.largestBackupByteCount) bytes")
        }
        try output.append(bytes)
      }
      let outcome = try session.measuring(memory) { () throws(KeychainError) in
        try session.connection.read { () throws(KeychainError) in
          try BackupExport(session: session, writer: writer, retainsPrivateKeys: client.isInAnotherProcess)
            .run(onProgress: onProgress)
        }
      }
      try writer.finish()
      return outcome
    }
    Log.notice("backup: \(outcome.items) items; \(outcome.unreadable) cannot be read")
    return outcome
  }

  /// Stores the items of a backup in one transaction. No item is stored when the backup is damaged or the process is
  /// killed. Items that are not in the backup stay in the keychain.
  ///
  /// - Parameters:
  ///   - client: The client. Items of programs of a higher grade stay as they are.
  ///   - deviceKeyCopy: The device key that the backup was made with. Nil when the backup was made with the device key
  ///     of this keychain.
  ///   - timeout: The longest time that each step may wait for other processes.
  ///   - onProgress: Called with the number of items processed so far, and with the total number of items. The first
  ///     number starts at zero again when the store was replaced during the import.
  /// - Returns: The reply of `Work.importBackup`.
  /// - Throws: The errors of `Work.importBackup`. After an error nothing was changed.
  func importBackup(
    _ file: InputFile, passphrase: Passcode?, deviceKeyCopy: DeviceKeyContent?, isDryRun: Bool, _ client: WorkClient,
    timeout: Duration, _ cancellation: Cancellation, once request: IdentifiedRequest?, _ memory: MemoryClaim?,
    onProgress: ProgressReport
  ) throws(KeychainError) -> Reply {
    let header = try BackupReader.header(of: file)
    // The derivation takes memory and time from the other clients of the service.
    if client.isInAnotherProcess, case .passphrase(let cost, _) = header.protection, !cost.isFairToOthers {
      throw Self.tooCostly
    }
    let isForeign = try !ForkGate.enterUnlessForked { () throws(KeychainError) in try vault.isPresent() }
    // Without a store, only a credential can contain the device key of the backup, because a new device key opens no
    // existing backup. The store is created only after the backup was found to be usable.
    let ownKey =
      try isForeign
      ? location.vault.credential()?.load(for: header.vaultID) : unlockedDeviceKey(until: .after(timeout))
    let copy = try deviceKeyCopy.map { (copy) throws(KeychainError) in
      try Self.deviceKey(of: copy, for: header)
    }
    let deviceKey = copy ?? ownKey
    let stream = try header.streamKey(
      passphrase, deviceKey, for: isForeign ? nil : ownKey?.vaultID)
    var items: BackupKey?
    if let deviceKey { items = try header.itemKey(deviceKey) }
    func reader() throws(KeychainError) -> BackupReader {
      let reader = try BackupReader(file, header, stream)
      reader.willRead = memory?.reserveForOpening
      return reader
    }
    // The whole backup is authenticated before anything is changed or created.
    let caller = client.isInAnotherProcess ? client.caller : nil
    let found = try reader().check(items) { caller?.mayWrite(to: $0) ?? true }
    if isDryRun, isForeign { return .restoration(found) }
    if deviceKey == nil { items = try header.itemKey(try unlockedDeviceKey(until: .after(timeout))) }
    let total = found.added + found.notForThisDevice + found.notPermitted
    func run(
      _ session: ItemSession
    ) throws(KeychainError) -> (outcome: RestoreOutcome, isSynchronizable: Bool) {
      try session.acting(as: client.caller, memory) { () throws(KeychainError) in
        try BackupImport(
          session: session, caller: client.caller, clock: clock, isDryRun: isDryRun,
          requiresEmpty: !client.mayReplaceItems, isConfined: client.isInAnotherProcess
        )
        .run(try reader(), items) { (done) throws(KeychainError) in
          try onProgress(done, total)
        }
      }
    }
    if isDryRun {
      return try read(until: .after(timeout)) { (session) throws(KeychainError) in
        .restoration(try session.connection.read { () throws(KeychainError) in try run(session).outcome })
      }
    }
    let restored = try write(
      until: .after(timeout), cancellation, once: request, isSynchronizable: \.isSynchronizable
    ) { (session) throws(KeychainError) in try run(session) }
    let outcome = restored.value.outcome
    Log.notice("restored: \(outcome.added) items added, \(outcome.replaced) replaced")
    return restored.reply { .restoration($0.outcome) }
  }

  private static var tooCostly: KeychainError {
    KeychainError(
      .notAvailable,
      "the passphrase of the backup asks for more work than the service does for a program; import the backup into a "
        + "keychain outside of the service, and export it again")
  }

  /// The device key in a copy. The copy may contain a device key of another store.
  ///
  /// - Throws: `.authenticationFailed` when the backup was made with another key.
  private static func deviceKey(
    of copy: DeviceKeyContent, for header: BackupHeader
  ) throws(KeychainError) -> DeviceKey {
    let key = try copy.key(for: header.vaultID)
    guard try header.itemKey(key) != nil else {
      throw KeychainError(
        .authenticationFailed,
        "the copy is not of the device key that the backup was made with", because: .deviceKeyWrong)
    }
    return key
  }

  /// Returns the device key of the store. Creates the store when there is no store.
  ///
  /// - Throws: `.interactionNotAllowed` while the store is locked; the errors of opening a store.
  private func unlockedDeviceKey(until deadline: Deadline) throws(KeychainError) -> DeviceKey {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      try vault.read(until: deadline) { (session) throws(KeychainError) in try session.requireUnlocked() }
      return try vault.open(until: deadline).deviceKey
    }
  }
}
