import KeychainModel

/// A line of a dump that shows an attribute: its tag, a format between angle brackets, `=`, a value.
struct DumpAttribute {
  /// Nil for a tag that no attribute has.
  let name: AttributeName?
  let format: String

  /// Nil for an absent value.
  let value: [UInt8]?

  /// - Parameter line: The line without the blanks at its beginning.
  init?(_ line: ArraySlice<UInt8>) {
    guard let open = line.firstIndex(of: UInt8(ascii: "<")),
      let close = line[open...].firstIndex(of: UInt8(ascii: ">")),
      line[close...].starts(with: ">=".utf8), let tag = DumpValue.bytes(line[..<open]),
      tag.count == 4
    else { return nil }
    switch tag {
    case [0, 0, 0, 7]: name = .label
    case [0, 0, 0, 8]: name = AttributeName("alis")
    // Tags of macOS that are not ASCII name nothing here.
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

  /// The value in a type that the attribute takes; nil when the bytes are none.
  func attributeValue(_ bytes: [UInt8], of attribute: Attribute) -> AttributeValue? {
    switch format {
    case "timedate": return CompactTime.sinceReference(bytes).map { .date($0) }
    case "uint32", "sint32":
      guard let number = number(bytes) else { return text(bytes) }
      return .number(number)
    default: return attribute.kind == .data ? .data(bytes) : text(bytes)
    }
  }

  /// The number of four or eight bytes, the highest first.
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
