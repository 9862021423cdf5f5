import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import Vault

extension LocalKeychain {
  /// Makes a backup of everything that belongs into one (`BackupRules`), as it is at one moment.
  ///
  /// - Parameters:
  ///   - passphrase: Opens it on every device; nil binds it to this one.
  ///   - output: Gets the bytes of the backup. They are of one state of the keychain when this returns.
  ///   - onProgress: Called with the number of rows looked at so far, and of all of them.
  /// - Throws: What `Work.exportBackup` says.
  func exportBackup(
    passphrase: Passcode?, until deadline: Deadline, onProgress: ProgressReport,
    to output: SpooledFile
  ) throws(KeychainError) -> BackupOutcome {
    let outcome = try read(until: deadline) { (session) throws(KeychainError) in
      try session.requireUnlocked()
      // The keychain may have been replaced meanwhile.
      try output.removeAll()
      let protection =
        passphrase == nil
        ? BackupProtection.thisDevice
        : try BackupProtection.passphrase(vault.context.cost, random: random)
      let (header, stream, items) = try BackupHeader.make(
        protection, passphrase, deviceKey: try vault.open(until: deadline).deviceKey,
        date: clock.now, random: random)
      let writer = try BackupWriter(header, stream: stream, items: items, random: random, to: output.append)
      let outcome = try session.connection.read { () throws(KeychainError) in
        try BackupExport(session: session, writer: writer).run(onProgress: onProgress)
      }
      try writer.finish()
      return outcome
    }
    Log.notice("backup: \(outcome.items) items; \(outcome.unreadable) cannot be read")
    return outcome
  }

  /// Stores the items of a backup in one transaction: all of them or, when the backup is damaged or the
  /// process is killed, none. Items that the backup does not have stay.
  ///
  /// - Parameters:
  ///   - deviceKeyCopy: The device key that the backup was made with; nil for that of this keychain.
  ///   - patience: How long each step may wait for others.
  ///   - onProgress: Called with the number of items done so far, and of all of them; from the
  ///     beginning again when the store was replaced meanwhile.
  /// - Throws: What `Work.importBackup` says. Then nothing was changed.
  func importBackup(
    _ file: GivenFile, passphrase: Passcode?, deviceKeyCopy: DeviceKeyContent?, isDryRun: Bool,
    patience: Duration, once request: IdentifiedRequest?, onProgress: ProgressReport
  ) throws(KeychainError) -> RestoreOutcome {
    let header = try BackupReader.header(of: file)
    let isForeign = try !ForkGate.pass { () throws(KeychainError) in try vault.isPresent() }
    // A store is made with the key of the credential, if there is one, and only once the backup has
    // proved to be of use; any other key of a new store opens nothing yet.
    let ownKey =
      try isForeign
      ? location.place.credential()?.load(for: header.storeID) : unlockedDeviceKey(until: .after(patience))
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
    if deviceKey == nil { items = try header.itemKey(try unlockedDeviceKey(until: .after(patience))) }
    let total = found.added + found.notForThisDevice
    func run(
      _ session: ItemSession
    ) throws(KeychainError) -> (outcome: RestoreOutcome, isSynchronizable: Bool) {
      try BackupImport(session: session, clock: clock, isDryRun: isDryRun)
        .run(try BackupReader(file, header, stream), items) { (done) throws(KeychainError) in
          try onProgress(done, total)
        }
    }
    if isDryRun {
      return try read(until: .after(patience)) { (session) throws(KeychainError) in
        try session.connection.read { () throws(KeychainError) in try run(session).outcome }
      }
    }
    let (outcome, _) = try write(until: .after(patience), once: request, isSynchronizable: \.isSynchronizable) {
      (session) throws(KeychainError) in try run(session)
    }
    Log.notice("restored: \(outcome.added) items added, \(outcome.replaced) replaced")
    return outcome
  }

  /// The device key in a copy, which need not be that of this store.
  ///
  /// - Throws: `.authenticationFailed` when the backup was made with another.
  private static func deviceKey(
    of copy: DeviceKeyContent, for header: BackupHeader
  ) throws(KeychainError) -> DeviceKey {
    let key = try copy.key(for: header.storeID)
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
  private func unlockedDeviceKey(until deadline: Deadline) throws(KeychainError) -> DeviceKey {
    try ForkGate.pass { () throws(KeychainError) in
      try vault.read(until: deadline) { (session) throws(KeychainError) in try session.requireUnlocked() }
      return try vault.open(until: deadline).deviceKey
    }
  }
}
