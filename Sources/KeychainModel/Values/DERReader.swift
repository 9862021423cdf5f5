/// Reads the tag-length-value elements of DER. It supports only the features that a token reference
/// uses.
struct DERReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The content of the next element. Returns nil unless the element has this tag and a definite
  /// length within the bounds.
  mutating func read(tag: UInt8) -> DERReader? {
    guard rest.first == tag else { return nil }
    var body = rest.dropFirst()
    guard let first = body.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), body.count >= count else { return nil }
      length = body.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      body = body.dropFirst(count)
    }
    guard body.count >= length else { return nil }
    rest = body.dropFirst(length)
    return DERReader(body.prefix(length))
  }
}
