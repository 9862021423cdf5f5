import Foundation

/// What is done with a key.
public enum SecKeyOperationType: CFIndex, Sendable {
  /// `SecKeyCreateSignature`
  case sign = 0
  /// `SecKeyVerifySignature`
  case verify = 1
  /// `SecKeyCreateEncryptedData`
  case encrypt = 2
  /// `SecKeyCreateDecryptedData`
  case decrypt = 3
  /// `SecKeyCopyKeyExchangeResult`
  case keyExchange = 4
}
