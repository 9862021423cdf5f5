/// What a backup holds, and what it does not.
package struct BackupOutcome: Sendable, Equatable {
  /// The items in the backup.
  package var items = 0

  /// Of these, the ones that come back only on this device.
  package var thisDeviceOnly = 0

  /// The items that no backup holds, by reason.
  package var excluded: [BackupExclusion: Int] = [:]

  /// The items that should be in it and cannot be read.
  package var unreadable = 0

  /// Whether others may read the file, because its file system keeps no rights of files.
  package var isOpenToOthers = false

  package init() {}
}

/// What came of a restoring, or would.
package struct RestoreOutcome: Sendable, Equatable {
  package var added = 0

  /// Items that were there and changed before those of the backup were: they are now as in the backup.
  package var replaced = 0

  /// Items that were there and changed later, or are the same; but for their references.
  package var kept = 0

  /// Items that come back only with the device key that the backup was made with, which is not at hand.
  package var notForThisDevice = 0

  package init(added: Int = 0, replaced: Int = 0, kept: Int = 0, notForThisDevice: Int = 0) {
    self.added = added
    self.replaced = replaced
    self.kept = kept
    self.notForThisDevice = notForThisDevice
  }
}
