/// A name without what OpenSSL does not look at when it compares names, and somewhat more: case, blanks, types of
/// strings, the order of attributes. Names that are the same to OpenSSL are the same here; who asks looks at
/// signatures as well.
struct LooseName: Hashable {
  private let elements: [[UInt8]]

  init(_ name: DistinguishedName) {
    let elements = name.elements.map { element in
      let (tag, value) = Self.whole(element.tag, element.value)
      guard let text = Self.text(tag, value) else { return element.type + [0, tag] + value }
      let words = text.lowercased().utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
      return element.type + [0] + words.joined(separator: [0x20])
    }
    self.elements = elements.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The text of a string as OpenSSL reads it, which is not always Apple's way; nil for what is none.
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

  /// A string that is written in parts as one, and bits without those that do not count.
  private static func whole(_ tag: UInt8, _ value: [UInt8]) -> (tag: UInt8, value: [UInt8]) {
    let isInParts =
      tag & 0x20 != 0 && ![DERTag.sequence.rawValue, DERTag.set.rawValue].contains(tag)
    if isInParts, let parts = parts(value) { return (tag & ~0x20, parts) }
    guard tag == DERTag.bitString.rawValue, value.first.map({ $0 < 8 }) ?? false else {
      return (tag, value)
    }
    if value.count == 1 { return (tag, [0]) }
    var bits = value
    bits[bits.count - 1] &= 0xFF << value[0]
    return (tag, bits)
  }

  private static func parts(_ value: [UInt8]) -> [UInt8]? {
    var rest = value[...]
    return parts(&rest, depth: 0, isOpen: false)
  }

  /// Reads parts in any encoding that OpenSSL takes, BER's too.
  ///
  /// - Parameter isOpen: Whether their end is marked.
  /// - Returns: Nil for what is malformed, or nested more deeply than OpenSSL reads.
  private static func parts(
    _ rest: inout ArraySlice<UInt8>, depth: Int, isOpen: Bool
  ) -> [UInt8]? {
    guard depth <= 5 else { return nil }
    var joined: [UInt8] = []
    while let tag = rest.popFirst() {
      if tag & 0x1F == 0x1F { while let more = rest.popFirst(), more & 0x80 != 0 {} }
      guard let first = rest.popFirst() else { return nil }
      if tag == 0, first == 0 { return isOpen ? joined : nil }
      let isNested = tag & 0x20 != 0
      if first == 0x80 {
        guard isNested, let inner = parts(&rest, depth: depth + 1, isOpen: true) else { return nil }
        joined += inner
        continue
      }
      var count = Int(first)
      if first > 0x80 {
        guard first <= 0x84, rest.count >= Int(first & 0x7F) else { return nil }
        count = rest.prefix(Int(first & 0x7F)).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(Int(first & 0x7F))
      }
      guard rest.count >= count else { return nil }
      var content = rest.prefix(count)
      rest = rest.dropFirst(count)
      guard isNested else {
        joined += content
        continue
      }
      guard let inner = parts(&content, depth: depth + 1, isOpen: false) else { return nil }
      joined += inner
    }
    return isOpen ? nil : joined
  }
}
