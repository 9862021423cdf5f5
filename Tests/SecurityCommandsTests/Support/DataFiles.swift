import Foundation

/// Returns the text of a test data file.
func dataFile(_ path: String) throws -> String {
  guard let url = Bundle.module.resourceURL?.appendingPathComponent(path) else {
    throw CocoaError(.fileNoSuchFile)
  }
  return try String(contentsOf: url, encoding: .utf8)
}

/// Returns the fields of each line of a vector file. Tabs separate the fields. Lines that begin with `#` are comments.
func vectors(_ name: String) throws -> [[String]] {
  try dataFile("Vectors/\(name).tsv")
    .split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}
