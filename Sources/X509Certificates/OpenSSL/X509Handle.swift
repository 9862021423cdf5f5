import COpenSSL
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
