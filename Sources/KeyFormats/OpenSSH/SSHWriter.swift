/// Writes SSH's encoding: strings with their lengths before them (RFC 4251).
enum SSHWriter {
  static func number32(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }

  /// - Parameter bytes: Fewer than 4 GiB.
  static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
    number32(UInt32(bytes.count)) + Array(bytes)
  }

  /// A non-negative number, from its bytes.
  static func number(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? false
    return string((needsZero ? [0] : []) + Array(digits))
  }
}
