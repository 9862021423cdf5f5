import KeychainModel

/// The expected state of a keychain after an operation has returned.
struct Truth: Equatable {
  struct Entry: Equatable {
    var byteCount: Int
    var comment = 0
  }

  /// The command that a person must run before the keychain can be used.
  enum Need: Equatable { case nothing, repair, acceptance }

  /// The readable items, by name.
  var items: [String: Entry] = [:]
  var passcode: String?
  var timeout: UInt32?
  /// The number of consecutive wrong passcodes.
  var failures: UInt32 = 0
  /// The greatest lock generation that was acknowledged.
  var lockGeneration: UInt64 = 0
  var need = Need.nothing
  /// The number of rows that cannot be opened.
  var damagedRows = 0
  var quarantinedRows = 0
  /// Whether the folder may contain files that repairs and acceptances set aside.
  var mayHaveAsides = false
  /// Whether `out/backup` exists and is complete.
  var hasBackup = false
  /// Whether `out/copy`, a copy of the device key, exists.
  var hasCopy = false
  /// Whether the copy is the only file with the device key.
  var isDeviceKeyRemoved = false
}
