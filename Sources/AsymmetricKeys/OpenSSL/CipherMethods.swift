import COpenSSL
import OpenSSLSupport

/// The ciphers of OpenSSL, each fetched once per process.
///
/// `nonisolated(unsafe)` is right here: OpenSSL documents fetched method objects as shared,
/// immutable and counted atomically; the constants are never written again, nor freed.
enum CipherMethods {
  nonisolated(unsafe) static let aes128GCM = fetch("AES-128-GCM")
  nonisolated(unsafe) static let aes256GCM = fetch("AES-256-GCM")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLStart.isDone
    return EVP_CIPHER_fetch(nil, name, nil)
  }
}
