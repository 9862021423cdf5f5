/// What values an attribute takes and how they are converted (secitem 2.2).
package enum AttributeKind: Sendable, Hashable {
  /// A string; UTF-8 data is decoded.
  case string
  /// One of the accessibility strings.
  case accessibility
  /// Bytes; a string becomes its UTF-8, a number four little-endian bytes.
  case data
  /// A string, bytes or a number, kept in the type it arrived in.
  case blob
  /// A number; a Boolean becomes 0 or 1, a string the number it spells exactly, or stays.
  case number
  /// A number as above, read as the four characters it spells if it spells any (D18).
  case spelledNumber
  /// A blob as above, whose numbers are read as the four characters they spell if they do (D18).
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
  /// No value at all: the attribute exists and is never given by a caller.
  case none
}

extension AttributeKind {
  /// Whether values are compared as numbers where they are numbers.
  package var isNumeric: Bool {
    switch self {
    case .number, .spelledNumber, .synchronizable, .tombstone: true
    default: false
    }
  }
}
