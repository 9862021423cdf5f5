import AsymmetricKeys
public import Foundation
import KeychainModel

/// Signs data with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: The algorithm. A `Digest` algorithm with a hash in its name requires a digest of exactly that hash's
///     length.
///   - dataToSign: The digest, the message or the padded block, depending on the algorithm.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the key
///     does not support the algorithm, or the algorithm does not accept the length or the value of the data. For a key
///     that stays in `keychaind`, the errors of ``SecKey``.
/// - Returns: The signature, or nil.
public func SecKeyCreateSignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(key, .sign, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.sign(dataToSign.buffer, algorithm)) as NSData
  }
}

/// Verifies a signature with a public key.
///
/// - Parameters:
///   - key: A public key. With an RSA private key, verification always fails.
///   - algorithm: The algorithm, as for `SecKeyCreateSignature`.
///   - signedData: The digest, the message or the padded block, depending on the algorithm.
///   - signature: The signature.
///   - error: Receives an error if the function returns false. The caller must release the error. `errSecVerifyFailed`:
///     the signature is wrong, for whatever reason. `errSecParam`: the key does not support the algorithm, or the
///     digest has the wrong length.
/// - Returns: Whether the signature is valid.
public func SecKeyVerifySignature(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let isRight = CheckedKeyOperation(key, .verify, algorithm).perform(error) {
    key, algorithm throws(KeychainError) in
    try key.verify(signature.buffer, of: signedData.buffer, algorithm)
  }
  if isRight == false {
    ErrorBoundary.report(errSecVerifyFailed, "the signature is not that of the data", to: error)
  }
  return isRight ?? false
}

/// Encrypts data for the owner of a private key.
///
/// - Parameters:
///   - key: A public key.
///   - algorithm: The algorithm. The plain RSA algorithms accept at most one block minus the padding. The algorithms
///     with AES-GCM accept any length.
///   - plaintext: The data to encrypt.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the key
///     does not support the algorithm, or the data are too long.
/// - Returns: The encrypted data, or nil.
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(key, .encrypt, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.encrypt(plaintext.buffer, algorithm)) as NSData
  }
}

/// Decrypts data with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: The algorithm, as for `SecKeyCreateEncryptedData`.
///   - ciphertext: The encrypted data.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the key
///     does not support the algorithm, or the data were encrypted for another key, modified or truncated. Unlike on
///     Apple's platforms, the code is also `errSecParam` for wrong PKCS#1 v1.5 padding, because an attacker who can
///     send many messages must not be able to observe whether the padding is wrong. For a key that stays in `keychaind`,
///     the errors of ``SecKey``, and `errSecDataTooLarge` for more data than a request may contain.
/// - Returns: The decrypted data, or nil.
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(key, .decrypt, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.decrypt(ciphertext.buffer, algorithm)) as NSData
  }
}

/// Computes a shared secret with the owner of another key.
///
/// - Parameters:
///   - privateKey: An elliptic-curve private key.
///   - algorithm: The algorithm. The plain algorithms return the x-coordinate of the shared point. The algorithms with
///     X9.63 return a key that is derived from this coordinate.
///   - publicKey: The other party's public key.
///   - parameters: The parameters of the key derivation. `SecKeyKeyExchangeParameter.requestedSize` is the number of
///     bytes of the derived key. `SecKeyKeyExchangeParameter.sharedInfo` is optional data. The plain algorithms ignore
///     both parameters.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the
///     private key does not support the algorithm, a parameter is missing or has the wrong type, or `publicKey` is not
///     an elliptic-curve public key. `errSecDecode`: the two keys are on different curves. For a key that stays in
///     `keychaind`, the errors of ``SecKey``, and `errSecParam` for a derived key of more than 64 KiB or for more than 4 KiB
///     of shared info.
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
