import KeychainModel

/// What must be true of a keychain once an operation has returned.
struct Truth: Equatable {
  struct Entry: Equatable {
    var byteCount: Int
    var comment = 0
  }

  /// What a person has to call before the keychain can be used.
  enum Need: Equatable { case nothing, repair, acceptance }

  /// The readable items, by their names.
  var items: [String: Entry] = [:]
  var passcode: String?
  var timeout: UInt32?
  /// The wrong passcodes in a row.
  var failures: UInt32 = 0
  /// The greatest lock generation that was acknowledged.
  var lockGeneration: UInt64 = 0
  var need = Need.nothing
  /// The rows that do not open.
  var damagedRows = 0
  var quarantinedRows = 0
  /// Whether files may lie in the folder that repairs and acceptances set aside.
  var mayHaveAsides = false
  /// Whether `out/backup` is there, and whole.
  var hasBackup = false
  /// Whether `out/copy` is there: a copy of the device key.
  var hasCopy = false
  /// Whether the copy is all there is of the device key.
  var isDeviceKeyRemoved = false
}
