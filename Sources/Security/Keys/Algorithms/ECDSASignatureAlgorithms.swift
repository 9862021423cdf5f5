// Made by scripts/names from Tables/names.txt.

// This file declares the algorithms for signatures with elliptic curves. Raw values:
// keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// An ECDSA signature over a digest of any length. The signature is in DER form. Raw value
  /// `algid:sign:ECDSA:digest-X962`.
  public static let ecdsaSignatureDigestX962 = SecKeyAlgorithm("algid:sign:ECDSA:digest-X962")

  /// An ECDSA signature over a SHA-1 digest. The caller computes the digest. The signature is in
  /// DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA1`.
  public static let ecdsaSignatureDigestX962SHA1 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-X962:SHA1")

  /// An ECDSA signature over a SHA-224 digest. The caller computes the digest. The signature is in
  /// DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA224`.
  public static let ecdsaSignatureDigestX962SHA224 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-X962:SHA224")

  /// An ECDSA signature over a SHA-256 digest. The caller computes the digest. The signature is in
  /// DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA256`.
  public static let ecdsaSignatureDigestX962SHA256 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-X962:SHA256")

  /// An ECDSA signature over a SHA-384 digest. The caller computes the digest. The signature is in
  /// DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA384`.
  public static let ecdsaSignatureDigestX962SHA384 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-X962:SHA384")

  /// An ECDSA signature over a SHA-512 digest. The caller computes the digest. The signature is in
  /// DER form. Raw value `algid:sign:ECDSA:digest-X962:SHA512`.
  public static let ecdsaSignatureDigestX962SHA512 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-X962:SHA512")

  /// An ECDSA signature over the SHA-1 digest of a message. The signature is in DER form. Raw value
  /// `algid:sign:ECDSA:message-X962:SHA1`.
  public static let ecdsaSignatureMessageX962SHA1 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-X962:SHA1")

  /// An ECDSA signature over the SHA-224 digest of a message. The signature is in DER form. Raw
  /// value `algid:sign:ECDSA:message-X962:SHA224`.
  public static let ecdsaSignatureMessageX962SHA224 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-X962:SHA224")

  /// An ECDSA signature over the SHA-256 digest of a message. The signature is in DER form. Raw
  /// value `algid:sign:ECDSA:message-X962:SHA256`.
  public static let ecdsaSignatureMessageX962SHA256 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-X962:SHA256")

  /// An ECDSA signature over the SHA-384 digest of a message. The signature is in DER form. Raw
  /// value `algid:sign:ECDSA:message-X962:SHA384`.
  public static let ecdsaSignatureMessageX962SHA384 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-X962:SHA384")

  /// An ECDSA signature over the SHA-512 digest of a message. The signature is in DER form. Raw
  /// value `algid:sign:ECDSA:message-X962:SHA512`.
  public static let ecdsaSignatureMessageX962SHA512 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-X962:SHA512")

  /// An ECDSA signature over a digest of any length. The signature consists of r and then s. Each
  /// of the two numbers has the size of a coordinate. Raw value `algid:sign:ECDSA:digest-RFC4754`.
  public static let ecdsaSignatureDigestRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:digest-RFC4754")

  /// An ECDSA signature over a SHA-1 digest. The caller computes the digest. The signature consists
  /// of r and then s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:digest-RFC4754:SHA1`.
  public static let ecdsaSignatureDigestRFC4754SHA1 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-RFC4754:SHA1")

  /// An ECDSA signature over a SHA-224 digest. The caller computes the digest. The signature
  /// consists of r and then s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:digest-RFC4754:SHA224`.
  public static let ecdsaSignatureDigestRFC4754SHA224 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-RFC4754:SHA224")

  /// An ECDSA signature over a SHA-256 digest. The caller computes the digest. The signature
  /// consists of r and then s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:digest-RFC4754:SHA256`.
  public static let ecdsaSignatureDigestRFC4754SHA256 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-RFC4754:SHA256")

  /// An ECDSA signature over a SHA-384 digest. The caller computes the digest. The signature
  /// consists of r and then s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:digest-RFC4754:SHA384`.
  public static let ecdsaSignatureDigestRFC4754SHA384 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-RFC4754:SHA384")

  /// An ECDSA signature over a SHA-512 digest. The caller computes the digest. The signature
  /// consists of r and then s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:digest-RFC4754:SHA512`.
  public static let ecdsaSignatureDigestRFC4754SHA512 = SecKeyAlgorithm(
    "algid:sign:ECDSA:digest-RFC4754:SHA512")

  /// An ECDSA signature over the SHA-1 digest of a message. The signature consists of r and then s.
  /// Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:message-RFC4754:SHA1`.
  public static let ecdsaSignatureMessageRFC4754SHA1 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-RFC4754:SHA1")

  /// An ECDSA signature over the SHA-224 digest of a message. The signature consists of r and then
  /// s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:message-RFC4754:SHA224`.
  public static let ecdsaSignatureMessageRFC4754SHA224 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-RFC4754:SHA224")

  /// An ECDSA signature over the SHA-256 digest of a message. The signature consists of r and then
  /// s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:message-RFC4754:SHA256`.
  public static let ecdsaSignatureMessageRFC4754SHA256 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-RFC4754:SHA256")

  /// An ECDSA signature over the SHA-384 digest of a message. The signature consists of r and then
  /// s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:message-RFC4754:SHA384`.
  public static let ecdsaSignatureMessageRFC4754SHA384 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-RFC4754:SHA384")

  /// An ECDSA signature over the SHA-512 digest of a message. The signature consists of r and then
  /// s. Each of the two numbers has the size of a coordinate. Raw value
  /// `algid:sign:ECDSA:message-RFC4754:SHA512`.
  public static let ecdsaSignatureMessageRFC4754SHA512 = SecKeyAlgorithm(
    "algid:sign:ECDSA:message-RFC4754:SHA512")

  /// An ECDSA signature over a digest of any length. The signature consists of r and then s. Each
  /// of the two numbers has the size of a coordinate. Raw value `algid:sign:ECDSA:RFC4754`.
  public static let ecdsaSignatureRFC4754 = SecKeyAlgorithm("algid:sign:ECDSA:RFC4754")
}
