public import Foundation
import KeychainModel
import AsymmetricKeys

/// Returns the size of a block of a key in bytes: the modulus for RSA, a coordinate for elliptic curves,
/// the key itself for symmetric keys.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
  switch key.material {
  case .asymmetric(let key): key.blockByteCount
  case .symmetric(let key): key.bytes.count
  }
}

/// Returns the bytes of a key, as `SecKeyCreateWithData` reads them.
///
/// - Parameters:
///   - key: A public or private key: PKCS#1 for RSA, `04 ‖ X ‖ Y` or `04 ‖ X ‖ Y ‖ K` for elliptic
///     curves.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecInternalComponent` when OpenSSL cannot read the key.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyCall.perform(error) { () throws(KeychainError) in
    Data(try key.material.externalRepresentation()) as NSData
  }
}

/// Returns what is known of a key: type, class, sizes, label, uses, and its bytes.
///
/// Types and classes are strings, as the constants are; a search returns the same attributes as
/// numbers. `kSecAttrIsPermanent` and `kSecAttrIsPrivate` are true for every key, stored or not, public
/// or not, as on Apple's platforms.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  KeyCall.perform(nil) { () throws(KeychainError) in
    try KeyAttributes.dictionary(of: key.material)
  }
}

/// Returns the public part of a key; an equal key when it is public already; nil for symmetric keys.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  KeyCall.perform(nil) { () throws(KeychainError) in
    guard case .asymmetric(let key) = key.material else {
      throw KeychainError(.parameter, "a symmetric key has no public part")
    }
    return SecKey(.asymmetric(try key.publicKey()))
  }
}

/// Returns whether a key can do something with an algorithm.
///
/// True for an RSA private key and verifying, and for an RSA public key and decrypting, as on Apple's
/// platforms; neither gives a useful result.
///
/// - Parameters:
///   - key: A public or private key.
///   - operation: What is to be done.
///   - algorithm: How. One that does not fit the size of the key is not supported.
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
  KeyCall.perform(nil) { () throws(KeychainError) in
    guard case .asymmetric(let key) = key.material,
      let operation = KeyOperation(rawValue: operation.rawValue)
    else { return false }
    return key.supports(try algorithm.resolved(), for: operation)
  } ?? false
}
