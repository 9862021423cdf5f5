public import Foundation
import KeychainModel
import AsymmetricKeys

/// Agrees on a secret with the owner of another key.
///
/// - Parameters:
///   - privateKey: An elliptic-curve private key.
///   - algorithm: The bare forms give the x-coordinate of the common point; those with X9.63 a key
///     derived from it.
///   - publicKey: The other side's public key.
///   - parameters: For derived keys `SecKeyKeyExchangeParameter.requestedSize`, a number of bytes, and
///     `SecKeyKeyExchangeParameter.sharedInfo`, data, if both sides have some. The bare forms look at
///     neither.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` when the key does not support the algorithm, a parameter is missing or of a wrong
///     type, or the other key is no elliptic-curve public key; `errSecDecode` when it is on another
///     curve.
/// - Returns: The secret or the derived key, or nil.
public func SecKeyCopyKeyExchangeResult(
  _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyUse(privateKey, .keyExchange, algorithm).perform(error) {
    key, algorithm throws(KeychainError) in
    try Arguments.check(parameters)
    guard case .asymmetric(let other) = publicKey.material, !other.isPrivate,
      case .ellipticCurve = other.kind
    else { throw KeychainError(.parameter, "the other key is no elliptic-curve public key") }
    let derivation = try KeyDerivation(parameters, for: algorithm)
    let result = try key.exchangeKey(
      with: other, algorithm, requestedSize: derivation.size,
      sharedInfo: derivation.sharedInfo)
    return Data(result) as NSData
  }
}
