/// An algorithm of `SecKeyAlgorithm`, taken apart (keys-and-certificates 1.9).
package enum KeyAlgorithm: Sendable, Hashable {
  case rsaSignatureRaw
  /// Without a hash: the padding around whatever the caller gives.
  case rsaSignaturePKCS1(HashAlgorithm?, of: SignedInput)
  /// The hash also makes the mask; the salt is as long as the hash.
  case rsaSignaturePSS(HashAlgorithm, of: SignedInput)
  /// Without a hash: a digest of any length.
  case ecdsa(SignatureFormat, HashAlgorithm?, of: SignedInput)
  case rsaEncryptionRaw
  case rsaEncryptionPKCS1
  case rsaEncryptionOAEP(HashAlgorithm)
  /// A session key under OAEP, the message under AES-GCM.
  case rsaEncryptionOAEPAESGCM(HashAlgorithm)
  /// The hash is that of the key derivation.
  case ecies(HashAlgorithm, NonceSource)
  /// Without a hash: the bare shared secret.
  case ecdh(HashAlgorithm?)

  /// What a signature is given.
  package enum SignedInput: Sendable, Hashable {
    case digest
    case message
  }

  /// How an ECDSA signature is written.
  package enum SignatureFormat: Sendable, Hashable {
    /// DER of both numbers.
    case x962
    /// Both numbers one after the other, each padded to the size of a coordinate.
    case rfc4754
  }

  /// Where the nonce of AES-GCM comes from.
  package enum NonceSource: Sendable, Hashable {
    case zero
    case keyDerivation
  }
}

extension KeyAlgorithm {
  /// Which operations the algorithm is for.
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
