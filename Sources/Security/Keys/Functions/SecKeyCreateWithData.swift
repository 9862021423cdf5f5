public import Foundation
import KeychainModel
import AsymmetricKeys

/// Makes a key of its external representation.
///
/// RSA: public keys as PKCS#1 `RSAPublicKey` or as `SubjectPublicKeyInfo`, private keys as PKCS#1
/// `RSAPrivateKey`, up to 8192 bits. Elliptic curves: `04 ‖ X ‖ Y` for public keys,
/// `04 ‖ X ‖ Y ‖ K` for private ones; the length says the curve. PKCS#8, compressed points and
/// points that are not on the curve are refused.
///
/// - Parameters:
///   - keyData: The bytes.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, strings or numbers. Others are ignored,
///     the size too: the bytes say it.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` for bytes that are no such key, attributes that are missing or unknown;
///     `errSecUnimplemented` for the class of symmetric keys and for keys of a token.
/// - Returns: The key, or nil.
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  KeyCall.perform(error) { () throws(KeychainError) in
    try Arguments.check(attributes)
    let attributes = KeyDictionary(attributes)
    guard let type = attributes.number(kSecAttrKeyType) else {
      throw KeychainError(.parameter, "kSecAttrKeyType is missing or no number")
    }
    guard let keyClass = attributes.number(kSecAttrKeyClass).flatMap(KeyClass.init) else {
      throw KeychainError(.parameter, "kSecAttrKeyClass is missing or no class")
    }
    guard keyClass != .symmetric else {
      throw KeychainError(.unimplemented, "symmetric keys are kept as items, not made of data")
    }
    guard attributes[kSecAttrTokenID] == nil else { throw KeyDictionary.noToken }
    return try SecKey(keyClass, typeNumber: type, data: keyData.bytesArray)
  }
}
