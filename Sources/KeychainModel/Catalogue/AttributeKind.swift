/// The values that an attribute accepts, and their conversion (specification: secitem 2.2).
package enum AttributeKind: Sendable, Hashable {
  /// A string. UTF-8 data is converted to a string.
  case string
  /// A string that is the value of a `kSecAttrAccessible…` constant.
  case accessibility
  /// Bytes. A string is converted to its UTF-8 bytes, and a number to four little-endian bytes.
  case data
  /// A string, bytes or a number. The value keeps its type.
  case blob
  /// A number. A Boolean is converted to 0 or 1. A string that is the exact decimal form of a 32-bit number is
  /// converted to the number. Any other string stays a string.
  case number
  /// The values of `number`, with one difference: a number whose bytes are four printable characters is converted to a
  /// string of these characters (compatibility: D18).
  case spelledNumber
  /// The values of `blob`, with one difference: a number whose bytes are four printable characters is converted to a
  /// string of these characters (compatibility: D18).
  case spelledBlob
  /// `kSecAttrSynchronizable`: 0 or 1.
  case synchronizable
  /// `kSecAttrTombstone`: 0 or 1.
  case tombstone
  /// A date.
  case date
  /// Twenty bytes.
  case digest
  /// Sixteen bytes, or no bytes. Null is converted to no bytes.
  case uuid
  /// An access control object.
  case accessControl
  /// An attribute that has no value. A caller cannot give such an attribute.
  case none
}

extension AttributeKind {
  /// Whether a comparison treats the values of the attribute as numbers.
  package var isNumeric: Bool {
    switch self {
    case .number, .spelledNumber, .synchronizable, .tombstone: true
    default: false
    }
  }
}

extension AttributeKind {
  /// Converts a value in a caller's dictionary.
  ///
  /// Add, search, update and delete use the same conversion (specification: secitem 2.2).
  ///
  /// - Throws: `.parameter` for a type that the kind does not accept; `.decode` for a number that has a fractional part
  ///   or does not fit into 64 bits; `.dataTooLarge` for more than `Limits.attributeByteCount` bytes.
  package func convert(
    _ value: PropertyValue, for name: AttributeName
  ) throws(KeychainError) -> AttributeValue {
    if case .unrepresentableNumber = value {
      throw KeychainError(.decode, "\(name.key): the number is not a 64-bit integer")
    }
    guard let converted = converted(value) else {
      throw KeychainError(.parameter, "\(name.key): the value has a type the attribute refuses")
    }
    guard converted.byteCount <= Limits.attributeByteCount else {
      throw KeychainError(.dataTooLarge, "\(name.key): \(converted.byteCount) bytes are too many")
    }
    return converted
  }

  private func converted(_ value: PropertyValue) -> AttributeValue? {
    switch self {
    case .string: Self.text(value)
    case .accessibility: Self.accessibility(value)
    case .data: Self.bytes(value)
    case .blob: Self.blob(value)
    case .number: Self.number(value)
    case .spelledNumber: Self.number(value).map(Self.spelled)
    case .spelledBlob: Self.blob(value).map(Self.spelled)
    case .synchronizable, .tombstone: Self.flag(value)
    case .date: if case .date(let date) = value { .date(date) } else { nil }
    case .digest: if case .data(let bytes) = value, bytes.count == 20 { .data(bytes) } else { nil }
    case .uuid: Self.uuid(value)
    case .accessControl, .none: nil
    }
  }

  private static func text(_ value: PropertyValue) -> AttributeValue? {
    switch value {
    case .string(let text): .string(text)
    case .data(let bytes): String(validating: bytes, as: UTF8.self).map { .string($0) }
    default: nil
    }
  }

  private static func accessibility(_ value: PropertyValue) -> AttributeValue? {
    guard let converted = text(value), let text = converted.text else { return nil }
    guard Accessibility(constant: text) != nil || text == Accessibility.untilReboot else {
      return nil
    }
    return converted
  }

  private static func bytes(_ value: PropertyValue) -> AttributeValue? {
    switch value {
    case .string(let text): .data(Array(text.utf8))
    case .data(let bytes): .data(bytes)
    case .number(let number): .data(fourBytes(number))
    default: nil
    }
  }

  private static func blob(_ value: PropertyValue) -> AttributeValue? {
    switch value {
    case .string(let text): .string(text)
    case .data(let bytes): .data(bytes)
    case .number(let number): .number(number)
    default: nil
    }
  }

  private static func number(_ value: PropertyValue) -> AttributeValue? {
    switch value {
    case .number(let number): .number(number)
    case .boolean(let truth): .number(truth ? 1 : 0)
    case .string(let text): exactNumber(text).map { .number(Int64($0)) } ?? .string(text)
    default: nil
    }
  }

  /// Converts a value to 0 or 1. Every number except 0 becomes 1. Returns nil for a string that is not a number.
  private static func flag(_ value: PropertyValue) -> AttributeValue? {
    guard case .number(let number)? = number(value) else { return nil }
    return .number(number == 0 ? 0 : 1)
  }

  private static func uuid(_ value: PropertyValue) -> AttributeValue? {
    switch value {
    case .data(let bytes) where bytes.isEmpty || bytes.count == 16: .data(bytes)
    case .null: .data([])
    default: nil
    }
  }

  private static func spelled(_ value: AttributeValue) -> AttributeValue {
    guard case .number(let number) = value, let code = UInt32(exactly: number) else {
      return value
    }
    return spelling(of: code).map { .string($0) } ?? value
  }

  /// The four printable characters of a code; nil if a character is not printable. The numbers of
  /// `SecAuthenticationType` are byte-swapped on little-endian machines, so this function recognizes a known
  /// authentication type in either order of bytes.
  private static func spelling(of code: UInt32) -> String? {
    func printable(_ code: UInt32) -> String? {
      let bytes = FourCharacterCode(rawValue: code).bytes
      return bytes.allSatisfy { (0x20...0x7E).contains($0) }
        ? String(decoding: bytes, as: UTF8.self) : nil
    }
    if let swapped = printable(code.byteSwapped), authenticationTypes.contains(swapped) {
      return swapped
    }
    return printable(code)
  }

  private static let authenticationTypes: Set = [
    "ntlm", "msna", "dpaa", "rpaa", "httd", "form", "dflt",
  ]

  /// The 32-bit number whose decimal form is exactly `text`; nil if no number has this form.
  private static func exactNumber(_ text: String) -> Int32? {
    guard let number = Int32(text), String(number).utf8.elementsEqual(text.utf8) else { return nil }
    return number
  }

  /// The four low bytes of a number, in little-endian order.
  package static func fourBytes(_ number: Int64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
