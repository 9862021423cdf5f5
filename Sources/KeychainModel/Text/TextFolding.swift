/// Folds texts. Texts that a comparison treats as equal have the same folded form.
///
/// The result does not depend on the libraries of the program, because the tables are part of this module.
package enum TextFolding {
  /// The folded form of a text. Texts are equal if the bytes of their folded forms are equal.
  ///
  /// If the comparison ignores width, wide and narrow forms become the usual form. If the comparison ignores
  /// diacritics, all marks are removed from letters of Latin, Greek and Cyrillic. The marks of these scripts are also
  /// removed from the letters of all other scripts. A mark at the beginning of the text stays. If the comparison
  /// ignores case, case is folded according to Unicode.
  package static func fold(_ text: String, _ comparison: TextComparison) -> String {
    if comparison.isEmpty { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      guard comparison.contains(.caseInsensitive) else { return text }
      return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }
    var folded = String.UnicodeScalarView()
    // The letter under which following marks are drawn: the last scalar that is not a mark, or the first scalar of the
    // text.
    var base: UInt32?
    for scalar in text.unicodeScalars {
      var code = scalar.value
      if comparison.contains(.widthInsensitive), let usual = find(code, FoldingTables.usualWidths) {
        code = usual
      }
      if comparison.contains(.diacriticInsensitive) {
        code = find(code, FoldingTables.bases) ?? code
        if let letter = base, isMark(code) {
          if min(letter, code) < endOfCommonMarks { continue }
        } else {
          base = code
        }
      }
      append(code, isCaseFolded: comparison.contains(.caseInsensitive), to: &folded)
    }
    return String(folded)
  }

  /// Converts an ASCII capital letter to lower case. Returns any other byte unchanged.
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The first scalar after the letters of Latin, Greek and Cyrillic and after the marks of these scripts.
  private static let endOfCommonMarks: UInt32 = 0x510

  private static func append(
    _ code: UInt32, isCaseFolded: Bool, to folded: inout String.UnicodeScalarView
  ) {
    guard isCaseFolded else { return append(code, to: &folded) }
    if code < 0x80 {
      append(UInt32(lowercased(UInt8(truncatingIfNeeded: code))), to: &folded)
    } else if let letter = find(code, FoldingTables.smallLetters) {
      append(letter, to: &folded)
    } else if let row = row(code, FoldingTables.severalSmallLetters),
      FoldingTables.severalSmallLetters[row] == code
    {
      for letter in FoldingTables.severalSmallLetters[row + 1..<row + 4] where letter != 0 {
        append(letter, to: &folded)
      }
    } else {
      append(code, to: &folded)
    }
  }

  private static func append(_ code: UInt32, to folded: inout String.UnicodeScalarView) {
    if let scalar = Unicode.Scalar(code) { folded.append(scalar) }
  }

  // MARK: Tables

  /// The scalar that replaces `code`; nil if no scalar replaces `code`. Each row of `runs` has the first and the last
  /// scalar of a run, the step between its scalars, and the replacement of the first scalar.
  private static func find(_ code: UInt32, _ runs: [UInt32]) -> UInt32? {
    guard let row = row(code, runs) else { return nil }
    let (first, last, step, value) = (runs[row], runs[row + 1], runs[row + 2], runs[row + 3])
    guard code <= last, (code - first).isMultiple(of: step) else { return nil }
    return value + (code - first)
  }

  private static func isMark(_ code: UInt32) -> Bool {
    guard let row = row(code, FoldingTables.marks, size: 2) else { return false }
    return code <= FoldingTables.marks[row + 1]
  }

  /// The position of the last row whose first scalar is not greater than `code`; nil if there is no such row.
  private static func row(_ code: UInt32, _ table: [UInt32], size: Int = 4) -> Int? {
    var (low, high) = (0, table.count / size)
    while low < high {
      let middle = (low + high) / 2
      if table[middle * size] <= code { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : (low - 1) * size
  }
}

/// The differences that a comparison of texts ignores.
package struct TextComparison: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let caseInsensitive = TextComparison(rawValue: 1 << 0)
  package static let diacriticInsensitive = TextComparison(rawValue: 1 << 1)
  /// Ignores the difference between the wide and narrow forms of East Asian characters.
  package static let widthInsensitive = TextComparison(rawValue: 1 << 2)
}
