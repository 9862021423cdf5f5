import KeychainModel

/// Reads the encoding of SSH (RFC 4251). A string is preceded by its length.
struct SSHReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func readNumber32() throws(KeychainError) -> UInt32 {
    guard rest.count >= 4 else { throw Self.malformed }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  mutating func readString() throws(KeychainError) -> ArraySlice<UInt8> {
    let count = Int(try readNumber32())
    guard rest.count >= count else { throw Self.malformed }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Reads a non-negative number. The result has no leading zeros.
  mutating func readNumber() throws(KeychainError) -> [UInt8] {
    let bytes = try readString()
    guard bytes.first.map({ $0 < 0x80 }) ?? true else { throw Self.malformed }
    return Array(bytes.drop { $0 == 0 })
  }

  static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no key of OpenSSH")
  }
}

/// Writes the encoding of SSH (RFC 4251). A string is preceded by its length.
enum SSHWriter {
  static func number32(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }

  /// - Parameter bytes: The bytes of the string, which must be fewer than 4 GiB.
  static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
    number32(UInt32(bytes.count)) + Array(bytes)
  }

  /// A non-negative number with the given big-endian bytes.
  static func number(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = bytes.drop { $0 == 0 }
    let needsZero = digits.first.map { $0 >= 0x80 } ?? false
    return string((needsZero ? [0] : []) + Array(digits))
  }
}
