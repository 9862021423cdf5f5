import Foundation
import KeychainModel
import Testing

/// Compares Latchkey's folded forms of texts with Foundation's folded forms.
@Suite struct TextFoldingTests {
  private static let all: [TextComparison] = (1..<8).map { TextComparison(rawValue: $0) }

  private static func foundation(_ text: String, _ comparison: TextComparison) -> String {
    var options: String.CompareOptions = []
    if comparison.contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if comparison.contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    if comparison.contains(.widthInsensitive) { options.insert(.widthInsensitive) }
    return text.folding(options: options, locale: nil)
  }

  private static func isEqual(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
  }

  // MARK: Comparison with Foundation

  /// Whether Latchkey and Foundation may fold a scalar differently. Comments in this function state the reasons.
  private static func isDifferent(_ scalar: Unicode.Scalar, _ comparison: TextComparison) -> Bool {
    let category = scalar.properties.generalCategory
    switch scalar.value {
    // Unicode folds the case of some rare Cyrillic letters, but Foundation does not.
    case 0x1C80...0x1C88: return comparison.contains(.caseInsensitive)
    // Foundation does not change the wide space and the wide macron.
    case 0x3000, 0xFFE3: return comparison.contains(.widthInsensitive)
    // Foundation converts half-width Hangul letters to parts of syllables. Latchkey converts half-width Hangul letters
    // to Hangul letters of normal width.
    case 0xFFA0...0xFFDC: return comparison.contains(.widthInsensitive)
    default: break
    }
    // After a Latin letter, Foundation removes some characters that are not marks, such as Bengali vowels.
    return comparison.contains(.diacriticInsensitive) && scalar.properties.isGraphemeExtend
      && category != .nonspacingMark && category != .enclosingMark
      || scalar.properties.isEmojiModifier || (0xE0020...0xE007F).contains(scalar.value)
  }

  /// Whether Latchkey's folded form of the text equals Foundation's folded form, or both forms fold to each other.
  private static func isSame(_ text: String, _ comparison: TextComparison) -> Bool {
    let ours = TextFolding.fold(text, comparison)
    let theirs = foundation(text, comparison)
    return isEqual(ours, theirs)
      || isEqual(TextFolding.fold(theirs, comparison), ours)
        && isEqual(foundation(ours, comparison), theirs)
  }

  /// Folds every scalar of Unicode 14, alone and after a letter. The generated tables are of Unicode 14.
  @Test(arguments: all) func everyScalarIsFoldedAsInFoundation(_ comparison: TextComparison) {
    var (count, differences) = (0, 0)
    for start in stride(from: UInt32(0x80), to: 0x11_0000, by: 0x80) {
      let scalars = (start..<start + 0x80).compactMap(Unicode.Scalar.init).filter { scalar in
        scalar.properties.age.map { $0.major <= 14 } ?? false
      }
      count += scalars.count
      let text = String(String.UnicodeScalarView(scalars.flatMap { ["a", $0, "|", $0] }))
      if Self.isSame(text, comparison) { continue }
      for scalar in scalars {
        for text in ["\(scalar)", "a\(scalar)", "\u{5D0}\(scalar)"]
        where !Self.isSame(text, comparison) {
          differences += 1
          #expect(
            Self.isDifferent(scalar, comparison),
            "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
        }
      }
    }
    #expect(count > 280_000)
    if comparison.contains(.widthInsensitive) { #expect(differences > 50) }
  }

  /// The texts avoid two known differences. For letters of other scripts, Foundation removes only the first mark, so
  /// these letters have at most one mark. For letters whose width changes, Foundation removes no marks, so these
  /// letters have no marks.
  @Test(arguments: all) func namesAreFoldedAsInFoundation(_ comparison: TextComparison) {
    let letters: [Unicode.Scalar] = [
      "a", "Z", "é", "Å", "ß", "ẞ", "Ω", "Σ", "ς", "й", "Ё", "İ", "ı", "ǅ", "ﬃ", "Ａ", "ﾊ", "中", "한", "א", " ", "-", "1",
    ]
    let marks: [Unicode.Scalar] = ["\u{301}", "\u{327}", "\u{345}", "\u{307}"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var text = String.UnicodeScalarView()
      if random.next() % 8 == 0 { text.append(marks[0]) }
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let letter = letters[Int(random.next() % UInt64(letters.count))]
        text.append(letter)
        let markCount = random.next() % (letter.value < 0x510 ? 4 : ["Ａ", "ﾊ"].contains(letter) ? 1 : 2)
        for _ in 0..<markCount { text.append(marks[Int(random.next() % UInt64(marks.count))]) }
      }
      #expect(Self.isSame(String(text), comparison), "\(text.map { String($0.value, radix: 16) })")
    }
  }

  // MARK: Examples

  private typealias Pair = (one: String, other: String, comparison: TextComparison)

  private static let equal: [Pair] = [
    ("Müller", "MÜLLER", .caseInsensitive), ("straße", "STRASSE", .caseInsensitive),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ", .caseInsensitive), ("ﬃ", "FFI", .caseInsensitive),
    ("Ångström", "Angstrom", .diacriticInsensitive), ("e\u{301}", "é", .diacriticInsensitive),
    ("Ёлка", "Елка", .diacriticInsensitive), ("ＡＢＣ１", "ABC1", .widthInsensitive),
    ("ﾊﾟｽ", "ハ\u{309A}ス", .widthInsensitive), ("a\u{3000}b", "a b", .widthInsensitive),
    ("Ｍü\u{301}ller", "mUlLeR", [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]),
    ("İ", "i", [.caseInsensitive, .diacriticInsensitive]),
  ]

  @Test(arguments: equal.indices) func textsAreEqual(_ number: Int) {
    let (one, other, comparison) = Self.equal[number]
    func isEqual(_ comparison: TextComparison) -> Bool {
      Self.isEqual(TextFolding.fold(one, comparison), TextFolding.fold(other, comparison))
    }
    #expect(isEqual(comparison))
    for other in Self.all where other.isDisjoint(with: comparison) { #expect(!isEqual(other)) }
  }

  private static let different: [Pair] = [
    ("ø", "o", .diacriticInsensitive), ("が", "か", .diacriticInsensitive),
    ("สวัสดี", "สวสด", .diacriticInsensitive), ("\u{301}a", "a", .diacriticInsensitive),
    ("é", "e\u{301}", .caseInsensitive), ("ı", "i", .caseInsensitive), ("", "\u{301}", .diacriticInsensitive),
  ]

  @Test(arguments: different.indices) func textsAreNotEqual(_ number: Int) {
    let (one, other, comparison) = Self.different[number]
    #expect(!Self.isEqual(TextFolding.fold(one, comparison), TextFolding.fold(other, comparison)))
  }

  @Test func textStaysAsItIsWhenNothingIsToBeEqual() {
    for text in ["", "A", "É\u{0}ﾊ", "\u{1F600}"] {
      #expect(Self.isEqual(TextFolding.fold(text, []), text))
    }
  }

  @Test(arguments: all) func foldingTwiceChangesNothing(_ comparison: TextComparison) {
    for code in UInt32(0)..<0x1_0000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let once = TextFolding.fold("x\(scalar)", comparison)
      if once.utf8.count < 5, Self.isEqual(once, "x\(scalar)") { continue }
      #expect(Self.isEqual(TextFolding.fold(once, comparison), once), "\(code)")
    }
  }
}
