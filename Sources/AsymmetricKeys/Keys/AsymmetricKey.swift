import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// An RSA or elliptic-curve key, public or with its private part. It never changes.
///
/// Safe to use from many threads at once.
package final class AsymmetricKey: Sendable {
  /// What kind of key it is.
  package enum Kind: Sendable, Hashable {
    /// The size of the modulus in bits.
    case rsa(bitCount: Int)
    case ellipticCurve(EllipticCurve)
  }

  package let kind: Kind
  package let isPrivate: Bool

  /// The public part as Apple's functions write it: PKCS#1 `RSAPublicKey` for RSA, the uncompressed
  /// point for a curve.
  package let publicRepresentation: [UInt8]

  /// `nonisolated(unsafe)` is right here: OpenSSL never changes a key that it has been given whole,
  /// and guards what it caches beside it.
  package nonisolated(unsafe) let pointer: OpaquePointer

  /// The context of the operation made last, ready to be used again.
  let contexts = KeyContextSlot()

  /// Takes over a reference of OpenSSL.
  init(
    _ pointer: OpaquePointer, _ kind: Kind, isPrivate: Bool, publicRepresentation: [UInt8]
  ) {
    self.pointer = pointer
    self.kind = kind
    self.isPrivate = isPrivate
    self.publicRepresentation = publicRepresentation
  }

  deinit { EVP_PKEY_free(pointer) }
}

extension AsymmetricKey {
  /// The size of the modulus or of the curve's field in bits; 521 for P-521.
  package var bitCount: Int {
    switch kind {
    case .rsa(let bitCount): bitCount
    case .ellipticCurve(let curve): curve.rawValue
    }
  }

  /// The size of a block: of the modulus, or of a coordinate, in bytes.
  package var blockByteCount: Int { (bitCount + 7) / 8 }

  /// The key without its private part; the key itself when it has none.
  package func publicKey() throws(KeychainError) -> AsymmetricKey {
    guard isPrivate else { return self }
    switch kind {
    case .rsa: return try AsymmetricKey(rsaPublicKey: publicRepresentation)
    case .ellipticCurve: return try AsymmetricKey(ellipticCurvePoint: publicRepresentation)
    }
  }

  /// The SHA-1 of the public part, which names a pair: `kSecAttrApplicationLabel`
  /// (keys-and-certificates 1.7).
  package func publicKeyHash() throws(KeychainError) -> [UInt8] {
    try HashAlgorithm.sha1.digest(of: publicRepresentation)
  }
}
