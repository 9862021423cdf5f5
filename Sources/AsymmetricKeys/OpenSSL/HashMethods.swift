import COpenSSL
import OpenSSLSupport

/// The hash functions of OpenSSL, each fetched once per process.
///
/// `nonisolated(unsafe)` is right here: OpenSSL documents fetched method objects as shared,
/// immutable and counted atomically; the constants are never written again, nor freed.
enum HashMethods {
  nonisolated(unsafe) static let sha1 = fetch("SHA1")
  nonisolated(unsafe) static let sha224 = fetch("SHA2-224")
  nonisolated(unsafe) static let sha256 = fetch("SHA2-256")
  nonisolated(unsafe) static let sha384 = fetch("SHA2-384")
  nonisolated(unsafe) static let sha512 = fetch("SHA2-512")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLStart.isDone
    return EVP_MD_fetch(nil, name, nil)
  }
}
