// Made by scripts/names from Tables/names.txt.

// This file declares the algorithms for encryption with elliptic curves. Raw values:
// keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-1. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM`.
  public static let eciesEncryptionStandardX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-224. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM`.
  public static let eciesEncryptionStandardX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-256. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM`.
  public static let eciesEncryptionStandardX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-384. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM`.
  public static let eciesEncryptionStandardX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-512. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM`.
  public static let eciesEncryptionStandardX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-1. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
  /// curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead
  /// of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-224. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
  /// curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead
  /// of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-256. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
  /// curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead
  /// of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-384. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
  /// curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead
  /// of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-512. The encryption is AES-GCM with a nonce of 16 zeros. The cipher is AES-128
  /// for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the supported
  /// curves is 1, so this algorithm equals the algorithm with the same name and `Standard` instead
  /// of `Cofactor`. Raw value `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-224. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-256. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-384. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-512. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-224. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
  /// supported curves is 1, so this algorithm equals the algorithm with the same name and
  /// `Standard` instead of `Cofactor`. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-256. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
  /// supported curves is 1, so this algorithm equals the algorithm with the same name and
  /// `Standard` instead of `Cofactor`. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-384. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
  /// supported curves is 1, so this algorithm equals the algorithm with the same name and
  /// `Standard` instead of `Cofactor`. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")

  /// ECIES with an ephemeral key for each message. The key agreement is ECDH. The key derivation is
  /// X9.63 with SHA-512. The encryption is AES-GCM with a nonce from the key derivation. The cipher
  /// is AES-128 for curves of up to 256 bits, and AES-256 for larger curves. The cofactor of the
  /// supported curves is 1, so this algorithm equals the algorithm with the same name and
  /// `Standard` instead of `Cofactor`. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
