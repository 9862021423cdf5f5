/// The resident memory of a process that only uses a keychain, in mebibytes.
struct Memory: Codable {
  /// The memory before the first call of the keychain. Swift, Foundation and this program need this memory.
  var start = 0.0
  /// The memory after 4 000 searches, 200 adds, 200 updates and 200 deletes.
  var after = 0.0
  /// The greatest memory during these operations.
  var peak = 0.0
}
