import X509Certificates
import COpenSSL

/// The period in which a response or list is valid, in seconds since 2001-01-01 00:00:00 UTC.
struct RevocationPeriod {
  let begin: Double
  let end: Double

  /// The largest accepted difference by which the signer's clock may be ahead, in seconds.
  static let skew = 300.0

  /// The length of a period without an end, in seconds.
  private static let ownDuration = 86_400.0

  /// Returns nil without a beginning, and when a time cannot be read. An end that cannot be read is not
  /// treated as absent.
  init?(from begin: UnsafePointer<ASN1_TIME>?, until end: UnsafePointer<ASN1_TIME>?) {
    guard let begin, let begin = OpenSSLTime.seconds(begin) else { return nil }
    self.begin = begin
    guard let end else {
      self.end = begin + Self.ownDuration
      return
    }
    guard let end = OpenSSLTime.seconds(end) else { return nil }
    self.end = end
  }

  func contains(_ date: Double) -> Bool { begin <= date + Self.skew && date <= end }
}
