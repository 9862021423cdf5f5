package import KeychainModel

/// HMAC (RFC 2104), for keys of any length except zero.
package enum HMAC {
  /// The hash functions of one-time passwords (RFC 6238).
  package enum Hash: Sendable {
    case sha1
    case sha256
    case sha512

    /// OpenSSL's name of the hash function.
    fileprivate var name: StaticString {
      switch self {
      case .sha1: "SHA1"
      case .sha256: "SHA256"
      case .sha512: "SHA512"
      }
    }

    package var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      case .sha512: 64
      }
    }
  }

  /// The HMAC of some bytes.
  ///
  /// - Throws: `.parameter` for an empty key.
  package static func code(
    of bytes: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, _ hash: Hash
  ) throws(KeychainError) -> [UInt8] {
    let context = try MACContext(key: key, digest: hash.name)
    var code = [UInt8](repeating: 0, count: hash.byteCount)
    let isDone = code.withUnsafeMutableBytes { context.authenticate(bytes, into: $0) }
    guard isDone else { throw KeychainError(.internalComponent, "OpenSSL computes no HMAC") }
    return code
  }
}
