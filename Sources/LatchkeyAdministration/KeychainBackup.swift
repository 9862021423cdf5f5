import Keychain
import KeychainModel

/// What a backup holds, and what it does not.
public struct KeychainBackup: Sendable, Equatable {
  /// The items in the backup.
  public let itemCount: Int

  /// Of these, the ones that come back only where the device key is the same: those whose accessibility
  /// ends in `ThisDeviceOnly`.
  public let thisDeviceOnlyCount: Int

  /// The items that no backup holds: those that are there only while a passcode is set, whose access
  /// control asks for a proof, that are bound to the system, whose key was destroyed, or that lie in
  /// quarantine.
  public let excludedCount: Int

  /// The items that should be in it and cannot be read: `verify()` says why.
  public let unreadableCount: Int

  /// Whether others may read the file all the same, because its file system keeps no rights of files (FAT).
  public let isOpenToOthers: Bool

  init(_ outcome: BackupOutcome) {
    isOpenToOthers = outcome.isOpenToOthers
    itemCount = outcome.items
    thisDeviceOnlyCount = outcome.thisDeviceOnly
    excludedCount = outcome.excluded.values.reduce(0, +)
    unreadableCount = outcome.unreadable
  }
}

/// What came of restoring a backup.
public struct KeychainRestoration: Sendable, Equatable {
  /// Items that were not there.
  public let addedCount: Int

  /// Items that were there, and changed earlier than those of the backup.
  public let replacedCount: Int

  /// Items that were there, and changed later, or are the same. They get the persistent reference of the backup,
  /// unless another item has it.
  public let keptCount: Int

  /// Items that come back only with the device key that the backup was made with.
  public let notForThisDeviceCount: Int

  init(_ outcome: RestoreOutcome) {
    addedCount = outcome.added
    replacedCount = outcome.replaced
    keptCount = outcome.kept
    notForThisDeviceCount = outcome.notForThisDevice
  }
}

extension KeychainAdministration {
  /// Writes the items to a file from which `importBackup` restores them, as they are at one moment.
  ///
  /// - Parameters:
  ///   - path: The file. It appears when it is complete, and only its owner may read it.
  ///   - passphrase: Opens it on every device. Nil: only this keychain's device key opens it.
  ///   - replacingExisting: Whether an ordinary file of this name may be replaced.
  ///   - onProgress: Called on the calling thread with the items looked at so far, and all of them.
  /// - Throws: `AdministrationError` with status -25308 (`errSecInteractionNotAllowed`) while the
  ///   keychain is locked; -25291 (`errSecNotAvailable`) when there is no keychain, it cannot be used,
  ///   there is a file that may not be replaced, or none can be written; -50 (`errSecParam`) for a path
  ///   that names no file; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) when writing
  ///   fails so. Then there is no new file.
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

  /// Stores the items of a backup: all of them, or none when it fails. Those that the backup does not
  /// have stay.
  ///
  /// Of an item that is there and in the backup the state with the later modification date stays. Dates,
  /// persistent references and the order of creation are those of the backup.
  ///
  /// - Parameters:
  ///   - passphrase: Nil for a backup that was made without one.
  ///   - deviceKeyCopy: The path of a copy of the device key that the backup was made with, as
  ///     `importDeviceKey` takes it, that nobody else can read: for a keychain that was lost or erased, or has
  ///     another device key since. It is kept nowhere. Nil: the keychain's own device key counts.
  ///   - isDryRun: Whether only the result is wanted, and nothing is to change.
  ///   - onProgress: Called on the calling thread with the items done so far, and all of them.
  /// - Throws: `AdministrationError` with status -25308 (`errSecInteractionNotAllowed`) while the
  ///   keychain is locked; -25293 (`errSecAuthFailed`) when the passphrase is wrong, the backup has
  ///   none and is of another device, or the copy is of another key; -26275 (`errSecDecode`) when the file is damaged or no backup;
  ///   -50 (`errSecParam`) without a passphrase that is needed, or with one that is not; -25291
  ///   (`errSecNotAvailable`) when the file cannot be read, is of a later version, or the keychain
  ///   cannot be used; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`). Then
  ///   nothing was changed.
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
