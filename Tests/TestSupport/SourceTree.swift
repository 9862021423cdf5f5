import Foundation

/// The files of this package in the working tree.
public enum SourceTree {
  /// Returns the text of a file.
  ///
  /// - Parameter path: The path of the file, relative to the root of the package.
  public static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// Returns the content of a file.
  ///
  /// - Parameter path: The path of the file, relative to the root of the package.
  public static func bytes(_ path: String) throws -> [UInt8] { try TemporaryDirectory.readFile(self.path(path)) }

  /// Returns the absolute path of a file.
  ///
  /// - Parameter path: The path of the file, relative to the root of the package.
  public static func path(_ path: String) -> String {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appendingPathComponent(path).path
  }

  /// Returns the rows of the table in `docs/failures.md`, which has one row for each cause. The cells of a row are the
  /// number, name, statuses, meaning and advice.
  public static func failureRows() throws -> [[String]] {
    try text("docs/failures.md").components(separatedBy: "\n")
      .map {
        $0.components(separatedBy: "|").dropFirst().dropLast().map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      .filter { $0.first.flatMap { Int32($0) } != nil }
  }
}
