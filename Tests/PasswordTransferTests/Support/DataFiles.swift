import Foundation

/// Returns the bytes of a test data file.
func dataFile(_ path: String) throws -> [UInt8] {
  guard let url = Bundle.module.resourceURL?.appendingPathComponent("Vectors/\(path)") else {
    throw CocoaError(.fileNoSuchFile)
  }
  return Array(try Data(contentsOf: url))
}

/// Returns the fields of each line of a table, with backslash escapes decoded.
func table(_ name: String) throws -> [[[UInt8]]] {
  try dataFile("\(name).tsv").split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
    .map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(unescaped)
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
  var result: [UInt8] = []
  var rest = field
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
      result.append(byte)
      continue
    }
    switch kind {
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "x"):
      result.append(UInt8(text(Array(rest.prefix(2))), radix: 16) ?? 0)
      rest = rest.dropFirst(2)
    default: result.append(kind)
    }
  }
  return result
}
