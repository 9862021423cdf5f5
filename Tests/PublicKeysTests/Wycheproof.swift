import Foundation
import Testing

/// A test in a Wycheproof table, with the heading of its group.
struct WycheproofTest: CustomStringConvertible {
  /// The expected result of the test. "acceptable" means that a program may accept or reject the input.
  enum Expected: String { case valid, invalid, acceptable }

  let group: [String]
  let number: String
  let expected: Expected
  let flags: Set<Substring>
  /// The fields of the test, in the order of the columns.
  let fields: [[UInt8]]

  var description: String { "\(group.first ?? "") \(number)" }

  /// Reads the tests of a table. A row that begins with a word is the heading of the following rows.
  static func all(_ name: String) throws -> [WycheproofTest] {
    let url = try #require(
      Bundle.module.url(
        forResource: name, withExtension: "tsv", subdirectory: "Vectors/wycheproof"))
    var group: [String] = []
    var tests: [WycheproofTest] = []
    for line in try String(contentsOf: url, encoding: .utf8).utf8.split(
      separator: UInt8(ascii: "\n"))
    where line.first != UInt8(ascii: "#") {
      let row = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      guard Int(row[0]) != nil else {
        group = Array(row.dropFirst())
        continue
      }
      tests.append(
        WycheproofTest(
          group: group, number: row[0], expected: try #require(Expected(rawValue: row[1])),
          flags: Set(row[2].split(separator: ",")),
          fields: try row.dropFirst(3).map { try decode($0) }))
    }
    return tests
  }

  /// Decodes Base64 text without padding.
  static func decode(_ text: String) throws -> [UInt8] {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return [UInt8](try #require(Data(base64Encoded: text + padding)))
  }
}
