public import Foundation
import KeychainModel
import AsymmetricKeys

/// Computes a shared secret with the owner of another key.
///
/// - Parameters:
///   - privateKey: An elliptic-curve private key.
///   - algorithm: The algorithm. The plain algorithms return the x-coordinate of the shared point. The algorithms with
///     X9.63 return a key derived from it.
///   - publicKey: The other party's public key.
///   - parameters: For a derived key: `SecKeyKeyExchangeParameter.requestedSize`, the number of bytes, and optionally
///     `SecKeyKeyExchangeParameter.sharedInfo`, data. The plain algorithms ignore both.
///   - error: Receives an error if the function returns nil; the caller must release it. `errSecParam`: the key does
///     not support the algorithm, a parameter is missing or has the wrong type, or the other key is not an
///     elliptic-curve public key. `errSecDecode`: the other key is on another curve.
/// - Returns: The secret or the derived key, or nil.
public func SecKeyCopyKeyExchangeResult(
  _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(privateKey, .keyExchange, algorithm).perform(error) {
    key, algorithm throws(KeychainError) in
    try ArgumentChecks.check(parameters)
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
