import KeychainModel

/// Reads SSH's encoding: strings with their lengths before them (RFC 4251).
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

  /// A non-negative number, without leading zeros.
  mutating func readNumber() throws(KeychainError) -> [UInt8] {
    let bytes = try readString()
    guard bytes.first.map({ $0 < 0x80 }) ?? true else { throw Self.malformed }
    return Array(bytes.drop { $0 == 0 })
  }

  static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no key of OpenSSH")
  }
}
