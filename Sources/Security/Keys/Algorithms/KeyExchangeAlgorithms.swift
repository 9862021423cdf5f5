// Made by scripts/names from Tables/names.txt.

// This file declares the algorithms for key agreement (specification: keys-and-certificates 1.9).

extension SecKeyAlgorithm {
  /// ECDH key agreement. The result is the x-coordinate of the shared point. The result has the
  /// size of a coordinate. Raw value `algid:keyexchange:ECDH`.
  public static let ecdhKeyExchangeStandard = SecKeyAlgorithm("algid:keyexchange:ECDH")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-1. The parameter `requestedSize` is
  /// the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA1`.
  public static let ecdhKeyExchangeStandardX963SHA1 = SecKeyAlgorithm(
    "algid:keyexchange:ECDH:KDFX963:SHA1")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-224. The parameter `requestedSize` is
  /// the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA224`.
  public static let ecdhKeyExchangeStandardX963SHA224 = SecKeyAlgorithm(
    "algid:keyexchange:ECDH:KDFX963:SHA224")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-256. The parameter `requestedSize` is
  /// the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA256`.
  public static let ecdhKeyExchangeStandardX963SHA256 = SecKeyAlgorithm(
    "algid:keyexchange:ECDH:KDFX963:SHA256")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-384. The parameter `requestedSize` is
  /// the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA384`.
  public static let ecdhKeyExchangeStandardX963SHA384 = SecKeyAlgorithm(
    "algid:keyexchange:ECDH:KDFX963:SHA384")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-512. The parameter `requestedSize` is
  /// the number of bytes of the result. Raw value `algid:keyexchange:ECDH:KDFX963:SHA512`.
  public static let ecdhKeyExchangeStandardX963SHA512 = SecKeyAlgorithm(
    "algid:keyexchange:ECDH:KDFX963:SHA512")

  /// ECDH key agreement. The result is the x-coordinate of the shared point. The result has the
  /// size of a coordinate. The cofactor of the supported curves is 1, so the result is the same as
  /// without a cofactor. Raw value `algid:keyexchange:ECDHC`.
  public static let ecdhKeyExchangeCofactor = SecKeyAlgorithm("algid:keyexchange:ECDHC")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-1. The parameter `requestedSize` is
  /// the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
  /// the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA1`.
  public static let ecdhKeyExchangeCofactorX963SHA1 = SecKeyAlgorithm(
    "algid:keyexchange:ECDHC:KDFX963:SHA1")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-224. The parameter `requestedSize` is
  /// the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
  /// the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA224`.
  public static let ecdhKeyExchangeCofactorX963SHA224 = SecKeyAlgorithm(
    "algid:keyexchange:ECDHC:KDFX963:SHA224")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-256. The parameter `requestedSize` is
  /// the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
  /// the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA256`.
  public static let ecdhKeyExchangeCofactorX963SHA256 = SecKeyAlgorithm(
    "algid:keyexchange:ECDHC:KDFX963:SHA256")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-384. The parameter `requestedSize` is
  /// the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
  /// the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA384`.
  public static let ecdhKeyExchangeCofactorX963SHA384 = SecKeyAlgorithm(
    "algid:keyexchange:ECDHC:KDFX963:SHA384")

  /// ECDH key agreement, and key derivation by X9.63 with SHA-512. The parameter `requestedSize` is
  /// the number of bytes of the result. The cofactor of the supported curves is 1, so the result is
  /// the same as without a cofactor. Raw value `algid:keyexchange:ECDHC:KDFX963:SHA512`.
  public static let ecdhKeyExchangeCofactorX963SHA512 = SecKeyAlgorithm(
    "algid:keyexchange:ECDHC:KDFX963:SHA512")
}
