import COpenSSL
import OpenSSLSupport

/// A library context of OpenSSL that has the old ciphers too, for keys that were encrypted long ago.
enum LegacyProvider {
  /// Nil where the provider is not installed.
  ///
  /// `nonisolated(unsafe)` is right here: OpenSSL guards a context against threads, and the constant
  /// is never written again, nor freed.
  nonisolated(unsafe) static let context: OpaquePointer? = {
    _ = OpenSSLStart.isDone
    guard let context = OSSL_LIB_CTX_new() else { return nil }
    guard OSSL_PROVIDER_load(context, "default") != nil,
      OSSL_PROVIDER_load(context, "legacy") != nil
    else {
      OSSL_LIB_CTX_free(context)
      ERR_clear_error()
      return nil
    }
    return context
  }()
}
