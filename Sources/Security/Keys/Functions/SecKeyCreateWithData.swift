public import Foundation
import KeychainModel
import AsymmetricKeys

/// Makes a key from its external representation.
///
/// RSA keys have up to 8192 bits. An RSA public key is PKCS#1 `RSAPublicKey` or `SubjectPublicKeyInfo`. An RSA private
/// key is PKCS#1 `RSAPrivateKey`. An elliptic-curve public key is `04 ‖ X ‖ Y`, and an elliptic-curve private key is
/// `04 ‖ X ‖ Y ‖ K`. The number of bytes determines the curve. The function refuses PKCS#8, compressed points and
/// points that are not on the curve.
///
/// - Parameters:
///   - keyData: The bytes.
///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each a string or a number. Other attributes are ignored,
///     including the size, which the bytes determine.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the
///     bytes are not a key of this type and class, or an attribute is missing or unknown. `errSecUnimplemented`: the
///     attributes describe a symmetric key or a key in a token.
/// - Returns: The key, or nil.
public func SecKeyCreateWithData(
  _ keyData: CFData, _ attributes: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    try ArgumentChecks.check(attributes)
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
