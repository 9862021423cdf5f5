import COpenSSL
package import KeychainModel

/// Performs the operations of a private key whose private part is not in this process.
///
/// An algorithm that hashes a message is never passed: the key computes the digest, and passes the algorithm for digests.
package protocol PrivateKeyBackend: AnyObject, Sendable {
  /// Signs a digest or a block.
  func sign(_ input: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8]

  /// Decrypts a message.
  func decrypt(_ message: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8]

  /// Computes the secret that the key shares with a public key on the same curve, or the key that is derived from it.
  ///
  /// - Parameters:
  ///   - publicKey: The uncompressed point of the public key.
  ///   - size: The size of the derived key in bytes; nil for an algorithm without a hash.
  func exchangeKey(
    with publicKey: [UInt8], _ algorithm: KeyAlgorithm, size: Int?, sharedInfo: [UInt8]
  ) throws(KeychainError) -> [UInt8]
}

extension AsymmetricKey {
  /// Makes a private key whose operations a backend performs.
  ///
  /// - Parameter publicKey: The public part of the key.
  package convenience init(_ publicKey: AsymmetricKey, backend: any PrivateKeyBackend) {
    EVP_PKEY_up_ref(publicKey.pointer)
    self.init(
      publicKey.pointer, publicKey.kind, isPrivate: true, publicRepresentation: publicKey.publicRepresentation,
      backend: backend)
  }

  /// Whether the private part of the key is in another process.
  package var isRemote: Bool { backend != nil }

  /// The error of a call that needs the private part of a key in another process.
  package static var remote: KeychainError {
    KeychainError(
      .dataNotAvailable,
      "the private key stays in keychaind, because it is not extractable or has an access control")
  }
}

extension KeyMaterial {
  /// Whether the private part of the key is in another process.
  package var isRemote: Bool {
    if case .asymmetric(let key) = self { key.isRemote } else { false }
  }
}
