/// Reads elements of DER one after another. Lengths must be definite and in the shortest form. Tags
/// must have one byte.
package struct DERReader {
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether all bytes were read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads the next element, which must have this tag. Returns its content.
  package mutating func read(_ tag: DERTag) throws(KeychainError) -> DERReader {
    guard rest.first == tag.rawValue else { throw Self.malformed }
    return try readAny().content
  }

  /// Reads the next element if it has this tag, and returns its content. Otherwise reads nothing
  /// and returns nil.
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

  /// - Throws: `.parameter` when bytes are left.
  package func end() throws(KeychainError) {
    guard rest.isEmpty else { throw Self.malformed }
  }

  package static var malformed: KeychainError {
    KeychainError(.parameter, "the bytes are not the DER that is expected")
  }
}
