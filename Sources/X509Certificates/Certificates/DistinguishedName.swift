import AsymmetricKeys
package import KeychainModel

/// The name of a subject or an issuer.
package struct DistinguishedName: Sendable, Hashable {
  /// An attribute of the name.
  package struct Element: Sendable, Hashable {
    /// The content octets of the object identifier of the attribute type.
    package let type: [UInt8]
    package let tag: UInt8
    /// The content octets of the attribute value.
    package let value: [UInt8]
    /// The position of the set that contains the attribute. The first set of the name has the position 0.
    let set: Int

    /// The attribute value as text; nil when the value is not a text.
    package var text: String? { NameText.decode(value, tag: tag) }
  }

  package let elements: [Element]

  /// The normalized name, without the header of its sequence. Names are compared and stored in this form.
  /// PrintableString values are in upper case with single spaces; all other values are unchanged (specification:
  /// keys-and-certificates 2.3).
  package let normalizedContent: [UInt8]

  /// The normalized name, including the header of its sequence.
  package var normalizedSequence: [UInt8] { DERWriter.element(.sequence, normalizedContent) }

  /// Reads a complete name, including the header of its sequence.
  ///
  /// - Throws: `.parameter` when the bytes are not a name.
  package init(der bytes: [UInt8]) throws(KeychainError) {
    var reader = DERReader(bytes[...])
    let content = try reader.read(.sequence)
    try reader.end()
    try self.init(content: content)
  }

  init(content: DERReader) throws(KeychainError) {
    var content = content
    var elements: [Element] = []
    var normalized: [UInt8] = []
    var setCount = 0
    while !content.isAtEnd {
      var set = try content.read(.set)
      guard !set.isAtEnd else { throw DERReader.malformed }
      var members: [UInt8] = []
      while !set.isAtEnd {
        var pair = try set.read(.sequence)
        let type = try pair.readAny()
        guard type.tag == DERTag.objectIdentifier.rawValue, !type.content.rest.isEmpty else {
          throw DERReader.malformed
        }
        let value = try pair.readAny()
        try pair.end()
        let element = Element(
          type: Array(type.content.rest), tag: value.tag, value: Array(value.content.rest),
          set: setCount)
        elements.append(element)
        members += DERWriter.element(
          .sequence, type.whole + DERWriter.element(value.tag, Self.normalized(element)))
      }
      normalized += DERWriter.element(.set, members)
      setCount += 1
    }
    self.elements = elements
    normalizedContent = normalized
  }

  private static func normalized(_ element: Element) -> [UInt8] {
    guard element.tag == DERTag.printableString.rawValue else { return element.value }
    let words = element.value.split { $0 == 0x20 || $0 == 0x09 }
    return Array(words.joined(separator: [0x20])).map {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 0x20 : $0
    }
  }

  /// The attributes, grouped by the sets of the encoded name. Most sets have one attribute (RFC 5280, 4.1.2.4).
  package var sets: [[Element]] {
    var sets: [[Element]] = []
    for element in elements {
      // Every set contains at least one attribute.
      if element.set == sets.count { sets.append([]) }
      sets[element.set].append(element)
    }
    return sets
  }

  /// The texts of the attributes with a type, in their encoded order.
  func texts(of type: [UInt8]) -> [String] {
    elements.filter { $0.type == type }.compactMap(\.text)
  }
}

/// Decodes the string types of ASN.1 as Apple does (specification: keys-and-certificates 2.4).
enum NameText {
  /// Returns the text of a string. Returns nil when `tag` is not the tag of a supported string type, or when the bytes
  /// are invalid in this type.
  static func decode(_ bytes: [UInt8], tag: UInt8) -> String? {
    guard let tag = DERTag(rawValue: tag) else { return nil }
    switch tag {
    case .utf8String, .universalString, .generalString:
      return String(validating: trimmed(bytes), as: UTF8.self)
    case .printableString, .ia5String, .numericString:
      let bytes = trimmed(bytes)
      return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    case .teletexString, .videotexString, .visibleString:
      return String(String.UnicodeScalarView(trimmed(bytes).map { Unicode.Scalar($0) }))
    case .bmpString:
      guard bytes.count % 2 == 0 else { return nil }
      let units = stride(from: 0, to: bytes.count, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    default: return nil
    }
  }

  /// The bytes without a zero byte at the end. Some programs encode the terminator of a C string as part of the value.
  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.last == 0 ? bytes.dropLast() : bytes[...]
  }
}
