import KeychainModel

/// The meaning of a line that a server sent.
enum AssuanReply {
  case ok
  /// An error number of libgpg-error.
  case error(UInt32)
  /// A line with escaped data. The associated number is the position in the line at which the data begins.
  case data(Int)
  /// The server asks for data.
  case inquiry
  /// A status line or a comment.
  case other
  /// The line does not belong to the protocol.
  case garbage

  init(_ line: UnsafeRawBufferPointer) {
    if line.first == UInt8(ascii: "#") {
      self = .other
    } else if Self.matches(line, "OK") {
      self = .ok
    } else if Self.matches(line, "S") {
      self = .other
    } else if Self.matches(line, "D"), line.count > 1 {
      self = .data(2)
    } else if Self.matches(line, "INQUIRE") {
      self = .inquiry
    } else if Self.matches(line, "ERR") {
      self = .error(Self.number(line.dropFirst(4)))
    } else {
      self = .garbage
    }
  }

  /// Whether `line` is `word`, or begins with `word` and a space.
  private static func matches(_ line: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    let start = UnsafeRawBufferPointer(start: word.utf8Start, count: count)
    return line.count >= count && line.prefix(count).elementsEqual(start)
      && (line.count == count || line[count] == UInt8(ascii: " "))
  }

  /// The decimal number at the beginning of a text; 0 if the text begins with no number or with a number of more than
  /// 32 bits.
  private static func number(_ text: Slice<UnsafeRawBufferPointer>) -> UInt32 {
    var number: UInt32 = 0
    for byte in text {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { break }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt32(byte - UInt8(ascii: "0")))
      guard !overflow, !carry else { return 0 }
      number = sum
    }
    return number
  }
}

/// A line of the Assuan protocol that this process sends.
struct AssuanCommand {
  /// The largest size of a line in bytes, without its line feed.
  static let byteLimit = 1000

  /// The bytes of the line, including the line feed.
  let bytes: [UInt8]

  /// A command with its argument. An argument that is too long is truncated at a character boundary.
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
    // A backslash is escaped, because older versions of the protocol do not allow a backslash as the last byte of a
    // line.
    guard scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%" || scalar == "\\" else {
      return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return [UInt8(ascii: "%")] + HexadecimalText.uppercase([UInt8(scalar.value)])
  }
}
