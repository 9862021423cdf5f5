/// Mebibytes of memory of a process that uses the keychain and nothing else.
struct Memory: Codable {
  /// Before the first call: Swift, Foundation and this program.
  var start = 0.0
  /// After 2 000 finds, 200 adds, updates and deletes.
  var after = 0.0
  /// The most during that.
  var peak = 0.0
}
