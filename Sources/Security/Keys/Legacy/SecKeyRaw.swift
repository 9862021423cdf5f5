import Foundation
import KeychainModel
import AsymmetricKeys

// The functions in this file are the predecessors of SecKeyCreateSignature and similar functions (specification:
// keys-and-certificates 1.10).

/// Signs a digest with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - padding: The padding. For RSA, an empty padding requires a block that the caller has padded, `.PKCS1` accepts
///     any bytes, and `.PKCS1SHA256` and similar values require a digest of the named hash. For elliptic curves,
///     `.sigRaw` gives a signature of r and s, and every other padding gives a signature in DER.
///   - dataToSign: The digest or the block.
///   - dataToSignLen: The number of bytes in `dataToSign`.
///   - sig: Receives the signature.
///   - sigLen: Contains the capacity of `sig` in bytes, and receives the number of bytes written.
/// - Returns: `errSecSuccess`; `errSecParam` if the key does not support the padding, if the padding does not accept
///   the length of the data, or if the capacity is too small.
@discardableResult
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  LegacyKeyOperation.write(sig, sigLen) { () throws(KeychainError) in
    let input = try LegacyKeyOperation.input(dataToSign, dataToSignLen)
    return try LegacyKeyOperation.key(key).sign(input, LegacyKeyOperation.signature(padding, key))
  }
}

/// Verifies the signature of a digest with a public key.
///
/// - Parameters:
///   - key: A public key.
///   - padding: As for `SecKeyRawSign`.
///   - signedData: The digest or the block.
///   - signedDataLen: The number of bytes in `signedData`.
///   - sig: The signature.
///   - sigLen: The number of bytes in `sig`.
/// - Returns: `errSecSuccess`; `errSSLCrypto` if the signature does not match the data; `errSecParam` if the key does
///   not support the padding, or if the padding does not accept the length of the data.
@discardableResult
public func SecKeyRawVerify(
  _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
  _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    let input = try LegacyKeyOperation.input(signedData, signedDataLen)
    let signature = try LegacyKeyOperation.input(sig, sigLen)
    let isRight = try LegacyKeyOperation.key(key).verify(
      signature, of: input, LegacyKeyOperation.signature(padding, key))
    return isRight ? errSecSuccess : errSSLCrypto
  }
}

/// Encrypts a block with an RSA public key.
///
/// - Parameters:
///   - key: An RSA public key.
///   - padding: An empty padding, `.PKCS1`, or `.OAEP`, which uses SHA-1.
///   - plainText: The data to encrypt. Without padding, the data must not be longer than the block. With `.PKCS1`, the
///     data must be at least 11 bytes shorter than the block. With `.OAEP`, the data must be at least 42 bytes shorter.
///   - plainTextLen: The number of bytes in `plainText`.
///   - cipherText: Receives the encrypted block.
///   - cipherTextLen: Contains the capacity of `cipherText` in bytes, and receives the number of bytes written.
/// - Returns: `errSecSuccess`; `errSecParam` if the key does not support the padding, the data are too long, or the
///   capacity is too small.
@discardableResult
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  LegacyKeyOperation.write(cipherText, cipherTextLen) { () throws(KeychainError) in
    let input = try LegacyKeyOperation.input(plainText, plainTextLen)
    return try LegacyKeyOperation.key(key).encrypt(input, LegacyKeyOperation.encryption(padding))
  }
}

/// Decrypts a block with an RSA private key.
///
/// - Parameters:
///   - key: An RSA private key.
///   - padding: As for `SecKeyEncrypt`. With an empty padding, the function removes leading zeros of the decrypted
///     block.
///   - cipherText: The block.
///   - cipherTextLen: The number of bytes in `cipherText`.
///   - plainText: Receives the decrypted data.
///   - plainTextLen: Contains the capacity of `plainText` in bytes, and receives the number of bytes written.
/// - Returns: `errSecSuccess`; `errSecParam` if the key does not support the padding, the block was encrypted for
///   another key, or the capacity is too small.
@discardableResult
public func SecKeyDecrypt(
  _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
  _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  LegacyKeyOperation.write(plainText, plainTextLen) { () throws(KeychainError) in
    let input = try LegacyKeyOperation.input(cipherText, cipherTextLen)
    let result = try LegacyKeyOperation.key(key).decrypt(input, LegacyKeyOperation.encryption(padding))
    return padding == [] ? Array(result.drop { $0 == 0 }) : result
  }
}
