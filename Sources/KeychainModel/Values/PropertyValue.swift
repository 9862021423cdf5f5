/// A value as a caller's dictionary holds it, before an attribute converts it.
///
/// These are the types that may cross from a client to the item layer; everything else is
/// `unsupported`.
package enum PropertyValue: Sendable {
  case string(String)
  case data([UInt8])
  case number(Int64)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case null
  /// An array, a dictionary or a set: allowed to cross, refused by every attribute.
  case collection
  /// A number with a fractional part or outside signed 64 bits.
  case unrepresentableNumber
  /// An object that cannot cross.
  case unsupported
}
