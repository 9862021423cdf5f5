import X509Certificates
import COpenSSL

/// From when until when an issuer's answer or list vouches for certificates, in seconds since 2001-01-01
/// 00:00:00 UTC.
struct RevocationPeriod {
  let begin: Double
  let end: Double

  /// How far the clock of who signed may be ahead, in seconds.
  static let skew = 300.0

  /// How long it is when it names no end, in seconds.
  private static let ownDuration = 86_400.0

  /// Nil without a begin, and when a time cannot be read: an end that cannot be is none that was left out.
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
