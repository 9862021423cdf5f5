/// A value in a caller's dictionary, before an attribute converts it.
///
/// Only these types can be sent from a client to the item layer. Every other type is `unsupported`.
package enum PropertyValue: Sendable {
  case string(String)
  case data([UInt8])
  case number(Int64)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case null
  /// An array, a dictionary or a set. It can be sent, but no attribute accepts it.
  case collection
  /// A number with a fractional part or outside signed 64 bits.
  case unrepresentableNumber
  /// An object that cannot be sent.
  case unsupported
}
