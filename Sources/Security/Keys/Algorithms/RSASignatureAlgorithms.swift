// Made by scripts/names from Tables/names.txt.

// This file declares the algorithms for signatures with RSA. Raw values: keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// An RSA signature over a block that the caller has padded. The block is a number below the
  /// modulus. If the block is shorter than the modulus, the algorithm puts zeros before the block.
  /// Raw value `algid:sign:RSA:raw`.
  public static let rsaSignatureRaw = SecKeyAlgorithm("algid:sign:RSA:raw")

  /// An RSA signature with PKCS#1 v1.5 padding over an input of at most block size - 11 bytes. The
  /// signature does not name the digest algorithm. Raw value `algid:sign:RSA:digest-PKCS1v15`.
  public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15")

  /// An RSA signature with PKCS#1 v1.5 padding over a SHA-1 digest. The caller computes the digest.
  /// Raw value `algid:sign:RSA:digest-PKCS1v15:SHA1`.
  public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA1")

  /// An RSA signature with PKCS#1 v1.5 padding over a SHA-224 digest. The caller computes the
  /// digest. Raw value `algid:sign:RSA:digest-PKCS1v15:SHA224`.
  public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA224")

  /// An RSA signature with PKCS#1 v1.5 padding over a SHA-256 digest. The caller computes the
  /// digest. Raw value `algid:sign:RSA:digest-PKCS1v15:SHA256`.
  public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA256")

  /// An RSA signature with PKCS#1 v1.5 padding over a SHA-384 digest. The caller computes the
  /// digest. Raw value `algid:sign:RSA:digest-PKCS1v15:SHA384`.
  public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA384")

  /// An RSA signature with PKCS#1 v1.5 padding over a SHA-512 digest. The caller computes the
  /// digest. Raw value `algid:sign:RSA:digest-PKCS1v15:SHA512`.
  public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA512")

  /// An RSA signature with PKCS#1 v1.5 padding over the SHA-1 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA1`.
  public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA1")

  /// An RSA signature with PKCS#1 v1.5 padding over the SHA-224 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA224`.
  public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA224")

  /// An RSA signature with PKCS#1 v1.5 padding over the SHA-256 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA256`.
  public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA256")

  /// An RSA signature with PKCS#1 v1.5 padding over the SHA-384 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA384`.
  public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA384")

  /// An RSA signature with PKCS#1 v1.5 padding over the SHA-512 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA512`.
  public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA512")

  /// An RSA signature with PSS padding over a SHA-1 digest. The caller computes the digest. The
  /// mask generation function uses SHA-1. The salt has 20 bytes. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA1:SHA1:20`.
  public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA1:SHA1:20")

  /// An RSA signature with PSS padding over a SHA-224 digest. The caller computes the digest. The
  /// mask generation function uses SHA-224. The salt has 28 bytes, although the raw value contains
  /// 24. Raw value `algid:sign:RSA:digest-PSS:SHA224:SHA224:24`.
  public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")

  /// An RSA signature with PSS padding over a SHA-256 digest. The caller computes the digest. The
  /// mask generation function uses SHA-256. The salt has 32 bytes. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA256:SHA256:32`.
  public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA256:SHA256:32")

  /// An RSA signature with PSS padding over a SHA-384 digest. The caller computes the digest. The
  /// mask generation function uses SHA-384. The salt has 48 bytes. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA384:SHA384:48`.
  public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA384:SHA384:48")

  /// An RSA signature with PSS padding over a SHA-512 digest. The caller computes the digest. The
  /// mask generation function uses SHA-512. The salt has 64 bytes. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA512:SHA512:64`.
  public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA512:SHA512:64")

  /// An RSA signature with PSS padding over the SHA-1 digest of a message. The mask generation
  /// function uses SHA-1. The salt has 20 bytes. Raw value
  /// `algid:sign:RSA:message-PSS:SHA1:SHA1:20`.
  public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA1:SHA1:20")

  /// An RSA signature with PSS padding over the SHA-224 digest of a message. The mask generation
  /// function uses SHA-224. The salt has 28 bytes, although the raw value contains 24. Raw value
  /// `algid:sign:RSA:message-PSS:SHA224:SHA224:24`.
  public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA224:SHA224:24")

  /// An RSA signature with PSS padding over the SHA-256 digest of a message. The mask generation
  /// function uses SHA-256. The salt has 32 bytes. Raw value
  /// `algid:sign:RSA:message-PSS:SHA256:SHA256:32`.
  public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA256:SHA256:32")

  /// An RSA signature with PSS padding over the SHA-384 digest of a message. The mask generation
  /// function uses SHA-384. The salt has 48 bytes. Raw value
  /// `algid:sign:RSA:message-PSS:SHA384:SHA384:48`.
  public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA384:SHA384:48")

  /// An RSA signature with PSS padding over the SHA-512 digest of a message. The mask generation
  /// function uses SHA-512. The salt has 64 bytes. Raw value
  /// `algid:sign:RSA:message-PSS:SHA512:SHA512:64`.
  public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
