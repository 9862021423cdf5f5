import Keychain
import KeychainModel

/// The result of a backup: the numbers of items that it contains and omits.
public struct KeychainBackup: Sendable, Equatable {
  /// The number of items in the backup.
  public let itemCount: Int

  /// The number of items in the backup that can be restored only with the same device key. Their accessibility ends in
  /// `ThisDeviceOnly`.
  public let thisDeviceOnlyCount: Int

  /// The number of items that backups never contain: items that exist only while a passcode is set, whose access
  /// control requires a proof, that are bound to the system, whose key was destroyed, or that are in quarantine.
  public let excludedCount: Int

  /// The number of items that could not be read and are therefore missing. `verify()` gives the reasons.
  public let unreadableCount: Int

  /// Whether other users can read the file, because the file system does not store permissions (FAT).
  public let isOpenToOthers: Bool

  init(_ outcome: BackupOutcome) {
    isOpenToOthers = outcome.isOpenToOthers
    itemCount = outcome.items
    thisDeviceOnlyCount = outcome.thisDeviceOnly
    excludedCount = outcome.excluded.values.reduce(0, +)
    unreadableCount = outcome.unreadable
  }
}

/// The result of restoring a backup.
public struct KeychainRestoration: Sendable, Equatable {
  /// The number of items that were new.
  public let addedCount: Int

  /// The number of existing items that were older than the items in the backup.
  public let replacedCount: Int

  /// The number of existing items that were newer than the items in the backup, or the same. They get the persistent
  /// reference from the backup, unless another item has it.
  public let keptCount: Int

  /// The number of items that can be restored only with the device key of the backup.
  public let notForThisDeviceCount: Int

  init(_ outcome: RestoreOutcome) {
    addedCount = outcome.added
    replacedCount = outcome.replaced
    keptCount = outcome.kept
    notForThisDeviceCount = outcome.notForThisDevice
  }
}

extension KeychainAdministration {
  /// Writes a backup file for `importBackup`. It contains the items as they are at one point in time.
  ///
  /// - Parameters:
  ///   - path: The path of the file. The file appears when it is complete, and only its owner may read it.
  ///   - passphrase: A passphrase that opens the backup on every device. Nil for a backup that only this keychain's
  ///     device key opens.
  ///   - replacingExisting: Whether a regular file of this name may be replaced.
  ///   - onProgress: Called on the calling thread with the number of processed items and the total.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if the keychain is locked; -25291
  ///   (`errSecNotAvailable`) if there is no keychain, it cannot be used, a file may not be replaced, or a file cannot
  ///   be created; -50 (`errSecParam`) if the path is not that of a file; -25292 (`errSecReadOnly`), -36 (`errSecIO`)
  ///   or -108 (`errSecAllocate`) if writing fails. No new file exists then.
  @discardableResult
  public func exportBackup(
    to path: String, passphrase: KeychainPasscode?, replacingExisting: Bool = false,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws -> KeychainBackup {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainBackup(
        try keychain.exportBackup(
          to: Array(path.utf8), passphrase: passphrase?.passcode, replaces: replacingExisting,
          onProgress: onProgress))
    }
  }

  /// Restores the items of a backup. Restores all of them or none. Items that are not in the backup stay unchanged.
  ///
  /// If an item is in the keychain and in the backup, the version with the later modification date is kept. Dates,
  /// persistent references and the order of creation come from the backup.
  ///
  /// - Parameters:
  ///   - path: The path of the backup.
  ///   - passphrase: The passphrase; nil for a backup without one.
  ///   - deviceKeyCopy: The path of a copy of the device key with which the backup was made, in the form that
  ///     `importDeviceKey` takes. No other user may be able to read it. It is needed if the keychain was lost or
  ///     erased, or has another device key since then. The copy is not stored. Nil to use the keychain's own device
  ///     key.
  ///   - isDryRun: Whether to compute only the result and change nothing.
  ///   - onProgress: Called on the calling thread with the number of processed items and the total.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if the keychain is locked; -25293
  ///   (`errSecAuthFailed`) if the passphrase is wrong, if the backup has no passphrase and is from another device, or
  ///   if the copy is another device key; -26275 (`errSecDecode`) if the file is damaged or not a backup; -50
  ///   (`errSecParam`) if a required passphrase is missing, or if a passphrase is given but the backup has none;
  ///   -25291 (`errSecNotAvailable`) if the file cannot be read, is from a later version, or the keychain cannot be
  ///   used; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`). Nothing was changed then.
  @discardableResult
  public func importBackup(
    from path: String, passphrase: KeychainPasscode?, deviceKeyCopy: String? = nil,
    isDryRun: Bool = false, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws -> KeychainRestoration {
    try AdministrationError.translating { () throws(KeychainError) in
      KeychainRestoration(
        try keychain.importBackup(
          from: Array(path.utf8), passphrase: passphrase?.passcode,
          deviceKeyCopy: deviceKeyCopy.map { .file(Array($0.utf8)) }, isDryRun: isDryRun,
          onProgress: onProgress))
    }
  }
}
