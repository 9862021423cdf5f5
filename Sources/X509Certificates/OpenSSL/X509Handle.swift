package import COpenSSL
import Glibc
import KeychainModel
import OpenSSLSupport

/// An OpenSSL object of a certificate.
package final class X509Handle {
  package let pointer: OpaquePointer

  /// OpenSSL compares each policy of a certificate with every other one, so their number is
  /// limited.
  private static let largestPolicyCount = 500

  /// An object for verification, made from `verifiableDER`. Nil when OpenSSL cannot read a certificate that this
  /// package can read, for example because of an invalid text in a name. Nil also when OpenSSL would take minutes to
  /// read it.
  package convenience init?(_ certificate: Certificate) {
    self.init(certificate, certificate.verifiableDER)
  }

  /// An object with exactly the bytes of the certificate, for writing and printing. Nil in the same
  /// cases as above.
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

  /// An additional reference to an existing object of OpenSSL.
  package init(sharing pointer: OpaquePointer) {
    X509_up_ref(pointer)
    self.pointer = pointer
  }

  deinit { X509_free(pointer) }
}

extension Certificate {
  /// The certificate in an OpenSSL object; nil when it cannot be read.
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
