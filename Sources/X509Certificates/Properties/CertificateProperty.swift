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

  /// The most parts of a section, those of the sections in it included, and the most values of an array. What has
  /// more gives its bytes: a peer chooses how many names its certificate has, and each of them takes as much as an
  /// object of its own.
  static let largestPartCount = 1000

  package let label: String
  package let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }

  /// The property and those in it.
  var partCount: Int {
    if case .section(let parts) = value { parts.reduce(1) { $0 + $1.partCount } } else { 1 }
  }

  /// Yes or no.
  init(_ label: String, _ truth: Bool) {
    self.init(label, .string(truth ? "Yes" : "No"))
  }
}
