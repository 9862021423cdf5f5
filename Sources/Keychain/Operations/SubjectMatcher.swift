import KeychainModel
import X509Certificates

/// Compares the texts of a certificate's subject with the conditions of a filter.
struct SubjectMatcher {
  private struct Condition {
    let place: SubjectCondition.Place
    /// The text to match, after folding.
    let bytes: [UInt8]
  }

  private let conditions: [Condition]
  private let comparison: TextComparison

  init(_ filter: CertificateFilter) {
    comparison = filter.comparison
    conditions = filter.subject.map { condition in
      Condition(
        place: condition.place,
        bytes: Array(TextFolding.fold(condition.text, filter.comparison).utf8))
    }
  }

  /// Whether each condition matches at least one text of the subject.
  func matches(_ subject: PartialCertificate) -> Bool {
    conditions.allSatisfy { condition in
      subject.containsSubjectText { text in
        if let ascii = text.ascii { return meets(ascii, condition) }
        guard let text = text.decoded else { return false }
        var folded = TextFolding.fold(text, comparison)
        return folded.withUTF8 { bytes in
          Self.meets(bytes.count, { bytes[$0] }, condition.bytes, condition.place)
        }
      }
    }
  }

  /// Whether an ASCII text satisfies a condition. ASCII text has no diacritics and no width variants, so only its case
  /// is folded.
  private func meets(_ bytes: ArraySlice<UInt8>, _ condition: Condition) -> Bool {
    let start = bytes.startIndex
    if comparison.contains(.caseInsensitive) {
      return Self.meets(
        bytes.count, { TextFolding.lowercased(bytes[start + $0]) }, condition.bytes,
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
}
