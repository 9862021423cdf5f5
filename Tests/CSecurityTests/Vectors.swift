import TestSupport

/// Tables that are independent of the language: columns are separated by tabs, and comments begin
/// with a number sign.
enum Vectors {
  /// The lines of a table, given by its path below Tests.
  static func lines(_ path: String) throws -> [[String]] {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/Tests/\(path)")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// All constant strings, with their characters.
  static func constants() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/constants.tsv")
      + lines("SecurityNamesTests/Vectors/object-identifiers.tsv")
      + lines("SecurityNamesTests/Vectors/algorithms.tsv")
      + lines("SecurityNamesTests/Vectors/other-constants.tsv")
  }

  /// Constants that are macros, with their characters.
  static func macros() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/trust-settings-keys.tsv")
  }

  /// All functions.
  static func functions() throws -> [String] {
    try lines("CSecurityTests/Vectors/functions.tsv").map { $0[0] }
  }

  /// All statuses, with their numbers.
  static func statuses() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/errors.tsv")
  }

  /// The numeric constants of the C interface, except statuses.
  static func numbers() throws -> [[String]] {
    try lines("CSecurityTests/Vectors/numbers.tsv")
  }
}
