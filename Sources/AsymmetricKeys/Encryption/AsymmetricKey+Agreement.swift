import KeychainModel

// ECIES (keys-and-certificates 1.9): the public point of a key that is made for one message, then the
// ciphertext, then the tag. The shared info of the key derivation is this point.

extension AsymmetricKey {
  func encryptWithAgreement(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm, _ nonce: KeyAlgorithm.NonceSource
  ) throws(KeychainError) -> [UInt8] {
    guard case .ellipticCurve(let curve) = kind else { throw Self.unsupported }
    let ephemeral = try AsymmetricKey.generate(on: curve)
    var secret = try ephemeral.sharedSecret(with: self)
    defer { secret.wipe() }
    let keys = try MessageKeys(
      secret, curve, hash, nonce, point: ephemeral.publicRepresentation)
    return try ephemeral.publicRepresentation
      + AESGCM.seal(message, key: keys.key, nonce: keys.nonce)
  }

  func decryptWithAgreement(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm, _ nonce: KeyAlgorithm.NonceSource
  ) throws(KeychainError) -> [UInt8] {
    guard case .ellipticCurve(let curve) = kind else { throw Self.unsupported }
    guard message.count >= curve.pointByteCount + AESGCM.tagByteCount else {
      throw Self.undecryptable
    }
    let point = Array(message.prefix(curve.pointByteCount))
    let ephemeral = try AsymmetricKey(ellipticCurvePoint: point)
    var secret = try sharedSecret(with: ephemeral)
    defer { secret.wipe() }
    let keys = try MessageKeys(secret, curve, hash, nonce, point: point)
    return try AESGCM.open(
      UnsafeRawBufferPointer(rebasing: message.dropFirst(point.count)), key: keys.key,
      nonce: keys.nonce)
  }
}
