import Foundation
import KeychainModel
import AsymmetricKeys

// The functions that SecKeyCreateSignature and its like replaced (keys-and-certificates 1.10).

/// Signs a digest with a private key.
///
/// - Parameters:
///   - key: A private key.
///   - padding: RSA: none for a padded block, `.PKCS1` around any bytes, `.PKCS1SHA256` and its like
///     around a digest of that hash. Elliptic curves: `.sigRaw` for r and s, DER for everything else.
///   - dataToSign: The digest or the block.
///   - dataToSignLen: How many bytes that is.
///   - sig: Receives the signature.
///   - sigLen: How many bytes there is room for; receives how many were written.
/// - Returns: `errSecSuccess`; `errSecParam` when the key does not sign so, the data do not fit, or the
///   room is too small.
@discardableResult
public func SecKeyRawSign(
  _ key: SecKey, _ padding: SecPadding, _ dataToSign: UnsafePointer<UInt8>, _ dataToSignLen: Int,
  _ sig: UnsafeMutablePointer<UInt8>, _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  OlderKeyUse.write(sig, sigLen) { () throws(KeychainError) in
    let input = try OlderKeyUse.input(dataToSign, dataToSignLen)
    return try OlderKeyUse.key(key).sign(input, OlderKeyUse.signature(padding, key))
  }
}

/// Verifies the signature of a digest with a public key.
///
/// - Parameters:
///   - key: A public key.
///   - padding: As for `SecKeyRawSign`.
///   - signedData: The digest or the block.
///   - signedDataLen: How many bytes that is.
///   - sig: The signature.
///   - sigLen: How many bytes that is.
/// - Returns: `errSecSuccess`; `errSSLCrypto` when the signature is not that of the data;
///   `errSecParam` when the key does not verify so, or the data do not fit.
@discardableResult
public func SecKeyRawVerify(
  _ key: SecKey, _ padding: SecPadding, _ signedData: UnsafePointer<UInt8>, _ signedDataLen: Int,
  _ sig: UnsafePointer<UInt8>, _ sigLen: Int
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
    let input = try OlderKeyUse.input(signedData, signedDataLen)
    let signature = try OlderKeyUse.input(sig, sigLen)
    let isRight = try OlderKeyUse.key(key).verify(
      signature, of: input, OlderKeyUse.signature(padding, key))
    return isRight ? errSecSuccess : errSSLCrypto
  }
}

/// Encrypts a block with an RSA public key.
///
/// - Parameters:
///   - key: An RSA public key.
///   - padding: None, `.PKCS1`, or `.OAEP` with SHA-1.
///   - plainText: What to encrypt: up to the block size less 0, 11 or 42 bytes.
///   - plainTextLen: How many bytes that is.
///   - cipherText: Receives a block.
///   - cipherTextLen: How many bytes there is room for; receives how many were written.
/// - Returns: `errSecSuccess`; `errSecParam` when the key does not encrypt so, the data are too long,
///   or the room is too small.
@discardableResult
public func SecKeyEncrypt(
  _ key: SecKey, _ padding: SecPadding, _ plainText: UnsafePointer<UInt8>, _ plainTextLen: Int,
  _ cipherText: UnsafeMutablePointer<UInt8>, _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  OlderKeyUse.write(cipherText, cipherTextLen) { () throws(KeychainError) in
    let input = try OlderKeyUse.input(plainText, plainTextLen)
    return try OlderKeyUse.key(key).encrypt(input, OlderKeyUse.encryption(padding))
  }
}

/// Decrypts a block with an RSA private key.
///
/// - Parameters:
///   - key: An RSA private key.
///   - padding: As for `SecKeyEncrypt`. With none, zeros that the block begins with are left out.
///   - cipherText: The block.
///   - cipherTextLen: How many bytes that is.
///   - plainText: Receives what was encrypted.
///   - plainTextLen: How many bytes there is room for; receives how many were written.
/// - Returns: `errSecSuccess`; `errSecParam` when the key does not decrypt so, the block was not made
///   for it, or the room is too small.
@discardableResult
public func SecKeyDecrypt(
  _ key: SecKey, _ padding: SecPadding, _ cipherText: UnsafePointer<UInt8>, _ cipherTextLen: Int,
  _ plainText: UnsafeMutablePointer<UInt8>, _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
  OlderKeyUse.write(plainText, plainTextLen) { () throws(KeychainError) in
    let input = try OlderKeyUse.input(cipherText, cipherTextLen)
    let result = try OlderKeyUse.key(key).decrypt(input, OlderKeyUse.encryption(padding))
    return padding == [] ? Array(result.drop { $0 == 0 }) : result
  }
}
