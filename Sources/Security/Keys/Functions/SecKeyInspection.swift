public import Foundation
import KeychainModel
import AsymmetricKeys

/// Returns the block size of a key in bytes. The block size is the size of the modulus for RSA, the size of a
/// coordinate for elliptic curves, and the size of the key for symmetric keys.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
  switch key.material {
  case .asymmetric(let key): key.blockByteCount
  case .symmetric(let key): key.bytes.count
  }
}

/// Returns the bytes of a key, in the format that `SecKeyCreateWithData` reads.
///
/// - Parameters:
///   - key: A public or private key. The format is PKCS#1 for RSA, and `04 ‖ X ‖ Y` or `04 ‖ X ‖ Y ‖ K` for elliptic
///     curves.
///   - error: Receives an error if the function returns nil. The caller must release the error.
///     `errSecDataNotAvailable`: the private key is in `keychaind`, and is not extractable or has an access control.
///     `errSecInternalComponent`: OpenSSL cannot read the key.
public func SecKeyCopyExternalRepresentation(
  _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    Data(try key.material.externalRepresentation()) as NSData
  }
}

/// Returns the attributes of a key: type, class, sizes, label, permitted uses and bytes. The result has no bytes if the
/// private key is in `keychaind`, and is not extractable or has an access control.
///
/// Types and classes are strings, like the constants. A search returns the same attributes as numbers. As on Apple's
/// platforms, `kSecAttrIsPermanent` is true even if the key is not stored, and `kSecAttrIsPrivate` is true even if the
/// key is public.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    try KeyAttributes.dictionary(of: key.material)
  }
}

/// Returns the public part of a key. Returns an equal key if the key is public. Returns nil for a symmetric key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    guard case .asymmetric(let key) = key.material else {
      throw KeychainError(.parameter, "a symmetric key has no public part")
    }
    return SecKey(.asymmetric(try key.publicKey()))
  }
}

/// Returns whether a key supports an algorithm for an operation.
///
/// As on Apple's platforms, the function returns true for verifying with an RSA private key and for decrypting with an
/// RSA public key. Neither operation gives a useful result.
///
/// - Parameters:
///   - key: A public or private key.
///   - operation: The operation.
///   - algorithm: The algorithm. The result is false if the key is too small for the algorithm.
public func SecKeyIsAlgorithmSupported(
  _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
  ErrorBoundary.perform(nil) { () throws(KeychainError) in
    guard case .asymmetric(let key) = key.material,
      let operation = KeyOperation(rawValue: operation.rawValue)
    else { return false }
    return key.supports(try algorithm.resolved(), for: operation)
  } ?? false
}
