import COpenSSL
import OpenSSLSupport

/// OpenSSL's ciphers. Each is fetched once in a process.
///
/// `nonisolated(unsafe)` is correct here: OpenSSL documents fetched method objects as shared,
/// immutable and atomically reference-counted. The constants are never written again, and never
/// freed.
enum CipherMethods {
  nonisolated(unsafe) static let aes128GCM = fetch("AES-128-GCM")
  nonisolated(unsafe) static let aes256GCM = fetch("AES-256-GCM")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLInitialization.isDone
    return EVP_CIPHER_fetch(nil, name, nil)
  }
}
