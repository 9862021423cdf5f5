import COpenSSL
import OpenSSLSupport

/// The algorithms of OpenSSL that this module uses. Each algorithm is fetched once in a process, because a fetch costs
/// more than a use of the algorithm. A constant is nil when the loaded providers do not have the algorithm.
///
/// `nonisolated(unsafe)` is safe, because OpenSSL documents fetched method objects as shared, immutable and atomically
/// reference-counted. The constants are never written again, and never freed.
enum OpenSSLAlgorithms {
  nonisolated(unsafe) static let hmac = started { EVP_MAC_fetch(nil, "HMAC", nil) }
  nonisolated(unsafe) static let hkdf = started { EVP_KDF_fetch(nil, "HKDF", nil) }
  nonisolated(unsafe) static let sha1 = started { EVP_MD_fetch(nil, "SHA1", nil) }
  nonisolated(unsafe) static let sha256 = started { EVP_MD_fetch(nil, "SHA256", nil) }

  private static func started<Method>(_ fetch: () -> Method) -> Method {
    _ = OpenSSLInitialization.isDone
    return fetch()
  }
}
