/// A property of a certificate, with its label.
package struct CertificateProperty: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case string(String)
    case data([UInt8])
    /// A set of bits, or seconds since 2001-01-01 00:00:00 UTC.
    case number(Int64)
    case strings([String])
    case section([CertificateProperty])
  }

  /// The largest number of parts in a section, including nested sections, and of values in an array. A property
  /// with more parts gives its raw bytes. A peer can choose the number of names in its certificate, and each name
  /// would need a separate object.
  static let largestPartCount = 1000

  package let label: String
  package let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }

  /// The number of properties, including nested ones.
  var partCount: Int {
    if case .section(let parts) = value { parts.reduce(1) { $0 + $1.partCount } } else { 1 }
  }

  /// A property with the value yes or no.
  init(_ label: String, _ truth: Bool) {
    self.init(label, .string(truth ? "Yes" : "No"))
  }
}
