import KeychainModel
import PublicKeys

/// Compares the texts of subjects with what is looked for.
struct SubjectMatcher {
  private struct Condition {
    let place: SubjectCondition.Place
    /// What is looked for, folded.
    let bytes: [UInt8]
  }

  private let conditions: [Condition]
  private let comparison: TextComparison
  private let folding: any TextFolding

  init(_ filter: CertificateFilter, _ folding: any TextFolding) {
    comparison = filter.comparison
    self.folding = folding
    conditions = filter.subject.map { condition in
      Condition(
        place: condition.place,
        bytes: Array(Self.folded(condition.text, filter.comparison, folding).utf8))
    }
  }

  /// Whether for each condition there is a text in a subject that meets it.
  func matches(_ subject: CertificateGlance) -> Bool {
    conditions.allSatisfy { condition in
      subject.containsSubjectText { text in
        if let ascii = text.ascii { return meets(ascii, condition) }
        guard let text = text.decoded else { return false }
        var folded = Self.folded(text, comparison, folding)
        return folded.withUTF8 { bytes in
          Self.meets(bytes.count, { bytes[$0] }, condition.bytes, condition.place)
        }
      }
    }
  }

  /// ASCII has neither diacritics nor wide forms.
  private func meets(_ bytes: ArraySlice<UInt8>, _ condition: Condition) -> Bool {
    let start = bytes.startIndex
    if comparison.contains(.caseInsensitive) {
      return Self.meets(
        bytes.count, { ASCIIFolding.lowercased(bytes[start + $0]) }, condition.bytes,
        condition.place)
    }
    return Self.meets(bytes.count, { bytes[start + $0] }, condition.bytes, condition.place)
  }

  private static func meets(
    _ count: Int, _ byte: (Int) -> UInt8, _ wanted: [UInt8], _ place: SubjectCondition.Place
  ) -> Bool {
    guard wanted.count <= count else { return false }
    func matches(at start: Int) -> Bool {
      for offset in wanted.indices where byte(start + offset) != wanted[offset] { return false }
      return true
    }
    switch place {
    case .whole: return count == wanted.count && matches(at: 0)
    case .start: return matches(at: 0)
    case .end: return matches(at: count - wanted.count)
    case .anywhere:
      for start in 0...(count - wanted.count) where matches(at: start) { return true }
      return false
    }
  }

  private static func folded(
    _ text: String, _ comparison: TextComparison, _ folding: any TextFolding
  ) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return ASCIIFolding().fold(text, comparison)
    }
    return folding.fold(text, comparison)
  }
}
