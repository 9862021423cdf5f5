import KeychainModel

// RSA for a session key and AES-GCM for the message (keys-and-certificates 1.9): one block of OAEP,
// then the ciphertext, then the tag. The nonce is zero, because every session key is used once. The
// public key is authenticated with the message.

extension AsymmetricKey {
  /// The size of the session key depends on the modulus, not on the hash.
  private var sessionKeyByteCount: Int { bitCount < 4096 ? 16 : 32 }

  private static let zeroNonce = [UInt8](repeating: 0, count: AESGCM.nonceByteCount)

  func encryptWithSessionKey(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    var key = try RandomBytes.make(sessionKeyByteCount)
    defer { key.wipe() }
    return try encrypt(key, .oaep(hash))
      + AESGCM.seal(message, key: key, nonce: Self.zeroNonce, context: publicRepresentation)
  }

  func decryptWithSessionKey(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard message.count >= blockByteCount + AESGCM.tagByteCount else { throw Self.undecryptable }
    var key = try decrypt(Array(message.prefix(blockByteCount)), .oaep(hash))
    defer { key.wipe() }
    guard key.count == sessionKeyByteCount else { throw Self.undecryptable }
    return try AESGCM.open(
      UnsafeRawBufferPointer(rebasing: message.dropFirst(blockByteCount)), key: key,
      nonce: Self.zeroNonce, context: publicRepresentation)
  }
}
