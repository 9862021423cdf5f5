import KeychainModel

/// A line of the Assuan protocol that is sent.
struct AssuanCommand {
  /// The largest size of a line in bytes, without its line feed.
  static let byteLimit = 1000

  /// The bytes, including the line feed.
  let bytes: [UInt8]

  /// A command with its argument. A text that is too long is cut at a character boundary.
  init(_ command: StaticString, _ argument: String? = nil) {
    var line = Array(command.description.utf8)
    if let argument {
      line.append(UInt8(ascii: " "))
      for scalar in argument.unicodeScalars {
        let escaped = Self.escaped(scalar)
        guard line.count + escaped.count <= Self.byteLimit else { break }
        line += escaped
      }
    }
    bytes = line + [UInt8(ascii: "\n")]
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> [UInt8] {
    // A backslash is escaped, because older versions of the protocol do not allow it as the last
    // byte of a line.
    guard scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%" || scalar == "\\" else {
      return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return [UInt8(ascii: "%")] + HexadecimalText.uppercase([UInt8(scalar.value)])
  }
}
