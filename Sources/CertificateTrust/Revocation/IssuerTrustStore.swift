import X509Certificates
import COpenSSL

/// Creates OpenSSL stores that trust one certificate.
enum IssuerTrustStore {
  /// A store that trusts an issuer at a time, regardless of the issuer's own chain. The store is used to verify the
  /// issuer's statements about the certificates that the issuer signed. The caller must free the store. Nil when
  /// OpenSSL fails.
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
