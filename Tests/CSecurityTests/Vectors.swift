import TestSupport

/// Tables that do not depend on the programming language. Tabs separate the columns. Lines that begin with `#` are
/// comments.
enum Vectors {
  /// Returns the lines of a table. The path is relative to the folder Tests.
  static func lines(_ path: String) throws -> [[String]] {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/Tests/\(path)")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The name and the value of each string constant.
  static func constants() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/constants.tsv")
      + lines("SecurityNamesTests/Vectors/object-identifiers.tsv")
      + lines("SecurityNamesTests/Vectors/algorithms.tsv")
      + lines("SecurityNamesTests/Vectors/other-constants.tsv")
  }

  /// The name and the value of each string constant that is a macro in C.
  static func macros() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/trust-settings-keys.tsv")
  }

  /// The names of all functions.
  static func functions() throws -> [String] {
    try lines("CSecurityTests/Vectors/functions.tsv").map { $0[0] }
  }

  /// The names of all statuses, with their numbers.
  static func statuses() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/errors.tsv")
  }

  /// The names of the numeric constants of the C interface except the statuses, with their values.
  static func numbers() throws -> [[String]] {
    try lines("CSecurityTests/Vectors/numbers.tsv")
  }
}
