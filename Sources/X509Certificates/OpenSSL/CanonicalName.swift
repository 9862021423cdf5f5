import AsymmetricKeys
import KeychainModel

/// A name in a form for approximate comparison. The form omits the differences that OpenSSL ignores, and some other
/// differences: case, spaces, string types and the order of attributes. Two names that OpenSSL treats as equal have
/// equal forms. Different names may also have equal forms, so callers verify signatures as well.
package struct CanonicalName: Hashable {
  private let elements: [[UInt8]]

  package init(_ name: DistinguishedName) {
    let elements = name.elements.map { element in
      let (tag, value) = Self.whole(element.tag, element.value)
      guard let text = Self.text(tag, value) else { return element.type + [0, tag] + value }
      let words = text.lowercased().utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return element.type + [0] + words.joined(separator: [0x20])
    }
    self.elements = elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The text of a string, as OpenSSL reads the string. Apple reads some strings differently. Nil when the value is not
  /// a string.
  private static func text(_ tag: UInt8, _ value: [UInt8]) -> String? {
    switch DERTag(rawValue: tag) {
    case .utf8String: String(validating: value, as: UTF8.self)
    case .printableString, .ia5String, .teletexString, .visibleString:
      String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    case .bmpString:
      units(value, of: 2, UInt16.self).flatMap { String(validating: $0, as: UTF16.self) }
    case .universalString:
      units(value, of: 4, UInt32.self).flatMap { String(validating: $0, as: UTF32.self) }
    default: nil
    }
  }

  private static func units<Unit: FixedWidthInteger>(
    _ value: [UInt8], of count: Int, _ type: Unit.Type
  ) -> [Unit]? {
    guard value.count.isMultiple(of: count) else { return nil }
    return stride(from: 0, to: value.count, by: count).map { start in
      value[start..<(start + count)].reduce(0) { $0 << 8 | Unit($1) }
    }
  }

  /// Joins the parts of a string that is encoded in parts, and clears the unused bits of a bit string.
  private static func whole(_ tag: UInt8, _ value: [UInt8]) -> (tag: UInt8, value: [UInt8]) {
    var (tag, value) = (tag, value)
    let isInParts =
      tag & 0x20 != 0 && ![DERTag.sequence.rawValue, DERTag.set.rawValue].contains(tag)
    if isInParts, let joined = BERString.joined(value) { (tag, value) = (tag & ~0x20, joined) }
    guard tag == DERTag.bitString.rawValue, let unused = value.first, unused < 8 else {
      return (tag, value)
    }
    if value.count == 1 { return (tag, [0]) }
    value[value.count - 1] &= 0xFF << unused
    return (tag, value)
  }
}
