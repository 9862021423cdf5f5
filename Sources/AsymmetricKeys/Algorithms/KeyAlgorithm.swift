/// The parts of a `SecKeyAlgorithm` (keys-and-certificates 1.9).
package enum KeyAlgorithm: Sendable, Hashable {
  case rsaSignatureRaw
  /// A hash of nil means that the padding is applied to the caller's input as it is.
  case rsaSignaturePKCS1(HashAlgorithm?, of: SignedInput)
  /// The mask function uses the same hash, and the salt has the length of the hash.
  case rsaSignaturePSS(HashAlgorithm, of: SignedInput)
  /// A hash of nil means a digest of any length.
  case ecdsa(SignatureFormat, HashAlgorithm?, of: SignedInput)
  case rsaEncryptionRaw
  case rsaEncryptionPKCS1
  case rsaEncryptionOAEP(HashAlgorithm)
  /// RSA-OAEP encrypts a session key, and AES-GCM encrypts the message.
  case rsaEncryptionOAEPAESGCM(HashAlgorithm)
  /// The hash of the key derivation.
  case ecies(HashAlgorithm, NonceSource)
  /// A hash of nil means the shared secret without key derivation.
  case ecdh(HashAlgorithm?)

  /// The input of a signature.
  package enum SignedInput: Sendable, Hashable {
    case digest
    case message
  }

  /// The encoding of an ECDSA signature.
  package enum SignatureFormat: Sendable, Hashable {
    /// Both numbers in a DER sequence.
    case x962
    /// Both numbers concatenated, each padded to the size of a coordinate.
    case rfc4754
  }

  /// The source of the AES-GCM nonce.
  package enum NonceSource: Sendable, Hashable {
    case zero
    case keyDerivation
  }
}

extension KeyAlgorithm {
  /// The operations that the algorithm supports.
  package var operations: Set<KeyOperation> {
    switch self {
    case .rsaSignatureRaw, .rsaSignaturePKCS1, .rsaSignaturePSS, .ecdsa: [.sign, .verify]
    case .rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEP, .rsaEncryptionOAEPAESGCM,
      .ecies:
      [.encrypt, .decrypt]
    case .ecdh: [.keyExchange]
    }
  }
}
