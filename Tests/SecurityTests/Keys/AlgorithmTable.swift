import Security

/// One algorithm, with the use of the algorithm and the size of the smallest key (specification: keys-and-certificates
/// 1.9).
struct AlgorithmRow: Sendable {
  enum Use: Sendable { case signature, encryption, hybridEncryption, keyExchange }

  let algorithm: SecKeyAlgorithm
  let use: Use
  /// The size of the smallest RSA modulus in bits. Nil for algorithms of elliptic-curve keys, which support every size.
  let bits: Int?

  init(_ algorithm: SecKeyAlgorithm, _ use: Use, _ bits: Int? = nil) {
    self.algorithm = algorithm
    self.use = use
    self.bits = bits
  }

  static let all: [AlgorithmRow] = rsaSignatures + rsaEncryption + curves

  // A PKCS#1 v1.5 block contains 11 bytes of padding, an identifier of the hash, and the digest. The identifier has 15
  // bytes for SHA-1 and 19 bytes for the other hashes. A block has 46 bytes with SHA-1, 58 with SHA-224, 62 with
  // SHA-256, 78 with SHA-384 and 94 with SHA-512. The table contains the smallest modulus with this number of bytes.
  //
  // PSS requires an encoded message of 16 times the byte count of the hash, plus 9 bits. The modulus is one bit longer
  // than the encoded message.
  private static let rsaSignatures: [AlgorithmRow] = [
    .init(.rsaSignatureRaw, .signature, 0),
    .init(.rsaSignatureDigestPKCS1v15Raw, .signature, 81),
    .init(.rsaSignatureDigestPKCS1v15SHA1, .signature, 361),
    .init(.rsaSignatureDigestPKCS1v15SHA224, .signature, 457),
    .init(.rsaSignatureDigestPKCS1v15SHA256, .signature, 489),
    .init(.rsaSignatureDigestPKCS1v15SHA384, .signature, 617),
    .init(.rsaSignatureDigestPKCS1v15SHA512, .signature, 745),
    .init(.rsaSignatureMessagePKCS1v15SHA1, .signature, 361),
    .init(.rsaSignatureMessagePKCS1v15SHA224, .signature, 457),
    .init(.rsaSignatureMessagePKCS1v15SHA256, .signature, 489),
    .init(.rsaSignatureMessagePKCS1v15SHA384, .signature, 617),
    .init(.rsaSignatureMessagePKCS1v15SHA512, .signature, 745),
    .init(.rsaSignatureDigestPSSSHA1, .signature, 330),
    .init(.rsaSignatureDigestPSSSHA224, .signature, 458),
    .init(.rsaSignatureDigestPSSSHA256, .signature, 522),
    .init(.rsaSignatureDigestPSSSHA384, .signature, 778),
    .init(.rsaSignatureDigestPSSSHA512, .signature, 1034),
    .init(.rsaSignatureMessagePSSSHA1, .signature, 330),
    .init(.rsaSignatureMessagePSSSHA224, .signature, 458),
    .init(.rsaSignatureMessagePSSSHA256, .signature, 522),
    .init(.rsaSignatureMessagePSSSHA384, .signature, 778),
    .init(.rsaSignatureMessagePSSSHA512, .signature, 1034),
  ]

  // An OAEP block contains two hashes and 2 bytes. A block has 42 bytes with SHA-1, 58 with SHA-224, 66 with SHA-256,
  // 98 with SHA-384 and 130 with SHA-512.
  private static let rsaEncryption: [AlgorithmRow] = [
    .init(.rsaEncryptionRaw, .encryption, 0),
    .init(.rsaEncryptionPKCS1, .encryption, 81),
    .init(.rsaEncryptionOAEPSHA1, .encryption, 329),
    .init(.rsaEncryptionOAEPSHA224, .encryption, 457),
    .init(.rsaEncryptionOAEPSHA256, .encryption, 521),
    .init(.rsaEncryptionOAEPSHA384, .encryption, 777),
    .init(.rsaEncryptionOAEPSHA512, .encryption, 1033),
    .init(.rsaEncryptionOAEPSHA1AESGCM, .hybridEncryption, 329),
    .init(.rsaEncryptionOAEPSHA224AESGCM, .hybridEncryption, 457),
    .init(.rsaEncryptionOAEPSHA256AESGCM, .hybridEncryption, 521),
    .init(.rsaEncryptionOAEPSHA384AESGCM, .hybridEncryption, 777),
    .init(.rsaEncryptionOAEPSHA512AESGCM, .hybridEncryption, 1033),
  ]

  private static let curves: [AlgorithmRow] =
    ([
      .ecdsaSignatureRFC4754,
      .ecdsaSignatureDigestX962, .ecdsaSignatureDigestX962SHA1, .ecdsaSignatureDigestX962SHA224,
      .ecdsaSignatureDigestX962SHA256, .ecdsaSignatureDigestX962SHA384,
      .ecdsaSignatureDigestX962SHA512, .ecdsaSignatureMessageX962SHA1,
      .ecdsaSignatureMessageX962SHA224, .ecdsaSignatureMessageX962SHA256,
      .ecdsaSignatureMessageX962SHA384, .ecdsaSignatureMessageX962SHA512,
      .ecdsaSignatureDigestRFC4754, .ecdsaSignatureDigestRFC4754SHA1,
      .ecdsaSignatureDigestRFC4754SHA224, .ecdsaSignatureDigestRFC4754SHA256,
      .ecdsaSignatureDigestRFC4754SHA384, .ecdsaSignatureDigestRFC4754SHA512,
      .ecdsaSignatureMessageRFC4754SHA1, .ecdsaSignatureMessageRFC4754SHA224,
      .ecdsaSignatureMessageRFC4754SHA256, .ecdsaSignatureMessageRFC4754SHA384,
      .ecdsaSignatureMessageRFC4754SHA512,
    ] as [SecKeyAlgorithm]).map { AlgorithmRow($0, .signature) }
    + ([
      .eciesEncryptionStandardX963SHA1AESGCM, .eciesEncryptionStandardX963SHA224AESGCM,
      .eciesEncryptionStandardX963SHA256AESGCM, .eciesEncryptionStandardX963SHA384AESGCM,
      .eciesEncryptionStandardX963SHA512AESGCM, .eciesEncryptionCofactorX963SHA1AESGCM,
      .eciesEncryptionCofactorX963SHA224AESGCM, .eciesEncryptionCofactorX963SHA256AESGCM,
      .eciesEncryptionCofactorX963SHA384AESGCM, .eciesEncryptionCofactorX963SHA512AESGCM,
      .eciesEncryptionStandardVariableIVX963SHA224AESGCM,
      .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
      .eciesEncryptionStandardVariableIVX963SHA384AESGCM,
      .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
      .eciesEncryptionCofactorVariableIVX963SHA224AESGCM,
      .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
      .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
      .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
    ] as [SecKeyAlgorithm]).map { AlgorithmRow($0, .encryption) }
    + ([
      .ecdhKeyExchangeStandard, .ecdhKeyExchangeStandardX963SHA1,
      .ecdhKeyExchangeStandardX963SHA224, .ecdhKeyExchangeStandardX963SHA256,
      .ecdhKeyExchangeStandardX963SHA384, .ecdhKeyExchangeStandardX963SHA512,
      .ecdhKeyExchangeCofactor, .ecdhKeyExchangeCofactorX963SHA1,
      .ecdhKeyExchangeCofactorX963SHA224, .ecdhKeyExchangeCofactorX963SHA256,
      .ecdhKeyExchangeCofactorX963SHA384, .ecdhKeyExchangeCofactorX963SHA512,
    ] as [SecKeyAlgorithm]).map { AlgorithmRow($0, .keyExchange) }
}
