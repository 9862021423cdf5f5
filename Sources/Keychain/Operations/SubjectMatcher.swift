import KeychainModel
import X509Certificates

/// Compares the texts of a certificate's subject with the conditions of a filter.
struct SubjectMatcher {
  private struct Condition {
    let place: SubjectCondition.Place
    /// Finds the text to match, after folding.
    let search: ByteSearch
  }

  private let conditions: [Condition]
  private let comparison: TextComparison

  init(_ filter: CertificateFilter) {
    comparison = filter.comparison
    conditions = filter.subject.map { condition in
      let text = TextFolding.fold(condition.text, filter.comparison)
      return Condition(place: condition.place, search: ByteSearch(Array(text.utf8)))
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
          Self.meets(bytes.count, { bytes[$0] }, condition)
        }
      }
    }
  }

  /// Whether an ASCII text satisfies a condition. ASCII text has no diacritics and no width variants, so only its case
  /// is folded.
  private func meets(_ bytes: ArraySlice<UInt8>, _ condition: Condition) -> Bool {
    let start = bytes.startIndex
    if comparison.contains(.caseInsensitive) {
      return Self.meets(bytes.count, { TextFolding.lowercased(bytes[start + $0]) }, condition)
    }
    return Self.meets(bytes.count, { bytes[start + $0] }, condition)
  }

  private static func meets(_ count: Int, _ byte: (Int) -> UInt8, _ condition: Condition) -> Bool {
    let wanted = condition.search.bytes
    guard wanted.count <= count else { return false }
    func matches(at start: Int) -> Bool {
      for offset in wanted.indices where byte(start + offset) != wanted[offset] { return false }
      return true
    }
    switch condition.place {
    case .whole: return count == wanted.count && matches(at: 0)
    case .start: return matches(at: 0)
    case .end: return matches(at: count - wanted.count)
    case .anywhere: return condition.search.isContained(count, byte)
    }
  }
}
