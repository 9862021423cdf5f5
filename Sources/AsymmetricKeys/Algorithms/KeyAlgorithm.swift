/// The components of a `SecKeyAlgorithm` (specification: keys-and-certificates 1.9).
package enum KeyAlgorithm: Sendable, Hashable {
  case rsaSignatureRaw
  /// A hash of nil means that the input is padded without an identifier of the hash function.
  case rsaSignaturePKCS1(HashAlgorithm?, of: SignedInput)
  /// The mask generation function uses the same hash function as the digest of the message. The salt is as long as this
  /// digest.
  case rsaSignaturePSS(HashAlgorithm, of: SignedInput)
  /// A hash of nil means that the input is a digest of any length.
  case ecdsa(SignatureFormat, HashAlgorithm?, of: SignedInput)
  case rsaEncryptionRaw
  case rsaEncryptionPKCS1
  case rsaEncryptionOAEP(HashAlgorithm)
  /// RSA-OAEP encrypts a session key, and AES-GCM encrypts the message.
  case rsaEncryptionOAEPAESGCM(HashAlgorithm)
  /// The values are the hash function of the key derivation and the source of the nonce.
  case ecies(HashAlgorithm, NonceSource)
  /// A hash of nil means that the result is the shared secret, without key derivation.
  case ecdh(HashAlgorithm?)

  /// The input of a signature.
  package enum SignedInput: Sendable, Hashable {
    case digest
    case message
  }

  /// The encoding of an ECDSA signature.
  package enum SignatureFormat: Sendable, Hashable {
    /// The two numbers r and s of the signature, in a DER sequence.
    case x962
    /// The two numbers r and s of the signature, concatenated. Each number is padded to the byte count of a coordinate.
    case rfc4754
  }

  /// The source of the AES-GCM nonce.
  package enum NonceSource: Sendable, Hashable {
    case zero
    case keyDerivation
  }
}

extension KeyAlgorithm {
  /// The key operations for which the algorithm can be used.
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

extension KeyAlgorithm {
  /// The algorithm of a `SecKeyAlgorithm` constant; nil for any other text.
  package init?(rawValue: String) {
    guard let algorithm = Self.byRawValue[rawValue] else { return nil }
    self = algorithm
  }

  /// The algorithms by the raw values of all 87 public constants. Some constants have the same algorithm. ECDH with
  /// cofactor equals ECDH, because the cofactor of all supported curves is 1. For `algid:sign:ECDSA:RFC4754`, the input
  /// is a digest.
  package static let byRawValue: [String: KeyAlgorithm] = {
    var algorithms: [String: KeyAlgorithm] = [
      "algid:sign:RSA:raw": .rsaSignatureRaw,
      "algid:sign:RSA:digest-PKCS1v15": .rsaSignaturePKCS1(nil, of: .digest),
      "algid:sign:ECDSA:digest-X962": .ecdsa(.x962, nil, of: .digest),
      "algid:sign:ECDSA:digest-RFC4754": .ecdsa(.rfc4754, nil, of: .digest),
      "algid:sign:ECDSA:RFC4754": .ecdsa(.rfc4754, nil, of: .digest),
      "algid:encrypt:RSA:raw": .rsaEncryptionRaw,
      "algid:encrypt:RSA:PKCS1": .rsaEncryptionPKCS1,
    ]
    for hash in HashAlgorithm.allCases {
      let name = hash.rawValue
      for (word, input) in [("digest", SignedInput.digest), ("message", .message)] {
        algorithms["algid:sign:RSA:\(word)-PKCS1v15:\(name)"] = .rsaSignaturePKCS1(hash, of: input)
        algorithms["algid:sign:RSA:\(word)-PSS:\(name):\(name):\(pssNumber(hash))"] =
          .rsaSignaturePSS(hash, of: input)
        algorithms["algid:sign:ECDSA:\(word)-X962:\(name)"] = .ecdsa(.x962, hash, of: input)
        algorithms["algid:sign:ECDSA:\(word)-RFC4754:\(name)"] = .ecdsa(.rfc4754, hash, of: input)
      }
      algorithms["algid:encrypt:RSA:OAEP:\(name)"] = .rsaEncryptionOAEP(hash)
      algorithms["algid:encrypt:RSA:OAEP:\(name):AESGCM"] = .rsaEncryptionOAEPAESGCM(hash)
    }
    for exchange in ["ECDH", "ECDHC"] {
      algorithms["algid:keyexchange:\(exchange)"] = .ecdh(nil)
      for hash in HashAlgorithm.allCases {
        let name = hash.rawValue
        let encryption = "algid:encrypt:ECIES:\(exchange):KDFX963:\(name):AESGCM"
        algorithms["algid:keyexchange:\(exchange):KDFX963:\(name)"] = .ecdh(hash)
        algorithms[encryption] = .ecies(hash, .zero)
        // Apple defines no constant with `KDFIV` and SHA-1.
        if hash != .sha1 { algorithms["\(encryption)-KDFIV"] = .ecies(hash, .keyDerivation) }
      }
    }
    return algorithms
  }()

  /// The string value of a `SecKeyAlgorithm` constant with this algorithm; nil when there is no such constant.
  package var rawValue: String? { Self.rawValues[self] }

  private static let rawValues = Dictionary(byRawValue.map { ($1, $0) }, uniquingKeysWith: min)

  /// The number at the end of the name of a PSS algorithm. The number is the length of the salt, except for SHA-224:
  /// the name contains 24, but the salt has 28 bytes.
  private static func pssNumber(_ hash: HashAlgorithm) -> Int {
    hash == .sha224 ? 24 : hash.byteCount
  }
}

/// The operations for which a key can be used. The raw values equal the constants of `SecKeyOperationType`.
package enum KeyOperation: Int, Sendable, CaseIterable, Hashable {
  case sign = 0
  case verify = 1
  case encrypt = 2
  case decrypt = 3
  case keyExchange = 4
}
