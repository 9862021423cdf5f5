import KeychainCrypto
import KeychainModel

/// The seed of time-based one-time passwords (RFC 6238). The text of a seed is Base32, or an `otpauth://` URL
/// (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
struct OneTimePasswordSeed {
  private(set) var key: [UInt8]
  private(set) var hash = HMAC.Hash.sha1
  private(set) var digits = 6

  /// The number of seconds for which a code is valid.
  private(set) var period: Int64 = 30

  /// The reason for which a text is not a seed. The reason contains no part of the text.
  struct Failure: Error, Equatable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  /// - Parameter text: The secret of an item. The initializer ignores spaces, tabs and newlines at the beginning and at
  ///   the end of the text.
  init(_ text: [UInt8]) throws(Failure) {
    var text = text[...]
    while let first = text.first, Self.isBlank(first) { text.removeFirst() }
    while let last = text.last, Self.isBlank(last) { text.removeLast() }
    let scheme = String(decoding: text.prefix { $0 != UInt8(ascii: ":") }.prefix(16), as: UTF8.self)
      .lowercased()
    if scheme == "steam" { throw Failure("codes of Steam are not supported") }
    guard scheme == "otpauth" else {
      key = try Self.key(text)
      return
    }
    key = []
    try read(url: text.dropFirst(scheme.utf8.count + 1))
  }

  /// Returns whether a text is an `otpauth:` URL.
  static func isURL(_ text: [UInt8]) -> Bool {
    let start = text.drop(while: isBlank).prefix(8)
    return String(decoding: start, as: UTF8.self).lowercased() == "otpauth:"
  }

  /// Overwrites the key.
  mutating func wipe() { key.wipe() }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private static func key(_ text: some Collection<UInt8>) throws(Failure) -> [UInt8] {
    guard let key = Base32.decode(text) else {
      throw Failure("the secret is neither a seed in Base32 nor an otpauth:// URL")
    }
    guard !key.isEmpty else { throw Failure("the seed is empty") }
    return key
  }

  // MARK: URLs

  /// Reads the parameters of an `otpauth:` URL.
  ///
  /// - Parameter url: The part of the URL after the scheme: `//totp/label?secret=...`.
  private mutating func read(url: ArraySlice<UInt8>) throws(Failure) {
    guard url.starts(with: "//".utf8) else { throw Self.malformed }
    let kind = url.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    switch String(decoding: kind, as: UTF8.self).lowercased() {
    case "totp": break
    case "hotp":
      throw Failure(
        "counter-based codes (HOTP) are not supported: each use would have to store the next counter"
      )
    default: throw Failure("the kind of the otpauth:// URL is neither totp nor hotp")
    }
    guard let mark = url.firstIndex(of: UInt8(ascii: "?")) else { throw Self.malformed }
    let query = url[(mark + 1)...].prefix { $0 != UInt8(ascii: "#") }
    var seen: Set<String> = []
    for parameter in query.split(separator: UInt8(ascii: "&")) {
      let end = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
      let name = String(decoding: parameter[..<end], as: UTF8.self).lowercased()
      guard seen.insert(name).inserted else {
        throw Failure("the otpauth:// URL has a parameter twice")
      }
      var value = try Self.decoded(parameter[end...].dropFirst())
      defer { value.wipe() }
      try take(value, of: name)
    }
    guard seen.contains("secret") else { throw Failure("the otpauth:// URL has no secret") }
  }

  private static let malformed = Failure("the otpauth:// URL is malformed")

  private mutating func take(_ value: [UInt8], of name: String) throws(Failure) {
    switch name {
    case "secret": key = try Self.key(value)
    case "algorithm":
      switch String(decoding: value, as: UTF8.self).uppercased() {
      case "SHA1", "SHA-1", "HMACSHA1": hash = .sha1
      case "SHA256", "SHA-256", "HMACSHA256": hash = .sha256
      case "SHA512", "SHA-512", "HMACSHA512": hash = .sha512
      default: throw Failure("the algorithm is none of SHA1, SHA256 and SHA512")
      }
    case "digits":
      guard let number = Self.number(value), (6...10).contains(number)
      else { throw Failure("the number of digits is not from 6 to 10") }
      digits = Int(number)
    case "period":
      guard let number = Self.number(value), (1...86400).contains(number)
      else { throw Failure("the period is not from 1 to 86400 seconds") }
      period = number
    case "encoder": throw Failure("the codes have another form than digits")
    default: break
    }
  }

  /// Parses a number that consists only of decimal digits; nil for any other text.
  private static func number(_ value: [UInt8]) -> Int64? {
    guard value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(String(decoding: value, as: UTF8.self))
  }

  /// Decodes the percent escapes in a value, such as `%41`.
  private static func decoded(_ value: ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count)
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let decoded = HexadecimalText.byte(rest.prefix(2)) else { throw malformed }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}

/// Base32 (RFC 4648), as services print seeds of one-time passwords: with letters in upper or lower case, with optional
/// spaces and hyphens between groups, and with optional padding.
enum Base32 {
  /// Decodes a text. Accepts digits of Base32, spaces, hyphens and padding; returns nil for any other character. Like
  /// authenticators, the function ignores remaining bits that do not form a whole byte, because services issue seeds of
  /// any length.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    // The capacity is reserved, because an array that grows leaves a copy of its content in freed memory.
    bytes.reserveCapacity(text.count * 5 / 8)
    var bits: UInt32 = 0
    var count = 0
    var isPadded = false
    for character in text {
      switch character {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case UInt8(ascii: "="): isPadded = true
      default:
        guard !isPadded, let value = value(of: character) else { return nil }
        bits = bits << 5 | value
        count += 5
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
