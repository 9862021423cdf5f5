package import COpenSSL
import Glibc

/// Times of OpenSSL.
package enum OpenSSLTime {
  /// Seconds since 2001-01-01 00:00:00 UTC; nil for what is no time.
  package static func seconds(_ time: UnsafePointer<ASN1_TIME>) -> Double? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Double(timegm(&parts)) - 978_307_200
  }

  /// Seconds since 1970, of the years that certificates know. What is no time is before all of them.
  package static func time(_ date: Double) -> time_t {
    let seconds = date + 978_307_200
    return seconds.isNaN ? 0 : time_t(min(max(seconds, 0), 253_402_300_799))
  }
}
