import AsymmetricKeys
package import KeychainModel

/// The name of a subject or an issuer.
package struct DistinguishedName: Sendable, Hashable {
  /// One attribute of the name, in the order in which they are written.
  package struct Element: Sendable, Hashable {
    /// The content of the object identifier.
    package let type: [UInt8]
    package let tag: UInt8
    /// The content, without the header.
    package let value: [UInt8]
    /// Which of the sets of the name it is in: the first is 0.
    let set: Int

    /// The value as text; nil when it is none.
    package var text: String? { NameText.decode(value, tag: tag) }
  }

  package let elements: [Element]

  /// The name as it is compared and stored: without the header of its sequence, values that are
  /// PrintableString in capitals and with single blanks, everything else as it is
  /// (keys-and-certificates 2.3).
  package let normalizedContent: [UInt8]

  /// The same with the header.
  package var normalizedSequence: [UInt8] { DERWriter.element(.sequence, normalizedContent) }

  /// Reads a whole name, header and all.
  ///
  /// - Throws: `.parameter` for other bytes.
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

  /// The attributes set by set, which is how a name is written: most sets are of one (RFC 5280, 4.1.2.4).
  package var sets: [[Element]] {
    var sets: [[Element]] = []
    for element in elements {
      // No set is empty.
      if element.set == sets.count { sets.append([]) }
      sets[element.set].append(element)
    }
    return sets
  }

  /// The texts of the attributes of one type, in the order in which they are written.
  func texts(of type: [UInt8]) -> [String] {
    elements.filter { $0.type == type }.compactMap(\.text)
  }
}
