/// The memory of a process that only uses the keychain, in mebibytes.
struct Memory: Codable {
  /// The memory before the first call. Swift, Foundation and this program use it.
  var start = 0.0
  /// The memory after 2 000 finds, and 200 adds, updates and deletes.
  var after = 0.0
  /// The maximum memory during these operations.
  var peak = 0.0
}
