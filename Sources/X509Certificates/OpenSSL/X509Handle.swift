package import COpenSSL
import Glibc
import KeychainModel
import OpenSSLSupport

/// An OpenSSL object (`X509`) for a certificate.
package final class X509Handle {
  package let pointer: OpaquePointer

  /// The largest number of policies in a certificate. The number is limited, because OpenSSL compares each policy with
  /// every other policy.
  private static let largestPolicyCount = 500

  /// Creates an object for verification from `verifiableDER`. Returns nil when OpenSSL cannot read a certificate that
  /// Latchkey can read, for example because a text in a name is invalid. Also returns nil when OpenSSL would take
  /// minutes to read the certificate.
  package convenience init?(_ certificate: Certificate) {
    self.init(certificate, certificate.verifiableDER)
  }

  /// Creates an object with exactly the bytes of the certificate, for writing and printing. Returns nil when OpenSSL
  /// cannot read the certificate, or would take minutes to read the certificate.
  package convenience init?(exactly certificate: Certificate) {
    self.init(certificate, certificate.der)
  }

  private init?(_ certificate: Certificate, _ der: [UInt8]) {
    guard certificate.content.policyCount <= Self.largestPolicyCount else { return nil }
    _ = OpenSSLInitialization.isDone
    let pointer = der.withUnsafeBufferPointer { buffer in
      var start = buffer.baseAddress
      return d2i_X509(nil, &start, buffer.count)
    }
    guard let pointer else {
      ERR_clear_error()
      return nil
    }
    self.pointer = pointer
  }

  /// Adds a reference to an existing OpenSSL object.
  package init(sharing pointer: OpaquePointer) {
    X509_up_ref(pointer)
    self.pointer = pointer
  }

  deinit { X509_free(pointer) }
}

extension Certificate {
  /// Copies the certificate from an OpenSSL object. Returns nil when the certificate cannot be read.
  package convenience init?(_ pointer: OpaquePointer) {
    let count = i2d_X509(pointer, nil)
    guard count > 0 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(count))
    let written = der.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return i2d_X509(pointer, &start)
    }
    guard written == count else { return nil }
    do { try self.init(der: der) } catch { return nil }
  }
}

/// Converts between OpenSSL's times and seconds since 2001-01-01 00:00:00 UTC.
package enum OpenSSLTime {
  /// The time in seconds since 2001-01-01 00:00:00 UTC; nil when the time is invalid.
  package static func seconds(_ time: UnsafePointer<ASN1_TIME>) -> Double? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return Double(timegm(&parts)) - 978_307_200
  }

  /// The time in seconds since 1970, limited to the years that a certificate can contain. If `date` is not a number,
  /// the result is 0.
  package static func time(_ date: Double) -> time_t {
    let seconds = date + 978_307_200
    return seconds.isNaN ? 0 : time_t(min(max(seconds, 0), 253_402_300_799))
  }
}
