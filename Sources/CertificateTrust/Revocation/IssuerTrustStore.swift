import X509Certificates
import COpenSSL

/// OpenSSL stores that trust one certificate.
enum IssuerTrustStore {
  /// A store that trusts an issuer at a time, regardless of who certified it. It verifies the
  /// issuer's statements about its own certificates. The caller must free it. Nil when OpenSSL
  /// fails.
  static func store(of issuer: X509Handle, date: Double) -> OpaquePointer? {
    guard let store = X509_STORE_new() else { return nil }
    guard X509_STORE_add_cert(store, issuer.pointer) == 1,
      let parameters = X509_STORE_get0_param(store)
    else {
      X509_STORE_free(store)
      return nil
    }
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    X509_VERIFY_PARAM_set_time(parameters, OpenSSLTime.time(date))
    return store
  }
}
