package import COpenSSL
import Glibc

/// Converts OpenSSL's times.
package enum OpenSSLTime {
  /// Seconds since 2001-01-01 00:00:00 UTC; nil when the time is invalid.
  package static func seconds(_ time: UnsafePointer<ASN1_TIME>) -> Double? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Double(timegm(&parts)) - 978_307_200
  }

  /// Seconds since 1970, limited to the years that certificates can contain. An invalid number gives
  /// a time before all of them.
  package static func time(_ date: Double) -> time_t {
    let seconds = date + 978_307_200
    return seconds.isNaN ? 0 : time_t(min(max(seconds, 0), 253_402_300_799))
  }
}
