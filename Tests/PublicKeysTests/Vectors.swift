import Foundation
import Testing

/// The rows of a vector file. Fields are separated by tabs. Lines that begin with `#` are comments.
func table(_ name: String) throws -> [[String]] {
  let url = try #require(
    Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Vectors"))
  return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}

/// The bytes that a hexadecimal text represents.
func bytes(_ hex: some StringProtocol) -> [UInt8] {
  var bytes: [UInt8] = []
  var rest = hex[...]
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return bytes
}
