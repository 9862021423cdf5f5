import COpenSSL
import OpenSSLSupport

/// The algorithms of OpenSSL that this module uses, each fetched once per process: a fetch costs
/// more than the work. Nil when the loaded providers have no such algorithm.
///
/// `nonisolated(unsafe)` is right here: OpenSSL documents fetched method objects as shared,
/// immutable and counted atomically; the constants are never written again, nor freed.
enum Algorithms {
  nonisolated(unsafe) static let aes256ECB = started { EVP_CIPHER_fetch(nil, "AES-256-ECB", nil) }
  nonisolated(unsafe) static let aes256GCM = started { EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) }
  nonisolated(unsafe) static let hmac = started { EVP_MAC_fetch(nil, "HMAC", nil) }
  nonisolated(unsafe) static let hkdf = started { EVP_KDF_fetch(nil, "HKDF", nil) }
  nonisolated(unsafe) static let sha1 = started { EVP_MD_fetch(nil, "SHA1", nil) }
  nonisolated(unsafe) static let sha256 = started { EVP_MD_fetch(nil, "SHA256", nil) }

  private static func started<Method>(_ fetch: () -> Method) -> Method {
    _ = OpenSSLStart.isDone
    return fetch()
  }
}
