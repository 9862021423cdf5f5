import Foundation
import Testing

/// A vector file of names and values. Each line is a name, a tab and a value. Lines that begin with `#` are comments.
struct Vectors {
  let values: [String: String]

  init(_ file: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: file, withExtension: "tsv", subdirectory: "Vectors"))
    let text = try String(contentsOf: url, encoding: .utf8)
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count == 2, "two fields in '\(line)'")
      let previous = values.updateValue(String(fields[1]), forKey: String(fields[0]))
      try #require(previous == nil, "\(fields[0]) occurs once")
    }
    self.values = values
  }
}
