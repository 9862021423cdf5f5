package import KeychainModel

/// Reads the XML form of a property list, as Apple's programs write it.
///
/// The reader is strict: it rejects the whole list when something is missing, occurs twice or is unknown. It accepts
/// only the predefined entities of XML. It rejects attributes and internal document types. Therefore a small file
/// cannot cause the reader to use much memory.
package struct PropertyListReader {
  private let bytes: [UInt8]
  private var place = 0

  /// The largest nesting depth of values in a property list.
  private static let largestDepth = 16

  /// Reads a whole property list.
  ///
  /// - Throws: `.decode` with the number of the malformed line.
  package static func read(_ bytes: [UInt8]) throws(KeychainError) -> PropertyListValue {
    // Invalid UTF-8 is rejected, because replacement characters would change the text.
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw KeychainError(.decode, "the property list is not UTF-8")
    }
    var reader = PropertyListReader(bytes: bytes)
    return try reader.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(KeychainError) -> PropertyListValue {
    _ = skip("\u{FEFF}")
    try skipProlog()
    guard skip("<plist") else { throw malformed }
    try skipTo(">")
    let value = try value(in: try tag(), depth: 0)
    guard try tag() == .close("plist") else { throw malformed }
    try skipProlog()
    guard place == bytes.count else { throw malformed }
    return value
  }

  // MARK: Values

  private mutating func value(in tag: Tag, depth: Int) throws(KeychainError) -> PropertyListValue {
    guard depth < Self.largestDepth else { throw malformed }
    switch tag {
    case .open("dict"): return .dictionary(try dictionary(depth))
    case .open("array"):
      var members: [PropertyListValue] = []
      var next = try self.tag()
      while next != .close("array") {
        members.append(try value(in: next, depth: depth + 1))
        next = try self.tag()
      }
      return .array(members)
    case .empty("dict"): return .dictionary([:])
    case .empty("array"): return .array([])
    case .empty("string"): return .string("")
    case .empty("data"): return .data([])
    case .empty("true"): return .boolean(true)
    case .empty("false"): return .boolean(false)
    case .open("string"): return .string(try text(upTo: "string"))
    case .open("data"): return .data(try data())
    case .open("integer"):
      let text = try text(upTo: "integer")
      guard let number = Int64(text), text.utf8.first != UInt8(ascii: "+") else { throw malformed }
      return .integer(number)
    case .open("real"):
      guard let number = Double(try text(upTo: "real")) else { throw malformed }
      return .real(number)
    case .open("date"):
      guard let date = Self.date(Array(try text(upTo: "date").utf8)) else { throw malformed }
      return .date(date)
    case .open("true"), .open("false"):
      guard try self.tag() == .close(tag.name) else { throw malformed }
      return .boolean(tag.name == "true")
    default: throw malformed
    }
  }

  private mutating func dictionary(
    _ depth: Int
  ) throws(KeychainError) -> [String: PropertyListValue] {
    var entries: [String: PropertyListValue] = [:]
    while true {
      switch try tag() {
      case .close("dict"): return entries
      case .open("key"):
        let key = try text(upTo: "key")
        let value = try value(in: try tag(), depth: depth + 1)
        // Two values for the same key are rejected, because it is unknown which value is correct.
        guard entries.updateValue(value, forKey: key) == nil else { throw malformed }
      default: throw malformed
      }
    }
  }

  private mutating func data() throws(KeychainError) -> [UInt8] {
    let letters = try text(upTo: "data").utf8.filter { !Self.isBlank($0) }
    guard let data = Base64.decode(letters) else { throw malformed }
    return data
  }

  /// Parses a date of the form `YYYY-MM-DDThh:mm:ssZ`.
  private static func date(_ text: [UInt8]) -> Double? {
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    guard text.count == pattern.count else { return nil }
    var numbers: [Int] = []
    var number = 0
    for (letter, wanted) in zip(text, pattern) {
      if wanted == UInt8(ascii: "0") {
        guard (0x30...0x39).contains(letter) else { return nil }
        number = number * 10 + Int(letter - 0x30)
      } else {
        guard letter == wanted else { return nil }
        numbers.append(number)
        number = 0
      }
    }
    return UTCTime(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
      minute: numbers[4], second: numbers[5])?.sinceReference
  }

  // MARK: Markup

  private enum Tag: Equatable {
    case open(String), close(String), empty(String)

    var name: String {
      switch self {
      case .open(let name), .close(let name), .empty(let name): name
      }
    }
  }

  /// Reads the next tag. Skips spaces and comments before the tag.
  private mutating func tag() throws(KeychainError) -> Tag {
    try skipBlanksAndComments()
    guard skip("<") else { throw malformed }
    let isClosing = skip("/")
    let start = place
    while let letter = next, (0x61...0x7A).contains(letter) { place += 1 }
    let name = String(decoding: bytes[start..<place], as: UTF8.self)
    guard !name.isEmpty else { throw malformed }
    skipBlanks()
    let isEmpty = skip("/")
    guard skip(">"), !(isClosing && isEmpty) else { throw malformed }
    return isClosing ? .close(name) : isEmpty ? .empty(name) : .open(name)
  }

  /// Reads the text up to the end tag of an element, and reads the end tag.
  private mutating func text(upTo name: String) throws(KeychainError) -> String {
    var text: [UInt8] = []
    while let letter = next, letter != UInt8(ascii: "<") {
      if letter == UInt8(ascii: "&") {
        text += try entity()
      } else {
        text.append(letter)
        place += 1
      }
    }
    guard try tag() == .close(name) else { throw malformed }
    return String(decoding: text, as: UTF8.self)
  }

  private static let entities: [(StaticString, UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  private mutating func entity() throws(KeychainError) -> [UInt8] {
    for (name, letter) in Self.entities where skip(name) { return [letter] }
    guard skip("&#") else { throw malformed }
    let isHexadecimal = skip("x")
    let start = place
    while let letter = next, letter != UInt8(ascii: ";"), place - start < 8 { place += 1 }
    let digits = String(decoding: bytes[start..<place], as: UTF8.self)
    guard skip(";"), digits.utf8.first != UInt8(ascii: "+"),
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number > 0,
      let scalar = Unicode.Scalar(number)
    else { throw malformed }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func skipProlog() throws(KeychainError) {
    while true {
      try skipBlanksAndComments()
      if skip("<?") {
        try skipTo("?>")
      } else if skip("<!DOCTYPE") {
        while let letter = next, letter != UInt8(ascii: ">") {
          // An internal document type is rejected, because the reader does not interpret definitions of entities.
          guard letter != UInt8(ascii: "["), letter != UInt8(ascii: "<") else { throw malformed }
          place += 1
        }
        guard skip(">") else { throw malformed }
      } else {
        return
      }
    }
  }

  private mutating func skipBlanksAndComments() throws(KeychainError) {
    skipBlanks()
    while skip("<!--") {
      try skipTo("-->")
      skipBlanks()
    }
  }

  private mutating func skipBlanks() {
    while let letter = next, Self.isBlank(letter) { place += 1 }
  }

  private mutating func skipTo(_ end: StaticString) throws(KeychainError) {
    while !skip(end) {
      guard place < bytes.count else { throw malformed }
      place += 1
    }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard bytes[place...].starts(with: text) else { return false }
      place += text.count
      return true
    }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func isBlank(_ letter: UInt8) -> Bool {
    letter == 0x20 || letter == 0x09 || letter == 0x0A || letter == 0x0D
  }

  private var malformed: KeychainError {
    let number = 1 + bytes[..<place].count { $0 == 0x0A }
    return KeychainError(.decode, "the property list is malformed in line \(number)")
  }
}

/// A value in a property list, with the types of the XML form.
package indirect enum PropertyListValue: Sendable, Hashable {
  case string(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// A date, in seconds since 2001-01-01 00:00:00 UTC. The writer writes whole seconds.
  case date(Double)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}
