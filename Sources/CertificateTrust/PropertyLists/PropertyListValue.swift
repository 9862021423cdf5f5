/// A value of a property list, as its XML form can hold it.
package indirect enum PropertyListValue: Sendable, Hashable {
  case string(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC; written without fractions.
  case date(Double)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}
