package import KeychainCrypto

/// The numbers of items that a backup contains and excludes.
package struct BackupOutcome: Sendable, Equatable {
  /// The number of items in the backup.
  package var items = 0

  /// The number of items in the backup that can be restored only on this device.
  package var thisDeviceOnly = 0

  /// The number of items that a backup never contains, by reason.
  package var excluded: [BackupExclusion: Int] = [:]

  /// The number of items that belong in the backup but cannot be read.
  package var unreadable = 0

  /// Whether other users may be able to read the file of the backup, because the file system does not store
  /// permissions.
  package var isOpenToOthers = false

  package init() {}
}

/// The reason for which a backup excludes an item that is intact or in quarantine (specification: secitem 10.8). The
/// raw value is a phrase in the output of the `security` tool.
package enum BackupExclusion: String, Sendable, CaseIterable {
  case needsPasscode = "items that are there only while a password is set"
  case needsAuthentication = "items whose access control asks for a proof"
  case systemBound = "items bound to this system"
  case tokenObject = "items of a token"
  case appClip = "items of an app clip"
  case destroyed = "items whose key was destroyed"
  case quarantined = "items in quarantine"
  case protectedProgram = "items that keychaind keeps for protected programs"
  case retainedPrivateKey = "private keys that never leave keychaind"
}

/// The result of a restore, or the expected result that a dry run reports.
package struct RestoreOutcome: Sendable, Equatable {
  package var added = 0

  /// The number of items whose state in the keychain was replaced by the state in the backup.
  package var replaced = 0

  /// The number of items whose state in the keychain was kept. The references of these items may have changed.
  package var kept = 0

  /// The number of items that need the device key of the backup, when that device key is not available.
  package var notForThisDevice = 0

  /// The number of items in groups that the client may not write, because an application of the service trusts the items
  /// of these groups. Such an item is not stored.
  package var notPermitted = 0

  package init(added: Int = 0, replaced: Int = 0, kept: Int = 0, notForThisDevice: Int = 0, notPermitted: Int = 0) {
    self.notPermitted = notPermitted
    self.added = added
    self.replaced = replaced
    self.kept = kept
    self.notForThisDevice = notForThisDevice
  }
}

/// The device key that a backup was made with, for a keychain that now has another device key.
package enum DeviceKeyCopy: Sendable {
  /// The path of a file: a copy that `exportDeviceKey` made, or a credential of 32 bytes. Other users must not be able
  /// to read the file. The path need not be UTF-8.
  case file([UInt8])
  /// A key that a person typed. `DeviceKeyPaper.Reader` decodes the typed lines.
  case typed(DeviceKey)
}
