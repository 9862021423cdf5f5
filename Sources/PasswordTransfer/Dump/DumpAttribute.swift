import KeychainModel

/// An attribute in a line of a dump. The line consists of a tag, a format in angle brackets, `=`, and a value.
struct DumpAttribute {
  /// The name of the attribute; nil for a tag that belongs to no attribute.
  let name: AttributeName?
  let format: String

  /// The bytes of the value; nil for `<NULL>`.
  let value: [UInt8]?

  /// - Parameter line: The line without leading spaces.
  init?(_ line: ArraySlice<UInt8>) {
    guard let open = line.firstIndex(of: UInt8(ascii: "<")),
      let close = line[open...].firstIndex(of: UInt8(ascii: ">")),
      line[close...].starts(with: ">=".utf8), let tag = DumpValue.bytes(line[..<open]),
      tag.count == 4
    else { return nil }
    switch tag {
    case [0, 0, 0, 7]: name = .label
    case [0, 0, 0, 8]: name = AttributeName("alis")
    // A tag of four ASCII characters is the key of an attribute. All other tags belong to no attribute of the
    // catalogue.
    default: name = AttributeName(key: String(decoding: tag, as: UTF8.self))
    }
    format = String(decoding: line[(open + 1)..<close], as: UTF8.self)
    let shown = line[(close + 2)...]
    if shown.elementsEqual("<NULL>".utf8) {
      value = nil
    } else {
      guard let bytes = DumpValue.bytes(shown) else { return nil }
      value = bytes
    }
  }

  /// Converts the bytes of a value to the type of the attribute; nil if the bytes are not valid for the format.
  func attributeValue(_ bytes: [UInt8], of attribute: Attribute) -> AttributeValue? {
    switch format {
    case "timedate": return CompactTime.sinceReference(bytes).map { .date($0) }
    case "uint32", "sint32":
      guard let number = number(bytes) else { return text(bytes) }
      return .number(number)
    default: return attribute.kind == .data ? .data(bytes) : text(bytes)
    }
  }

  /// The number in four or eight big-endian bytes; nil for any other number of bytes.
  private func number(_ bytes: [UInt8]) -> Int64? {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch bytes.count {
    case 4:
      return format == "sint32" ? Int64(Int32(truncatingIfNeeded: value)) : Int64(value)
    case 8: return Int64(bitPattern: value)
    default: return nil
    }
  }

  private func text(_ bytes: [UInt8]) -> AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}

/// Reads values as `dump-keychain` prints them. A value is empty, `"text"`, or `0x` and hexadecimal digits. The same
/// value as text may follow the digits.
enum DumpValue {
  /// The bytes of a value; nil if the value has another form.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if text.isEmpty { return [] }
    if text.first == quote {
      guard text.count >= 2, text.last == quote else { return nil }
      let content = text.dropFirst().dropLast()
      return content.allSatisfy(isPrintable) ? Array(content) : nil
    }
    guard text.starts(with: "0x".utf8) else { return nil }
    let digits = text.dropFirst(2).prefix { HexadecimalText.value(of: $0) != nil }
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), let bytes = HexadecimalText.bytes(digits) else { return nil }
    let rest = text[digits.endIndex...].drop { $0 == blank }
    // The rest of the line is the same value as text. Spaces at the end of the line may have been removed.
    guard rest.isEmpty || (rest.first == quote && rest.last == quote && rest.count >= 2) else {
      return nil
    }
    return bytes
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")
}
