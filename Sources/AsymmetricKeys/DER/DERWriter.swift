package import KeychainModel

/// Writes DER elements.
package enum DERWriter {
  /// An element with a tag and a content. The length has the shortest encoding.
  package static func element(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
    element(tag.rawValue, content)
  }

  /// An element with any tag of one byte.
  package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var bytes = [tag]
    bytes.reserveCapacity(content.count + 6)
    if content.count < 0x80 {
      bytes.append(UInt8(content.count))
    } else {
      let digits = stride(from: 24, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: content.count >> $0)
      }.drop { $0 == 0 }
      bytes.append(0x80 | UInt8(digits.count))
      bytes += digits
    }
    return bytes + content
  }

  /// A non-negative INTEGER with the given big-endian bytes.
  package static func number(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? true
    return element(.integer, (needsZero ? [0] : []) + Array(digits))
  }
}
