/// The values that an attribute accepts, and their conversion (secitem 2.2).
package enum AttributeKind: Sendable, Hashable {
  /// A string; UTF-8 data is decoded.
  case string
  /// One of the accessibility strings.
  case accessibility
  /// Bytes. A string is converted to its UTF-8, a number to four little-endian bytes.
  case data
  /// A string, bytes or a number. The value keeps its type.
  case blob
  /// A number. A Boolean is converted to 0 or 1. A string is converted if it is the exact decimal
  /// form of a number; otherwise it stays a string.
  case number
  /// A number, as in `number`. If its bytes are four printable characters, it is read as these
  /// characters (D18).
  case spelledNumber
  /// A value as in `blob`. If the bytes of a number are four printable characters, it is read as
  /// these characters (D18).
  case spelledBlob
  /// `kSecAttrSynchronizable`: 0 or 1.
  case synchronizable
  /// `kSecAttrTombstone`: 0 or 1.
  case tombstone
  /// A date.
  case date
  /// Twenty bytes.
  case digest
  /// Nothing or sixteen bytes.
  case uuid
  /// An access control object.
  case accessControl
  /// An attribute without a value. A caller never gives it.
  case none
}

extension AttributeKind {
  /// Whether numbers are compared as numbers.
  package var isNumeric: Bool {
    switch self {
    case .number, .spelledNumber, .synchronizable, .tombstone: true
    default: false
    }
  }
}
