import TestSupport

/// Tables that a program in any language could read: columns between tabs, comments after a number
/// sign.
enum Vectors {
  /// The lines of a table by its path below Tests.
  static func lines(_ path: String) throws -> [[String]] {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/Tests/\(path)")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  /// Every constant string, with its characters.
  static func constants() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/constants.tsv")
      + lines("SecurityNamesTests/Vectors/object-identifiers.tsv")
      + lines("CSecurityTests/Vectors/algorithms.tsv")
      + lines("CSecurityTests/Vectors/other-constants.tsv")
  }

  /// Every function.
  static func functions() throws -> [String] {
    try lines("CSecurityTests/Vectors/functions.tsv").map { $0[0] }
  }

  /// Every status, with its number.
  static func statuses() throws -> [[String]] {
    try lines("SecurityNamesTests/Vectors/errors.tsv")
  }

  /// Constants of the C interface that are numbers, other than statuses.
  static func numbers() throws -> [[String]] {
    try lines("CSecurityTests/Vectors/numbers.tsv")
  }
}
