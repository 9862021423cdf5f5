/// Reads elements of DER one after another. The reader accepts only tags of one byte, and only definite lengths in the
/// shortest form.
package struct DERReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads the next element, and returns its content. The element must have the tag `tag`.
  package mutating func read(_ tag: DERTag) throws(KeychainError) -> DERReader {
    guard rest.first == tag.rawValue else { throw Self.malformed }
    return try readAny().content
  }

  /// Reads the next element and returns its content, if the element has the tag `tag`. If the element has another tag,
  /// reads nothing and returns nil.
  package mutating func readOptional(_ tag: DERTag) throws(KeychainError) -> DERReader? {
    rest.first == tag.rawValue ? try read(tag) : nil
  }

  /// Reads the next element with any tag. Returns its tag, its content, and all its bytes.
  package mutating func readAny() throws(KeychainError) -> (
    tag: UInt8, content: DERReader, whole: ArraySlice<UInt8>
  ) {
    let start = rest
    // Keys and certificates do not use tags of several bytes.
    guard let tag = rest.popFirst(), tag & 0x1F != 0x1F,
      var length = rest.popFirst().map(Int.init)
    else { throw Self.malformed }
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...4).contains(count), rest.count >= count, rest.first != 0 else {
        throw Self.malformed
      }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
      guard length >= 0x80, count == 1 || length >> (8 * (count - 1)) != 0 else {
        throw Self.malformed
      }
    }
    guard rest.count >= length else { throw Self.malformed }
    defer { rest = rest.dropFirst(length) }
    return (tag, DERReader(rest.prefix(length)), start[..<(rest.startIndex + length)])
  }

  /// Reads a non-negative number. Returns its bytes without leading zeros.
  package mutating func readNumber() throws(KeychainError) -> ArraySlice<UInt8> {
    var content = try read(.integer).rest
    guard let first = content.first, first < 0x80 else { throw Self.malformed }
    if first == 0 {
      content.removeFirst()
      guard content.first.map({ $0 >= 0x80 }) ?? true else { throw Self.malformed }
    }
    return content
  }

  /// Checks that all bytes were read.
  ///
  /// - Throws: `.parameter` if there are more bytes.
  package func end() throws(KeychainError) {
    guard rest.isEmpty else { throw Self.malformed }
  }

  package static var malformed: KeychainError {
    KeychainError(.parameter, "the bytes are not the DER that is expected")
  }
}

/// The ASN.1 tags in keys and certificates.
package enum DERTag: UInt8 {
  case boolean = 0x01
  case integer = 0x02
  case bitString = 0x03
  case octetString = 0x04
  case null = 0x05
  case objectIdentifier = 0x06
  case utf8String = 0x0C
  case numericString = 0x12
  case printableString = 0x13
  case teletexString = 0x14
  case videotexString = 0x15
  case ia5String = 0x16
  case utcTime = 0x17
  case generalizedTime = 0x18
  case visibleString = 0x1A
  case generalString = 0x1B
  case universalString = 0x1C
  case bmpString = 0x1E
  case sequence = 0x30
  case set = 0x31
  // The implicit tags `[0]`, `[1]`, `[2]`, `[6]`, `[7]`, `[8]` of primitive elements.
  case implicit0 = 0x80
  case implicit1 = 0x81
  case implicit2 = 0x82
  case implicit6 = 0x86
  case implicit7 = 0x87
  case implicit8 = 0x88
  // The explicit tags `[0]`, `[1]`, `[3]`, `[4]`, which enclose other elements.
  case explicit0 = 0xA0
  case explicit1 = 0xA1
  case explicit3 = 0xA3
  case explicit4 = 0xA4
}
