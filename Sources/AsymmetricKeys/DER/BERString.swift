import KeychainModel

/// Reads a BER string that is encoded in several parts. Latchkey never writes such strings, but OpenSSL accepts such
/// strings in certificates.
package enum BERString {
  /// The largest nesting depth of parts that OpenSSL accepts.
  private static let largestDepth = 5

  /// The joined content of the parts; nil when OpenSSL would reject the parts.
  package static func joined(_ parts: [UInt8]) -> [UInt8]? {
    var rest = parts[...]
    return joined(&rest, depth: 0, isOpen: false)
  }

  /// Joins the parts at one nesting level.
  ///
  /// - Parameter isOpen: Whether the parts have an indefinite length. An end-of-contents marker ends such parts.
  private static func joined(
    _ rest: inout ArraySlice<UInt8>, depth: Int, isOpen: Bool
  ) -> [UInt8]? {
    guard depth <= largestDepth else { return nil }
    var joined: [UInt8] = []
    while let tag = rest.popFirst() {
      if tag & 0x1F == 0x1F { while let more = rest.popFirst(), more & 0x80 != 0 {} }
      guard let first = rest.popFirst() else { return nil }
      if tag == 0, first == 0 { return isOpen ? joined : nil }
      let isNested = tag & 0x20 != 0
      if first == 0x80 {
        guard isNested, let inner = Self.joined(&rest, depth: depth + 1, isOpen: true) else {
          return nil
        }
        joined += inner
        continue
      }
      guard let count = length(first, &rest), rest.count >= count else { return nil }
      var content = rest.prefix(count)
      rest = rest.dropFirst(count)
      guard isNested else {
        joined += content
        continue
      }
      guard let inner = Self.joined(&content, depth: depth + 1, isOpen: false) else { return nil }
      joined += inner
    }
    return isOpen ? nil : joined
  }

  /// Reads a length. The length need not have the shortest encoding.
  private static func length(_ first: UInt8, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard first >= 0x80 else { return Int(first) }
    let count = Int(first & 0x7F)
    guard rest.count >= count else { return nil }
    let digits = rest.prefix(count).drop { $0 == 0 }
    rest = rest.dropFirst(count)
    guard digits.count < MemoryLayout<Int>.size else { return nil }
    return digits.reduce(0) { $0 << 8 | Int($1) }
  }
}
