// Made by scripts/names from Tables/names.txt.

// This file declares the algorithms for encryption with RSA. Raw values: keys-and-certificates 1.9.

extension SecKeyAlgorithm {
  /// RSA encryption of a number below the modulus. If the input is shorter than the modulus, the
  /// algorithm puts zeros before the input. The decryption returns the whole block. Raw value
  /// `algid:encrypt:RSA:raw`.
  public static let rsaEncryptionRaw = SecKeyAlgorithm("algid:encrypt:RSA:raw")

  /// RSA encryption with PKCS#1 v1.5 padding. The message has at most block size - 11 bytes. Raw
  /// value `algid:encrypt:RSA:PKCS1`.
  public static let rsaEncryptionPKCS1 = SecKeyAlgorithm("algid:encrypt:RSA:PKCS1")

  /// RSA encryption with OAEP padding, SHA-1 and an empty label. The message has at most block size
  /// - 42 bytes. Raw value `algid:encrypt:RSA:OAEP:SHA1`.
  public static let rsaEncryptionOAEPSHA1 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA1")

  /// RSA encryption with OAEP padding, SHA-224 and an empty label. The message has at most block
  /// size - 58 bytes. Raw value `algid:encrypt:RSA:OAEP:SHA224`.
  public static let rsaEncryptionOAEPSHA224 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA224")

  /// RSA encryption with OAEP padding, SHA-256 and an empty label. The message has at most block
  /// size - 66 bytes. Raw value `algid:encrypt:RSA:OAEP:SHA256`.
  public static let rsaEncryptionOAEPSHA256 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA256")

  /// RSA encryption with OAEP padding, SHA-384 and an empty label. The message has at most block
  /// size - 98 bytes. Raw value `algid:encrypt:RSA:OAEP:SHA384`.
  public static let rsaEncryptionOAEPSHA384 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA384")

  /// RSA encryption with OAEP padding, SHA-512 and an empty label. The message has at most block
  /// size - 130 bytes. Raw value `algid:encrypt:RSA:OAEP:SHA512`.
  public static let rsaEncryptionOAEPSHA512 = SecKeyAlgorithm("algid:encrypt:RSA:OAEP:SHA512")

  /// RSA encryption of a session key with OAEP padding and SHA-1. AES-GCM encrypts the message
  /// under the session key. The message can have any length. The cipher is AES-128 for a modulus
  /// below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA1:AESGCM`.
  public static let rsaEncryptionOAEPSHA1AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA1:AESGCM")

  /// RSA encryption of a session key with OAEP padding and SHA-224. AES-GCM encrypts the message
  /// under the session key. The message can have any length. The cipher is AES-128 for a modulus
  /// below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA224:AESGCM`.
  public static let rsaEncryptionOAEPSHA224AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA224:AESGCM")

  /// RSA encryption of a session key with OAEP padding and SHA-256. AES-GCM encrypts the message
  /// under the session key. The message can have any length. The cipher is AES-128 for a modulus
  /// below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA256:AESGCM`.
  public static let rsaEncryptionOAEPSHA256AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA256:AESGCM")

  /// RSA encryption of a session key with OAEP padding and SHA-384. AES-GCM encrypts the message
  /// under the session key. The message can have any length. The cipher is AES-128 for a modulus
  /// below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA384:AESGCM`.
  public static let rsaEncryptionOAEPSHA384AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA384:AESGCM")

  /// RSA encryption of a session key with OAEP padding and SHA-512. AES-GCM encrypts the message
  /// under the session key. The message can have any length. The cipher is AES-128 for a modulus
  /// below 4096 bits, and AES-256 otherwise. Raw value `algid:encrypt:RSA:OAEP:SHA512:AESGCM`.
  public static let rsaEncryptionOAEPSHA512AESGCM = SecKeyAlgorithm(
    "algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}
