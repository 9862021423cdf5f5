import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// An RSA or elliptic-curve key: a public key, or a private key with its public part. A key is immutable.
///
/// Several threads may use the same key at the same time.
package final class AsymmetricKey: Sendable {
  /// The kind of a key.
  package enum Kind: Sendable, Hashable {
    /// `bitCount` is the size of the modulus in bits.
    case rsa(bitCount: Int)
    case ellipticCurve(EllipticCurve)
  }

  package let kind: Kind
  package let isPrivate: Bool

  /// The public key in Apple's format: a PKCS#1 `RSAPublicKey` for RSA, and the uncompressed point for a curve.
  package let publicRepresentation: [UInt8]

  /// The OpenSSL key. It has no private part if the key has a backend.
  ///
  /// `nonisolated(unsafe)` is safe: OpenSSL never changes a complete key, and uses locks for its internal caches.
  package nonisolated(unsafe) let pointer: OpaquePointer

  /// The OpenSSL context of the last operation, for reuse.
  let contexts = KeyContextSlot()

  /// Performs the operations of a private key whose private part is in another process; nil for every other key.
  package let backend: (any PrivateKeyBackend)?

  /// Takes ownership of a reference to an OpenSSL key.
  init(
    _ pointer: OpaquePointer, _ kind: Kind, isPrivate: Bool, publicRepresentation: [UInt8],
    backend: (any PrivateKeyBackend)? = nil
  ) {
    self.backend = backend
    self.pointer = pointer
    self.kind = kind
    self.isPrivate = isPrivate
    self.publicRepresentation = publicRepresentation
  }

  deinit { EVP_PKEY_free(pointer) }
}

extension AsymmetricKey {
  /// The size of the modulus or of the curve's field, in bits. The size is 521 for P-521.
  package var bitCount: Int {
    switch kind {
    case .rsa(let bitCount): bitCount
    case .ellipticCurve(let curve): curve.rawValue
    }
  }

  /// The size of the modulus or of a coordinate, in bytes.
  package var blockByteCount: Int { (bitCount + 7) / 8 }

  /// The public key. The result is `self` when the key is a public key.
  package func publicKey() throws(KeychainError) -> AsymmetricKey {
    guard isPrivate else { return self }
    switch kind {
    case .rsa: return try AsymmetricKey(rsaPublicKey: publicRepresentation)
    case .ellipticCurve: return try AsymmetricKey(ellipticCurvePoint: publicRepresentation)
    }
  }

  /// The SHA-1 digest of the public key, which identifies a key pair. The digest is the value of
  /// `kSecAttrApplicationLabel` (specification: keys-and-certificates 1.7).
  package func publicKeyHash() throws(KeychainError) -> [UInt8] {
    try HashAlgorithm.sha1.digest(of: publicRepresentation)
  }
}
