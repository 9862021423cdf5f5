import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Computes the secret that this key shares with another key, and derives a key from the secret if the algorithm has
  /// a hash.
  ///
  /// - Parameters:
  ///   - requestedSize: The size of the derived key in bytes. An algorithm without a hash ignores the size.
  ///   - sharedInfo: Data that both sides include in the key derivation.
  /// - Throws: `.parameter` when the key does not support the algorithm, or `requestedSize` is missing; `.decode` when
  ///   the other key is not on the same curve; `.internalComponent` when OpenSSL fails; the errors of a backend.
  package func exchangeKey(
    with other: AsymmetricKey, _ algorithm: KeyAlgorithm, requestedSize: Int?, sharedInfo: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .keyExchange), case .ecdh(let hash) = algorithm else {
      throw Self.unsupported
    }
    if let backend {
      guard other.kind == kind else { throw Self.otherCurve }
      if hash != nil {
        guard let requestedSize else { throw Self.sizeMissing }
        try X963KeyDerivation.requireSize(requestedSize)
      }
      return try backend.exchangeKey(
        with: other.publicRepresentation, algorithm, size: hash == nil ? nil : requestedSize, sharedInfo: sharedInfo)
    }
    guard let hash else { return try sharedSecret(with: other) }
    guard let requestedSize else { throw Self.sizeMissing }
    var secret = try sharedSecret(with: other)
    defer { secret.wipe() }
    return try X963KeyDerivation.derive(
      requestedSize, from: secret, hash, sharedInfo: sharedInfo)
  }

  /// The x-coordinate of the shared point, padded to the byte count of a coordinate.
  func sharedSecret(with other: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    guard case .ellipticCurve(let curve) = kind, other.kind == kind else {
      throw Self.otherCurve
    }
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
      throw openSSLFailure("agree on a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var count = curve.byteCount
    var secret = [UInt8](repeating: 0, count: count)
    guard EVP_PKEY_derive_init(context) == 1,
      EVP_PKEY_derive_set_peer(context, other.pointer) == 1,
      EVP_PKEY_derive(context, &secret, &count) == 1, count == secret.count
    else { throw openSSLFailure("agree on a key") }
    return secret
  }

  private static var otherCurve: KeychainError { KeychainError(.decode, "the other key is not on the same curve") }

  private static var sizeMissing: KeychainError {
    KeychainError(.parameter, "the size of the key to derive is missing")
  }
}
