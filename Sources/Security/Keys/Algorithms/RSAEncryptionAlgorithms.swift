// Made by scripts/names from Tables/names.txt.

// Encryption with RSA. Raw values: keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// RSA over a number below the modulus; zeros are put before shorter input. Decrypting gives the
  /// whole block. Raw value `algid:encrypt:RSA:raw`.
  public static let rsaEncryptionRaw = SecKeyAlgorithm("algid:encrypt:RSA:raw")

  /// RSA with the padding of PKCS#1 v1.5: up to block size - 11 bytes. Raw value
  /// `algid:encrypt:RSA:PKCS1`.
  public static let rsaEncryptionPKCS1 = SecKeyAlgorithm("algid:encrypt:RSA:PKCS1")

  /// RSA with the padding OAEP of SHA-1 and an empty label: up to block size - 42 bytes. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA1`.
  public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1")

  /// RSA with the padding OAEP of SHA-224 and an empty label: up to block size - 58 bytes. Raw
  /// value `algid:encrypt:RSA:OAEP:SHA224`.
  public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224")

  /// RSA with the padding OAEP of SHA-256 and an empty label: up to block size - 66 bytes. Raw
  /// value `algid:encrypt:RSA:OAEP:SHA256`.
  public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256")

  /// RSA with the padding OAEP of SHA-384 and an empty label: up to block size - 98 bytes. Raw
  /// value `algid:encrypt:RSA:OAEP:SHA384`.
  public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384")

  /// RSA with the padding OAEP of SHA-512 and an empty label: up to block size - 130 bytes. Raw
  /// value `algid:encrypt:RSA:OAEP:SHA512`.
  public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512")

  /// A session key under RSA with OAEP of SHA-1, the message of any length under AES-GCM. AES-128
  /// with moduli below 4096 bits, AES-256 otherwise. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA1:AESGCM`.
  public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA1:AESGCM")

  /// A session key under RSA with OAEP of SHA-224, the message of any length under AES-GCM. AES-128
  /// with moduli below 4096 bits, AES-256 otherwise. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA224:AESGCM`.
  public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA224:AESGCM")

  /// A session key under RSA with OAEP of SHA-256, the message of any length under AES-GCM. AES-128
  /// with moduli below 4096 bits, AES-256 otherwise. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA256:AESGCM`.
  public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA256:AESGCM")

  /// A session key under RSA with OAEP of SHA-384, the message of any length under AES-GCM. AES-128
  /// with moduli below 4096 bits, AES-256 otherwise. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA384:AESGCM`.
  public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA384:AESGCM")

  /// A session key under RSA with OAEP of SHA-512, the message of any length under AES-GCM. AES-128
  /// with moduli below 4096 bits, AES-256 otherwise. Raw value
  /// `algid:encrypt:RSA:OAEP:SHA512:AESGCM`.
  public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}
