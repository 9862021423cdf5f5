import Keychain
import KeychainModel

/// The result of a backup: the numbers of items that it contains and omits.
public struct KeychainBackup: Sendable, Equatable {
  /// The number of items in the backup.
  public let itemCount: Int

  /// The number of items in the backup that can be restored only with the same device key. Their accessibility ends in
  /// `ThisDeviceOnly`.
  public let thisDeviceOnlyCount: Int

  /// The number of items that a backup never contains: items that exist only while a passcode is set, items whose
  /// access control requires a proof, items that are bound to the system, items whose key was destroyed, and items in
  /// quarantine. A row that cannot be opened moves to quarantine when an item with the same identifying attributes is
  /// added.
  public let excludedCount: Int

  /// The number of items that are missing in the backup because they could not be read. `verify()` reports the reasons.
  public let unreadableCount: Int

  /// Whether other users can read the file of the backup because the file system does not store permissions (FAT).
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
  /// The number of items that the keychain did not contain before the restoration.
  public let addedCount: Int

  /// The number of items that the restoration replaced because the backup contained a newer version.
  public let replacedCount: Int

  /// The number of items that the restoration kept because the backup contained an older version or the same version.
  /// Such an item gets the persistent reference from the backup, unless another item has this reference.
  public let keptCount: Int

  /// The number of items that were not restored because only the device key of the backup opens them.
  public let notForThisDeviceCount: Int

  /// The number of items that were not restored because `keychaind` reserves their access groups for applications that
  /// trust the items of these groups.
  public let notPermittedCount: Int

  init(_ outcome: RestoreOutcome) {
    notPermittedCount = outcome.notPermitted
    addedCount = outcome.added
    replacedCount = outcome.replaced
    keptCount = outcome.kept
    notForThisDeviceCount = outcome.notForThisDevice
  }
}

extension KeychainAdministration {
  /// Writes a backup file that `importBackup` reads. The backup contains the items of the keychain at one point in
  /// time.
  ///
  /// - Parameters:
  ///   - path: The path of the backup file. The file appears when it is complete. Only its owner may read the file.
  ///   - passphrase: The passphrase that opens the backup on every device. Nil for a backup that only the device key of
  ///     this keychain opens.
  ///   - replacingExisting: Whether a regular file of this name may be replaced.
  ///   - onProgress: A closure that receives the number of processed items and the total number of items. It runs on
  ///     the calling thread.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if the keychain is locked; -25291
  ///   (`errSecNotAvailable`) if the keychain does not exist or cannot be used, or if the file may not be replaced or
  ///   cannot be created; -50 (`errSecParam`) if the path does not name a file, or names a file in a folder of the
  ///   keychain; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if writing fails. After an
  ///   error, no new file exists, unless the new file has replaced an existing file and only the synchronization of the
  ///   folder failed.
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

  /// Restores the items of a backup: all items, or no item after an error. Items that are not in the backup stay
  /// unchanged.
  ///
  /// If an item is in the keychain and in the backup, the keychain then contains the version with the later
  /// modification date. Dates, persistent references and the order of creation come from the backup.
  ///
  /// - Parameters:
  ///   - path: The path of the backup.
  ///   - passphrase: The passphrase of the backup. Nil for a backup without a passphrase.
  ///   - deviceKeyCopy: The path of a copy of the device key with which the backup was made. The copy has the form that
  ///     `importDeviceKey(from:)` accepts, and no other user may be able to read the copy. The copy is necessary if the
  ///     keychain was lost or erased after the backup, or if its device key was changed. The call does not store the
  ///     copy. Nil selects the present device key of the keychain.
  ///   - isDryRun: Whether the call only computes the result and changes nothing.
  ///   - onProgress: A closure that receives the number of processed items and the total number of items. It runs on
  ///     the calling thread.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if the keychain is locked; -25293
  ///   (`errSecAuthFailed`) if the passphrase is wrong, if the backup has no passphrase and is from another device, or
  ///   if the copy contains another device key; -26275 (`errSecDecode`) if the file is damaged or not a backup; -50
  ///   (`errSecParam`) if a required passphrase is missing, or if a passphrase is given but the backup has none; -25291
  ///   (`errSecNotAvailable`) if the file cannot be read or is from a later version, or if the keychain cannot be used;
  ///   -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if writing fails. After an error, nothing
  ///   has changed.
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
