import Foundation

/// Reads a vector file. Each line has hexadecimal fields, which tabs separate. Lines that begin with `#` are comments.
func vectors(_ name: String) throws -> [[[UInt8]]] {
  let url = Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Vectors")
  guard let url else { throw CocoaError(.fileNoSuchFile) }
  return try String(contentsOf: url, encoding: .utf8)
    .split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { line in line.split(separator: "\t", omittingEmptySubsequences: false).map(bytes) }
}

/// Returns the bytes that hexadecimal digits represent.
func bytes(_ digits: some StringProtocol) -> [UInt8] {
  var rest = Substring(digits)
  var result: [UInt8] = []
  while let byte = UInt8(rest.prefix(2), radix: 16) {
    result.append(byte)
    rest = rest.dropFirst(2)
  }
  return result
}
