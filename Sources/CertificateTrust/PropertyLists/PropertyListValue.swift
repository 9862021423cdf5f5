/// A value in a property list, with the types of the XML form.
package indirect enum PropertyListValue: Sendable, Hashable {
  case string(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// Seconds since 2001-01-01 00:00:00 UTC. Written in whole seconds.
  case date(Double)
  case array([PropertyListValue])
  case dictionary([String: PropertyListValue])
}
