import KeychainModel

/// A strict parser of JSON text (RFC 8259). Each failure contains the number of the line with the error.
package struct JSONParser {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1

  /// The largest nesting depth of values.
  private static let depthLimit = 32

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Parses a text that consists of one value.
  ///
  /// - Throws: A failure if the text is not exactly one value.
  package static func parse(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> JSONValue {
    try SourceText.check(bytes)
    var parser = JSONParser(bytes)
    if bytes.starts(with: SourceText.byteOrderMark) { parser.position = 3 }
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    guard parser.position == bytes.count else { throw parser.failure("text follows the value") }
    return value
  }

  private func failure(_ reason: String) -> TransferFailure { TransferFailure(reason, line: line) }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) throws(TransferFailure) {
    skipBlanks()
    guard current == UInt8(ascii: character) else { throw failure("\"\(character)\" is missing") }
    position += 1
  }

  private mutating func takes(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(TransferFailure) -> JSONValue {
    guard depth < Self.depthLimit else { throw failure("the values are nested too deeply") }
    skipBlanks()
    switch current {
    case nil: throw failure("the text ends too early")
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(TransferFailure) -> JSONValue {
    let spelled = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: spelled) else { throw failure("this is no value") }
    position += spelled.count
    return value
  }

  private mutating func object(depth: Int) throws(TransferFailure) -> JSONObject {
    var object = JSONObject(line: line)
    try take("{")
    if takes("}") { return object }
    // The set finds a name that occurs twice. A linear search for each name would take quadratic time.
    var names: Set<String> = []
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw failure("a name is missing") }
      let name = String(decoding: try string(), as: UTF8.self)
      guard names.insert(name).inserted else {
        throw failure("\"\(name)\" stands twice in one object")
      }
      try take(":")
      object.members.append(JSONObject.Member(name: name, value: try value(depth: depth + 1)))
    } while takes(",")
    try take("}")
    return object
  }

  private mutating func array(depth: Int) throws(TransferFailure) -> [JSONValue] {
    var values: [JSONValue] = []
    try take("[")
    if takes("]") { return values }
    repeat { values.append(try value(depth: depth + 1)) } while takes(",")
    try take("]")
    return values
  }

  private mutating func number() throws(TransferFailure) -> String {
    let begin = position
    if current == UInt8(ascii: "-") { position += 1 }
    let isZero = current == UInt8(ascii: "0")
    let integer = position
    try digits()
    guard !isZero || position == integer + 1 else { throw failure("a number begins with 0") }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return String(decoding: bytes[begin..<position], as: UTF8.self)
  }

  private mutating func digits() throws(TransferFailure) {
    let begin = position
    while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
    guard position > begin else { throw failure("this is no value") }
  }

  private mutating func string() throws(TransferFailure) -> [UInt8] {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a control character stands in a string")
      default: text.append(byte)
      }
    }
    throw failure("a string does not end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(TransferFailure) {
    guard let byte = current else { throw failure("a string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if (0xD800..<0xDC00).contains(code) {
        guard bytes[position...].starts(with: Array("\\u".utf8)) else { throw loneSurrogate }
        position += 2
        let low = try codeUnit()
        guard (0xDC00..<0xE000).contains(low) else { throw loneSurrogate }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw loneSurrogate }
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw failure("an escape is unknown")
    }
  }

  private var loneSurrogate: TransferFailure { failure("half of a character stands alone") }

  private mutating func codeUnit() throws(TransferFailure) -> UInt32 {
    guard position + 4 <= bytes.count else { throw failure("an escape is cut short") }
    var code: UInt32 = 0
    for byte in bytes[position..<(position + 4)] {
      guard let digit = HexadecimalText.value(of: byte) else {
        throw failure("an escape has four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }
}

/// A value in JSON text. A string is stored as UTF-8 bytes, so that no secret is copied into a `String`.
package enum JSONValue {
  case object(JSONObject)
  case array([JSONValue])
  case string([UInt8])
  /// A number, as its characters in the text.
  case number(String)
  case boolean(Bool)
  case null
}

/// An object in JSON text, and the number of its first line.
package struct JSONObject {
  let line: Int
  package internal(set) var members: [Member] = []

  package struct Member {
    package let name: String
    package let value: JSONValue
  }

  package subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
