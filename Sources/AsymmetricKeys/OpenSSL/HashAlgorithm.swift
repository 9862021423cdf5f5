import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// The hash functions in the names of `SecKeyAlgorithm` constants.
package enum HashAlgorithm: String, Sendable, CaseIterable, Hashable {
  case sha1 = "SHA1"
  case sha224 = "SHA224"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  package var byteCount: Int {
    switch self {
    case .sha1: 20
    case .sha224: 28
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// The digest of some bytes.
  package func digest(of bytes: [UInt8]) throws(KeychainError) -> [UInt8] {
    try bytes.withBytes { bytes throws(KeychainError) in try digest(of: bytes) }
  }

  /// The digest of some bytes.
  package func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    guard let method,
      EVP_Digest(bytes.baseAddress, bytes.count, &digest, nil, method, nil) == 1
    else { throw openSSLFailure("compute a digest") }
    return digest
  }

  /// OpenSSL's implementation, which is fetched once; nil when no OpenSSL provider supports the hash function.
  var method: OpaquePointer? {
    switch self {
    case .sha1: HashMethods.sha1
    case .sha224: HashMethods.sha224
    case .sha256: HashMethods.sha256
    case .sha384: HashMethods.sha384
    case .sha512: HashMethods.sha512
    }
  }

  /// The name of the hash function in OpenSSL's parameters.
  var openSSLName: StaticString {
    switch self {
    case .sha1: "SHA1"
    case .sha224: "SHA2-224"
    case .sha256: "SHA2-256"
    case .sha384: "SHA2-384"
    case .sha512: "SHA2-512"
    }
  }

  /// The number of bytes before the digest in a PKCS#1 v1.5 signature. These bytes identify the hash function.
  var digestInfoPrefixByteCount: Int { self == .sha1 ? 15 : 19 }
}

/// OpenSSL's hash functions. Each hash function is fetched once per process.
///
/// `nonisolated(unsafe)` is safe, because OpenSSL documents that fetched method objects are shared, immutable and have
/// atomic reference counts. The constants are never assigned again and never freed.
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
