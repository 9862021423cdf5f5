package import KeychainCrypto

/// How many items a backup contains, and how many it leaves out.
package struct BackupOutcome: Sendable, Equatable {
  /// The items in the backup.
  package var items = 0

  /// How many of these items can be restored only on this device.
  package var thisDeviceOnly = 0

  /// The number of items that a backup never contains, by reason.
  package var excluded: [BackupExclusion: Int] = [:]

  /// The number of items that belong in the backup but cannot be read.
  package var unreadable = 0

  /// Whether other users may read the file, because its file system does not store permissions.
  package var isOpenToOthers = false

  package init() {}
}

/// Why a backup does not contain an item that is intact or in quarantine (specification: secitem 10.8). The raw value
/// is a phrase for people.
package enum BackupExclusion: String, Sendable, CaseIterable {
  case needsPasscode = "items that are there only while a password is set"
  case needsAuthentication = "items whose access control asks for a proof"
  case systemBound = "items bound to this system"
  case tokenObject = "items of a token"
  case appClip = "items of an app clip"
  case destroyed = "items whose key was destroyed"
  case quarantined = "items in quarantine"
}

/// The result of a restore, or the expected result of one.
package struct RestoreOutcome: Sendable, Equatable {
  package var added = 0

  /// Items whose state in the keychain was older than the one in the backup. They now have the state
  /// of the backup.
  package var replaced = 0

  /// Items whose state in the keychain was newer than, or equal to, the one in the backup. Only
  /// their references may have changed.
  package var kept = 0

  /// Items that can be restored only with the device key of the backup, which is not available.
  package var notForThisDevice = 0

  package init(added: Int = 0, replaced: Int = 0, kept: Int = 0, notForThisDevice: Int = 0) {
    self.added = added
    self.replaced = replaced
    self.kept = kept
    self.notForThisDevice = notForThisDevice
  }
}

/// The device key of a backup, for a keychain that has another device key now.
package enum DeviceKeyCopy: Sendable {
  /// The path of a copy that `exportDeviceKey` made, or of the 32 bytes of a credential. No other user may be
  /// able to read the file. The path need not be UTF-8.
  case file([UInt8])
  /// A key that a person typed: `DeviceKeyPaper.Reader`.
  case typed(DeviceKey)
}
