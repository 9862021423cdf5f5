import X509Certificates
import COpenSSL

/// The certificates that OpenSSL builds a chain of, with its forms of them. Those may differ from the certificates in
/// bytes that nobody signed, and are known by where they are.
final class GivenCertificates {
  private var handles: [X509Handle] = []
  private var byPointer: [OpaquePointer: Certificate] = [:]

  /// OpenSSL's form of a certificate, which is kept as long as this; nil when OpenSSL cannot read it.
  func handle(_ certificate: Certificate) -> X509Handle? {
    guard let handle = X509Handle(certificate) else { return nil }
    handles.append(handle)
    byPointer[handle.pointer] = certificate
    return handle
  }

  /// The chain that OpenSSL built of these and of the authorities of the system.
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
