/// Converts object identifiers between DER content octets and text (decimal numbers separated by dots).
package enum ObjectIdentifierText {
  /// The text of an object identifier; nil when the octets are invalid.
  package static func text(_ octets: [UInt8]) -> String? {
    var arcs: [UInt64] = []
    var arc: UInt64 = 0
    var isInside = false
    for octet in octets {
      // A number must not begin with the octet 0x80, because a shorter encoding of the number exists.
      guard isInside || octet != 0x80, arc < 1 << 56 else { return nil }
      arc = arc << 7 | UInt64(octet & 0x7F)
      isInside = octet & 0x80 != 0
      guard !isInside else { continue }
      arcs.append(arc)
      arc = 0
    }
    guard !isInside, let first = arcs.first else { return nil }
    let root = min(first / 40, 2)
    return ([root, first - root * 40] + arcs.dropFirst()).map { "\($0)" }.joined(separator: ".")
  }

  /// The content octets of an object identifier. Returns nil when the text is invalid, or contains a number that
  /// `text(_:)` would reject.
  package static func octets(_ text: String) -> [UInt8]? {
    var arcs: [UInt64] = []
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard !part.isEmpty, part.count < 20, part.count == 1 || part.first != UInt8(ascii: "0"),
        part.allSatisfy({ (0x30...0x39).contains($0) }),
        let arc = UInt64(String(decoding: part, as: UTF8.self)), arc <= largestArc
      else { return nil }
      arcs.append(arc)
    }
    guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40 else { return nil }
    // The calculation cannot overflow: the first number is at most 2, and the second number has at most 63 bits.
    let first = arcs[0] * 40 + arcs[1]
    guard first <= largestArc else { return nil }
    var octets: [UInt8] = []
    for arc in [first] + arcs.dropFirst(2) {
      var groups = [UInt8(arc & 0x7F)]
      var rest = arc >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      octets += groups.reversed()
    }
    return octets
  }

  private static let largestArc = UInt64(Int64.max)
}
