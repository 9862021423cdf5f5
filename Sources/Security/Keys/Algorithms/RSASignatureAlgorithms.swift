// Made by scripts/names from Tables/names.txt.

// Signatures with RSA. Raw values: keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// RSA over a block that the caller has padded: a number below the modulus, zeros are put before
  /// it. Raw value `algid:sign:RSA:raw`.
  public static let rsaSignatureRaw = SecKeyAlgorithm("algid:sign:RSA:raw")

  /// RSA with the padding of PKCS#1 v1.5 around up to block size - 11 bytes; nothing says which
  /// hash they are of. Raw value `algid:sign:RSA:digest-PKCS1v15`.
  public static let rsaSignatureDigestPKCS1v15Raw = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15")

  /// RSA with the padding of PKCS#1 v1.5, over a SHA-1 digest that the caller has computed. Raw
  /// value `algid:sign:RSA:digest-PKCS1v15:SHA1`.
  public static let rsaSignatureDigestPKCS1v15SHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA1")

  /// RSA with the padding of PKCS#1 v1.5, over a SHA-224 digest that the caller has computed. Raw
  /// value `algid:sign:RSA:digest-PKCS1v15:SHA224`.
  public static let rsaSignatureDigestPKCS1v15SHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA224")

  /// RSA with the padding of PKCS#1 v1.5, over a SHA-256 digest that the caller has computed. Raw
  /// value `algid:sign:RSA:digest-PKCS1v15:SHA256`.
  public static let rsaSignatureDigestPKCS1v15SHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA256")

  /// RSA with the padding of PKCS#1 v1.5, over a SHA-384 digest that the caller has computed. Raw
  /// value `algid:sign:RSA:digest-PKCS1v15:SHA384`.
  public static let rsaSignatureDigestPKCS1v15SHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA384")

  /// RSA with the padding of PKCS#1 v1.5, over a SHA-512 digest that the caller has computed. Raw
  /// value `algid:sign:RSA:digest-PKCS1v15:SHA512`.
  public static let rsaSignatureDigestPKCS1v15SHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PKCS1v15:SHA512")

  /// RSA with the padding of PKCS#1 v1.5, over the SHA-1 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA1`.
  public static let rsaSignatureMessagePKCS1v15SHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA1")

  /// RSA with the padding of PKCS#1 v1.5, over the SHA-224 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA224`.
  public static let rsaSignatureMessagePKCS1v15SHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA224")

  /// RSA with the padding of PKCS#1 v1.5, over the SHA-256 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA256`.
  public static let rsaSignatureMessagePKCS1v15SHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA256")

  /// RSA with the padding of PKCS#1 v1.5, over the SHA-384 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA384`.
  public static let rsaSignatureMessagePKCS1v15SHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA384")

  /// RSA with the padding of PKCS#1 v1.5, over the SHA-512 digest of a message. Raw value
  /// `algid:sign:RSA:message-PKCS1v15:SHA512`.
  public static let rsaSignatureMessagePKCS1v15SHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PKCS1v15:SHA512")

  /// RSA with the padding PSS, over a SHA-1 digest that the caller has computed. Mask and salt are
  /// those of SHA-1: 20 bytes of salt. Raw value `algid:sign:RSA:digest-PSS:SHA1:SHA1:20`.
  public static let rsaSignatureDigestPSSSHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA1:SHA1:20")

  /// RSA with the padding PSS, over a SHA-224 digest that the caller has computed. Mask and salt
  /// are those of SHA-224: 28 bytes of salt, whatever the name says. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA224:SHA224:24`.
  public static let rsaSignatureDigestPSSSHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")

  /// RSA with the padding PSS, over a SHA-256 digest that the caller has computed. Mask and salt
  /// are those of SHA-256: 32 bytes of salt. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA256:SHA256:32`.
  public static let rsaSignatureDigestPSSSHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA256:SHA256:32")

  /// RSA with the padding PSS, over a SHA-384 digest that the caller has computed. Mask and salt
  /// are those of SHA-384: 48 bytes of salt. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA384:SHA384:48`.
  public static let rsaSignatureDigestPSSSHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA384:SHA384:48")

  /// RSA with the padding PSS, over a SHA-512 digest that the caller has computed. Mask and salt
  /// are those of SHA-512: 64 bytes of salt. Raw value
  /// `algid:sign:RSA:digest-PSS:SHA512:SHA512:64`.
  public static let rsaSignatureDigestPSSSHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:digest-PSS:SHA512:SHA512:64")

  /// RSA with the padding PSS, over the SHA-1 digest of a message. Mask and salt are those of
  /// SHA-1: 20 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA1:SHA1:20`.
  public static let rsaSignatureMessagePSSSHA1 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA1:SHA1:20")

  /// RSA with the padding PSS, over the SHA-224 digest of a message. Mask and salt are those of
  /// SHA-224: 28 bytes of salt, whatever the name says. Raw value
  /// `algid:sign:RSA:message-PSS:SHA224:SHA224:24`.
  public static let rsaSignatureMessagePSSSHA224 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA224:SHA224:24")

  /// RSA with the padding PSS, over the SHA-256 digest of a message. Mask and salt are those of
  /// SHA-256: 32 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA256:SHA256:32`.
  public static let rsaSignatureMessagePSSSHA256 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA256:SHA256:32")

  /// RSA with the padding PSS, over the SHA-384 digest of a message. Mask and salt are those of
  /// SHA-384: 48 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA384:SHA384:48`.
  public static let rsaSignatureMessagePSSSHA384 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA384:SHA384:48")

  /// RSA with the padding PSS, over the SHA-512 digest of a message. Mask and salt are those of
  /// SHA-512: 64 bytes of salt. Raw value `algid:sign:RSA:message-PSS:SHA512:SHA512:64`.
  public static let rsaSignatureMessagePSSSHA512 = SecKeyAlgorithm(
    "algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
