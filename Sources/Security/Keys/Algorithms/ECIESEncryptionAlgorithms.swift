// Made by scripts/names from Tables/names.txt.

// Encryption with elliptic curves. Raw values: keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-1, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM`.
  public static let eciesEncryptionStandardX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM`.
  public static let eciesEncryptionStandardX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM`.
  public static let eciesEncryptionStandardX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM`.
  public static let eciesEncryptionStandardX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM`.
  public static let eciesEncryptionStandardX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-1, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the
  /// same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the
  /// same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the
  /// same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the
  /// same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with a nonce of 16
  /// zeros. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves is 1: the
  /// same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM`.
  public static let eciesEncryptionCofactorX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. Raw value
  /// `algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV`.
  public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-224, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves
  /// is 1: the same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-256, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves
  /// is 1: the same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-384, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves
  /// is 1: the same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")

  /// ECIES: ECDH with a key made for the message, X9.63 with SHA-512, AES-GCM with its nonce from
  /// the key derivation. AES-128 up to 256-bit curves, AES-256 above. The cofactor of these curves
  /// is 1: the same bytes as with the standard form. Raw value
  /// `algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV`.
  public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
