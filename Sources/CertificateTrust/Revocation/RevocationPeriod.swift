import X509Certificates
import COpenSSL

/// The period in which an OCSP response or a revocation list is valid, in seconds since 2001-01-01 00:00:00 UTC.
struct RevocationPeriod {
  let begin: Double
  let end: Double

  /// The signer's clock may be ahead of the clock of this machine by this number of seconds.
  static let skew = 300.0

  /// The validity in seconds of an OCSP response or a revocation list that states no end of its validity.
  private static let ownDuration = 86_400.0

  /// Returns nil when the beginning is missing, or when a time cannot be read. A missing end of the period is replaced
  /// by a default.
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
