import Foundation

/// An operation with a key.
public enum SecKeyOperationType: CFIndex, Sendable {
  /// Signing, by `SecKeyCreateSignature`.
  case sign = 0
  /// Verifying, by `SecKeyVerifySignature`.
  case verify = 1
  /// Encrypting, by `SecKeyCreateEncryptedData`.
  case encrypt = 2
  /// Decrypting, by `SecKeyCreateDecryptedData`.
  case decrypt = 3
  /// Key exchange, by `SecKeyCopyKeyExchangeResult`.
  case keyExchange = 4
}
