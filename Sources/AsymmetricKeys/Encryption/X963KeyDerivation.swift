import COpenSSL
import KeychainModel
import OpenSSLSupport

/// The key derivation of ANSI X9.63.
enum X963KeyDerivation {
  /// - Throws: `.parameter` for zero bytes, or more than the derivation supports.
  static func derive(
    _ byteCount: Int, from secret: [UInt8], _ hash: HashAlgorithm, sharedInfo: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    // This is OpenSSL's limit.
    guard (1...(1 << 30)).contains(byteCount) else {
      throw KeychainError(.parameter, "a derived key of this size cannot be made")
    }
    guard let method = Self.method, let context = EVP_KDF_CTX_new(method) else {
      throw openSSLFailure("derive a key")
    }
    defer { EVP_KDF_CTX_free(context) }
    var key = [UInt8](repeating: 0, count: byteCount)
    let done = secret.withUnsafeBytes { secret in
      sharedInfo.withUnsafeBytes { info in
        var parameters = [
          OpenSSLParameter.text("digest", hash.openSSLName),
          OpenSSLParameter.bytes("key", secret),
        ]
        if !info.isEmpty { parameters.append(OpenSSLParameter.bytes("info", info)) }
        return EVP_KDF_derive(context, &key, key.count, parameters + [OpenSSLParameter.end])
      }
    }
    guard done == 1 else { throw openSSLFailure("derive a key") }
    return key
  }

  /// `nonisolated(unsafe)`: see `HashMethods`.
  nonisolated(unsafe) private static let method: OpaquePointer? = {
    _ = OpenSSLInitialization.isDone
    return EVP_KDF_fetch(nil, "X963KDF", nil)
  }()
}
