/// The differences that a comparison of texts ignores.
package struct TextComparison: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let caseInsensitive = TextComparison(rawValue: 1 << 0)
  package static let diacriticInsensitive = TextComparison(rawValue: 1 << 1)
  /// Ignores the difference between the wide and narrow forms of East Asian characters.
  package static let widthInsensitive = TextComparison(rawValue: 1 << 2)
}
