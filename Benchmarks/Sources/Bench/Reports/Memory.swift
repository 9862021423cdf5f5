/// The memory of a process that only uses the keychain, in mebibytes.
struct Memory: Codable {
  /// Before the first call: Swift, Foundation and this program.
  var start = 0.0
  /// After 2 000 finds, and 200 adds, updates and deletes.
  var after = 0.0
  /// The maximum during these operations.
  var peak = 0.0
}
