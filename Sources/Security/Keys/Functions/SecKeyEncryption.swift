public import Foundation
import KeychainModel
import AsymmetricKeys

/// Encrypts data for the owner of a private key.
///
/// - Parameters:
///   - key: A public key.
///   - algorithm: How. The bare RSA forms take no more than a block less their padding; those with
///     AES-GCM take any length.
///   - plaintext: What to encrypt.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` when the key does not support the algorithm or the data are too long.
/// - Returns: The encrypted data, or nil.
public func SecKeyCreateEncryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ plaintext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyUse(key, .encrypt, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.encrypt(plaintext.buffer, algorithm)) as NSData
  }
}

/// Decrypts data with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: How, as for `SecKeyCreateEncryptedData`.
///   - ciphertext: The encrypted data.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` when the key does not support the algorithm, or the data were made for another
///     key, were changed or cut. Unlike on Apple's platforms also for a wrong padding of PKCS#1 v1.5:
///     do not let an attacker who may send many messages see the difference.
/// - Returns: The decrypted data, or nil.
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyUse(key, .decrypt, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.decrypt(ciphertext.buffer, algorithm)) as NSData
  }
}
