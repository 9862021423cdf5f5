extension AsymmetricKey {
  /// Whether the key reports that it supports an operation: the result of `SecKeyIsAlgorithmSupported` (specification:
  /// keys-and-certificates 1.9).
  ///
  /// As on Apple's platforms, two results are not useful. An RSA private key reports that it supports verification, but
  /// treats every signature as wrong. An RSA public key reports that it supports decryption, which is the same
  /// computation as verification.
  package func supports(_ algorithm: KeyAlgorithm, for operation: KeyOperation) -> Bool {
    guard algorithm.operations.contains(operation), isCompatible(algorithm) else { return false }
    switch (kind, operation) {
    case (.rsa, .sign): return isPrivate
    case (.rsa, .verify): return true
    case (.rsa, .encrypt): return !isPrivate
    case (.rsa, .decrypt):
      if isPrivate { return true }
      if case .rsaEncryptionOAEPAESGCM = algorithm { return false }
      return true
    case (.rsa, .keyExchange): return false
    case (.ellipticCurve, .sign), (.ellipticCurve, .decrypt), (.ellipticCurve, .keyExchange):
      return isPrivate
    case (.ellipticCurve, .verify), (.ellipticCurve, .encrypt): return !isPrivate
    }
  }

  /// Whether the algorithm is for this kind of key, and the key is large enough for the algorithm.
  private func isCompatible(_ algorithm: KeyAlgorithm) -> Bool {
    let isRSA = if case .rsa = kind { true } else { false }
    switch algorithm {
    case .rsaSignatureRaw, .rsaEncryptionRaw: return isRSA
    case .rsaSignaturePKCS1(nil, _), .rsaEncryptionPKCS1:
      return isRSA && blockByteCount >= Self.pkcs1PaddingByteCount
    case .rsaSignaturePKCS1(let hash?, _):
      return isRSA
        && blockByteCount
          >= hash.digestInfoPrefixByteCount + hash.byteCount + Self.pkcs1PaddingByteCount
    case .rsaSignaturePSS(let hash, _):
      // The encoded message has one bit less than the modulus, rounded up to whole bytes (RFC 8017, 9.1.1).
      return isRSA && (bitCount - 1 + 7) / 8 >= 2 * hash.byteCount + 2
    case .rsaEncryptionOAEP(let hash), .rsaEncryptionOAEPAESGCM(let hash):
      return isRSA && blockByteCount >= 2 * hash.byteCount + 2
    case .ecdsa, .ecies, .ecdh: return !isRSA
    }
  }

  /// The size of the PKCS#1 v1.5 padding in a block, in bytes.
  static let pkcs1PaddingByteCount = 11
}
