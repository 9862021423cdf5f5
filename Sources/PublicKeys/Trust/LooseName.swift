/// A name without what OpenSSL does not look at when it compares names, and somewhat more: case, blanks, types of
/// strings, the order of attributes. Names that are the same to OpenSSL are the same here; who asks looks at
/// signatures as well.
struct LooseName: Hashable {
  private let elements: [[UInt8]]

  init(_ name: DistinguishedName) {
    let elements = name.elements.map { element in
      guard let text = Self.text(element) else { return element.type + [0] + element.value }
      let words = text.lowercased().utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return element.type + [0] + words.joined(separator: [0x20])
    }
    self.elements = elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// As OpenSSL reads it, where that is not Apple's way.
  private static func text(_ element: DistinguishedName.Element) -> String? {
    switch DERTag(rawValue: element.tag) {
    case .printableString, .ia5String:
      return String(String.UnicodeScalarView(element.value.map { Unicode.Scalar($0) }))
    case .universalString:
      guard element.value.count.isMultiple(of: 4) else { return nil }
      let units = stride(from: 0, to: element.value.count, by: 4).map { start in
        element.value[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      return String(validating: units, as: UTF32.self)
    default: return element.text
    }
  }
}
