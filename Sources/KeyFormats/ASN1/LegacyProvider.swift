import COpenSSL
import OpenSSLSupport

/// An OpenSSL library context with the obsolete ciphers, for old encrypted keys.
enum LegacyProvider {
  /// Nil when the provider is not installed.
  ///
  /// `nonisolated(unsafe)` is correct here: OpenSSL contexts are thread-safe, and the constant is
  /// never written again, and never freed.
  nonisolated(unsafe) static let context: OpaquePointer? = {
    _ = OpenSSLInitialization.isDone
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
