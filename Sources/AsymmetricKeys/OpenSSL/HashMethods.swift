import COpenSSL
import OpenSSLSupport

/// OpenSSL's hash functions. Each is fetched once in a process.
///
/// `nonisolated(unsafe)` is correct here: OpenSSL documents fetched method objects as shared,
/// immutable and atomically reference-counted. The constants are never written again, and never
/// freed.
enum HashMethods {
  nonisolated(unsafe) static let sha1 = fetch("SHA1")
  nonisolated(unsafe) static let sha224 = fetch("SHA2-224")
  nonisolated(unsafe) static let sha256 = fetch("SHA2-256")
  nonisolated(unsafe) static let sha384 = fetch("SHA2-384")
  nonisolated(unsafe) static let sha512 = fetch("SHA2-512")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLInitialization.isDone
    return EVP_MD_fetch(nil, name, nil)
  }
}
