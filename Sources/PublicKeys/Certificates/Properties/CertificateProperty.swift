/// Something that a certificate says, with a name for it.
package struct CertificateProperty: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case string(String)
    case data([UInt8])
    /// A set of bits, or seconds since 2001-01-01 00:00:00 UTC.
    case number(Int64)
    case strings([String])
    case section([CertificateProperty])
  }

  package let label: String
  package let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }

  /// Yes or no.
  init(_ label: String, _ truth: Bool) {
    self.init(label, .string(truth ? "Yes" : "No"))
  }
}
