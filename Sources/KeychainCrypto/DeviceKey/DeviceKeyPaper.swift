package import KeychainFiles
package import KeychainModel

/// A device key as lines that a person can write down and type again.
///
/// The identifier of the store (16 bytes) and the key (32 bytes) are cut into eight pieces of six bytes. A ninth piece
/// is the first six bytes of SHA-256(`latchkey device key on paper` ‖ those 48 bytes). A line contains one piece and a
/// check of 12 bits, together 60 bits. The check is the first 12 bits of SHA-256(`latchkey device key line` ‖ number of
/// the line, one byte ‖ the piece). A line is written as the number of the line, then twelve symbols of Crockford's
/// Base32 in groups of four, highest bits first: `1: 91JP RV3F 41BP`.
///
/// Upper-case and lower-case letters are equivalent. O is read as 0; I and L are read as 1. Spaces and hyphens are
/// ignored. The number of the line, with its colon, may be missing.
package enum DeviceKeyPaper {
  package static let lineCount = 9

  /// The largest size of a typed line, in bytes.
  package static let largestLineByteCount = 200

  private static let pieceByteCount = 6
  private static let payloadByteCount = RowIdentifier.byteCount + DeviceKey.byteCount
  private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let symbolCount = 12
  /// The size of a line: number, colon, space, three groups of four symbols with spaces between the groups, line feed.
  private static let lineByteCount = 18

  /// Returns the nine lines of a key. Each line ends with a line feed.
  ///
  /// - Throws: `.notAvailable` in a forked child.
  package static func lines(of key: DeviceKey) throws(KeychainError) -> WipedBytes {
    var payload = try DeviceKeyCoding.encode(key)
    var pieces = WipedBytes(count: lineCount * pieceByteCount)
    try payload.withUnsafeMutableBytes { payload throws(KeychainError) in
      try pieces.withUnsafeMutableBytes { pieces throws(KeychainError) in
        pieces.copyBytes(from: payload)
        let sum = try checksum(of: UnsafeRawBufferPointer(payload))
        for (index, byte) in sum.enumerated() { pieces[payloadByteCount + index] = byte }
      }
    }
    var text = WipedBytes(count: lineCount * lineByteCount)
    try pieces.withUnsafeBytes { pieces throws(KeychainError) in
      try text.withUnsafeMutableBytes { text throws(KeychainError) in
        for line in 0..<lineCount {
          let piece = UnsafeRawBufferPointer(
            rebasing: pieces[(line * pieceByteCount)..<((line + 1) * pieceByteCount)])
          var rest = try value(of: piece) << 12 | check(of: piece, line: line + 1)
          let start = line * lineByteCount
          text[start] = UInt8(ascii: "1") + UInt8(line)
          text[start + 1] = UInt8(ascii: ":")
          for index in stride(from: symbolCount - 1, through: 0, by: -1) {
            text[start + 3 + index + index / 4] = symbols[Int(rest & 31)]
            rest >>= 5
          }
          for blank in [2, 7, 12] { text[start + blank] = UInt8(ascii: " ") }
          text[start + lineByteCount - 1] = UInt8(ascii: "\n")
        }
      }
    }
    return text
  }

  /// Reads the nine lines of a key, one after another.
  package struct Reader: ~Copyable {
    private var pieces = WipedBytes(count: lineCount * pieceByteCount)

    /// The number of the next line, from 1.
    package private(set) var nextLine = 1

    package init() {}

    package var isComplete: Bool { nextLine > lineCount }

    /// Takes the next line.
    ///
    /// - Throws: `.decode`, with a message for the person, when the line is mistyped. The reader then
    ///   expects the same line again.
    package mutating func take(_ line: UnsafeRawBufferPointer) throws(KeychainError) {
      guard !isComplete else { throw KeychainError(.decode, "there are more lines than nine") }
      let number = nextLine
      let value = try DeviceKeyPaper.value(ofLine: line, number: number)
      try pieces.withUnsafeMutableBytes { pieces throws(KeychainError) in
        let start = (number - 1) * pieceByteCount
        for index in 0..<pieceByteCount {
          pieces[start + index] = UInt8(truncatingIfNeeded: value >> UInt64(52 - 8 * index))
        }
        let piece = UnsafeRawBufferPointer(rebasing: pieces[start..<(start + pieceByteCount)])
        guard try check(of: piece, line: number) == value & 0xFFF else {
          throw KeychainError(.decode, "line \(number) is mistyped, or is another line")
        }
      }
      nextLine += 1
    }

    /// The key from the nine lines.
    ///
    /// - Throws: `.decode` when lines are missing, or belong to different keys.
    package borrowing func key() throws(KeychainError) -> DeviceKey {
      guard isComplete else {
        throw KeychainError(.decode, "lines are missing")
      }
      return try pieces.withUnsafeBytes { pieces throws(KeychainError) in
        let payload = UnsafeRawBufferPointer(rebasing: pieces[..<payloadByteCount])
        guard try checksum(of: payload).elementsEqual(pieces[payloadByteCount...]) else {
          throw KeychainError(.decode, "the lines are not all of one device key")
        }
        return try DeviceKeyCoding.decode(payload, "what was typed")
      }
    }
  }

  /// The 60 bits of a line.
  private static func value(
    ofLine line: UnsafeRawBufferPointer, number: Int
  ) throws(KeychainError) -> UInt64 {
    var symbols = line[...]
    if let colon = symbols.firstIndex(of: UInt8(ascii: ":")) {
      let digits = symbols[..<colon].filter { !isBlank($0) }
      guard digits == Array("\(number)".utf8) else {
        throw KeychainError(.decode, "line \(number) is to come, and this one bears another number")
      }
      symbols = symbols[(colon + 1)...]
    }
    var value: UInt64 = 0
    var count = 0
    for byte in symbols where !isBlank(byte) {
      guard let digit = digit(byte) else {
        throw KeychainError(.decode, "line \(number) has a character that no line has")
      }
      count += 1
      guard count <= symbolCount else { break }
      value = value << 5 | digit
    }
    guard count == symbolCount else {
      throw KeychainError(.decode, "line \(number) has not just twelve characters")
    }
    return value
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "\t")
      || byte == UInt8(ascii: "\r")
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    let capital = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    switch capital {
    case UInt8(ascii: "O"): return 0
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return 1
    default: return symbols.firstIndex(of: capital).map(UInt64.init)
    }
  }

  private static func value(of piece: UnsafeRawBufferPointer) -> UInt64 {
    piece.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func check(
    of piece: UnsafeRawBufferPointer, line: Int
  ) throws(KeychainError) -> UInt64 {
    let digest = try digest("latchkey device key line", [UInt8(line)], piece)
    return UInt64(digest[0]) << 4 | UInt64(digest[1]) >> 4
  }

  private static func checksum(
    of payload: UnsafeRawBufferPointer
  ) throws(KeychainError) -> ArraySlice<UInt8> {
    try digest("latchkey device key on paper", [], payload)[..<pieceByteCount]
  }

  private static func digest(
    _ label: StaticString, _ number: [UInt8], _ content: UnsafeRawBufferPointer
  ) throws(KeychainError) -> [UInt8] {
    var start: [UInt8] = []
    start.append(text: label)
    start += number
    var message = WipedBytes(count: start.count + content.count)
    message.withUnsafeMutableBytes { buffer in
      buffer.copyBytes(from: start)
      UnsafeMutableRawBufferPointer(rebasing: buffer[start.count...]).copyMemory(from: content)
    }
    return try message.withUnsafeBytes { message throws(KeychainError) in
      try SHA256Digest.digest(of: message)
    }
  }
}
