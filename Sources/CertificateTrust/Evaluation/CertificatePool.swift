import X509Certificates
import COpenSSL

/// The certificates from which OpenSSL builds a chain, with OpenSSL's objects for them. OpenSSL's encoding may differ
/// from the original in bytes that nobody signed. So an object is found by its address.
final class CertificatePool {
  private var handles: [X509Handle] = []
  private var byPointer: [OpaquePointer: Certificate] = [:]

  /// OpenSSL's object for a certificate. It exists as long as this instance. Nil when OpenSSL cannot
  /// read the certificate.
  func handle(_ certificate: Certificate) -> X509Handle? {
    guard let handle = X509Handle(certificate) else { return nil }
    handles.append(handle)
    byPointer[handle.pointer] = certificate
    return handle
  }

  /// The chain that OpenSSL built from these certificates and the system's authorities.
  func chain(_ context: OpaquePointer) -> [Certificate] {
    guard let chain = X509_STORE_CTX_get0_chain(context) else { return [] }
    return (0..<OPENSSL_sk_num(chain)).compactMap { index in
      guard let pointer = OPENSSL_sk_value(chain, index).map({ OpaquePointer($0) }) else {
        return nil
      }
      return byPointer[pointer] ?? SystemAnchors.authority(pointer)
        ?? Certificate(pointer)
    }
  }
}
