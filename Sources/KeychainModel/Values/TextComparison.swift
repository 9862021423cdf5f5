/// In what texts may differ and still be equal.
package struct TextComparison: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let caseInsensitive = TextComparison(rawValue: 1 << 0)
  package static let diacriticInsensitive = TextComparison(rawValue: 1 << 1)
  /// Between the wide and narrow forms of East Asian characters.
  package static let widthInsensitive = TextComparison(rawValue: 1 << 2)
}

/// Makes equal what a comparison takes for equal. It takes tables of Unicode that are not at hand here:
/// who opens a keychain brings them.
package protocol TextFolding: Sendable {
  func fold(_ text: String, _ comparison: TextComparison) -> String
}

/// Folds the case of ASCII and nothing else: for programs that do not compare names.
package struct ASCIIFolding: TextFolding {
  package init() {}

  package func fold(_ text: String, _ comparison: TextComparison) -> String {
    guard comparison.contains(.caseInsensitive) else { return text }
    return String(decoding: text.utf8.map(Self.lowercased), as: UTF8.self)
  }

  package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
