import COpenSSL
import KeychainModel
import OpenSSLSupport

/// OpenSSL's form of a certificate.
package final class X509Handle {
  package let pointer: OpaquePointer

  /// OpenSSL compares each policy of a certificate with every other.
  private static let largestPolicyCount = 500

  /// One to verify: the algorithm beside the signature is the one that was signed, where the two are the same to us.
  /// Nil when OpenSSL cannot read what we can, text in a name that is none for example, and where reading takes it
  /// minutes.
  package convenience init?(_ certificate: Certificate) {
    self.init(certificate, certificate.verifiableDER)
  }

  /// One to write and to print: byte for byte the certificate. Nil as above.
  package convenience init?(exactly certificate: Certificate) {
    self.init(certificate, certificate.der)
  }

  private init?(_ certificate: Certificate, _ der: [UInt8]) {
    guard certificate.content.policyCount <= Self.largestPolicyCount else { return nil }
    _ = OpenSSLStart.isDone
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

  /// One that OpenSSL has already, and goes on to have.
  package init(sharing pointer: OpaquePointer) {
    X509_up_ref(pointer)
    self.pointer = pointer
  }

  deinit { X509_free(pointer) }
}
