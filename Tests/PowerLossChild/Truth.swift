import KeychainModel

/// The expected state of a keychain after an operation has returned.
struct Truth: Equatable {
  struct Entry: Equatable {
    var byteCount: Int
    var comment = 0
  }

  /// The command that the user must run before the keychain can be used.
  enum Need: Equatable { case nothing, repair, acceptance }

  /// The items that can be read, by the names of their services.
  var items: [String: Entry] = [:]
  var passcode: String?
  var timeout: UInt32?
  /// The number of wrong passcodes since the last correct passcode.
  var failures: UInt32 = 0
  /// The greatest lock generation in the header after an operation has returned.
  var lockGeneration: UInt64 = 0
  var need = Need.nothing
  /// The number of rows that cannot be opened and are not in quarantine.
  var damagedRows = 0
  var quarantinedRows = 0
  /// Whether the folder may contain a database or a keybag that `--repair` or `--accept-older` has renamed and kept.
  var mayHaveAsides = false
  /// Whether the file `out/backup` must exist and be a complete backup.
  var hasBackup = false
  /// Whether the file `out/copy` must exist and be a copy of the device key.
  var hasCopy = false
  /// Whether `out/copy` must be the only file with the device key.
  var isDeviceKeyRemoved = false
}
