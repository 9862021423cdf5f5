/// The value of an attribute, with its original type.
///
/// Two values are equal if they have the same type and the same bytes. Strings are compared without Unicode
/// normalization. `==` of Swift's `String` compares with normalization.
package enum AttributeValue: Sendable {
  case string(String)
  case data([UInt8])
  case number(Int64)
  /// A date, in seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
}

extension AttributeValue: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left.isIdentical(to: right)
    case (.data(let left), .data(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text):
      hasher.combine(0)
      for byte in text.utf8 { hasher.combine(byte) }
    case .data(let bytes): hasher.combine(bytes)
    case .number(let number): hasher.combine(number)
    case .date(let date): hasher.combine(date.bitPattern)
    }
  }
}

extension AttributeValue {
  /// The size of the value in bytes.
  package var byteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let bytes): bytes.count
    case .number, .date: 8
    }
  }

  /// The text in a string value; nil for other types.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The number in a number value; nil for other types.
  package var number: Int64? { if case .number(let number) = self { number } else { nil } }
}

/// A value in a caller's dictionary, before an attribute converts it.
///
/// A client can send only values of these types to the service. A value of any other type is `unsupported`.
package enum PropertyValue: Sendable {
  case string(String)
  case data([UInt8])
  case number(Int64)
  case boolean(Bool)
  /// A date, in seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case null
  /// An array, a dictionary or a set. A client can send a collection, but no attribute accepts a collection.
  case collection
  /// A number that has a fractional part or does not fit into a signed 64-bit integer.
  case unrepresentableNumber
  /// An object of any other type. A client cannot send such an object.
  case unsupported
}
