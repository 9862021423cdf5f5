import Foundation
package import KeychainModel

/// Makes texts comparable by the tables of Foundation.
package struct FoundationFolding: TextFolding {
  package init() {}

  package func fold(_ text: String, _ comparison: TextComparison) -> String {
    var options: String.CompareOptions = []
    if comparison.contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if comparison.contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    if comparison.contains(.widthInsensitive) { options.insert(.widthInsensitive) }
    guard !options.isEmpty else { return text }
    return text.folding(options: options, locale: nil)
  }
}
