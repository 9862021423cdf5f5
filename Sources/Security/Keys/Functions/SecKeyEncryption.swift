public import Foundation
import KeychainModel
import AsymmetricKeys

/// Encrypts data for the owner of a private key.
///
/// - Parameters:
///   - key: A public key.
///   - algorithm: The algorithm. The plain RSA algorithms accept at most one block minus the padding. The algorithms
///     with AES-GCM accept any length.
///   - plaintext: The data to encrypt.
///   - error: Receives an error if the function returns nil; the caller must release it. `errSecParam`: the key does
///     not support the algorithm, or the data are too long.
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
///   - error: Receives an error if the function returns nil; the caller must release it. `errSecParam`: the key does
///     not support the algorithm, or the data were encrypted for another key, modified or truncated. Unlike on Apple's
///     platforms, also for wrong PKCS#1 v1.5 padding. Do not let an attacker who can send many messages observe this
///     difference.
/// - Returns: The decrypted data, or nil.
public func SecKeyCreateDecryptedData(
  _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ ciphertext: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  CheckedKeyOperation(key, .decrypt, algorithm).perform(error) { key, algorithm throws(KeychainError) in
    Data(try key.decrypt(ciphertext.buffer, algorithm)) as NSData
  }
}
