public import Foundation
import Keychain
import KeychainModel
import AsymmetricKeys

/// Makes a key pair, stores its permanent halves, and returns the private key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` (RSA or elliptic curve) and `kSecAttrKeySizeInBits`, each a number or a decimal
///     string. RSA keys have 512 to 8192 bits; curves have 192, 224, 256, 384 or 521 bits. `kSecPrivateKeyAttrs` and
///     `kSecPublicKeyAttrs` are the dictionaries of the attributes for the private and the public key. Other attributes
///     apply to both keys. The function stores a key if its attribute `kSecAttrIsPermanent` is true.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the size
///     is not supported, or a dictionary has a collection as a key. `errSecUnimplemented`: `kSecAttrTokenID` requests a
///     key in a token. Any status of `SecItemAdd`, for example `errSecDuplicateItem`: a key cannot be stored, and no
///     key was stored. If the type is missing or unknown, the function does not change `error`, as on Apple's
///     platforms.
/// - Returns: The private key, or nil.
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  guard ArgumentChecks.areValid(parameters) else {
    ErrorBoundary.report(errSecParam, "the parameters hold what no key has", to: error)
    return nil
  }
  guard let request = KeyGeneration(parameters) else {
    LastFailure.note(KeychainError(.parameter, "the type of the key is missing or unknown"))
    return nil
  }
  return ErrorBoundary.perform(error) { () throws(KeychainError) in try request.perform() }
}

/// Makes a key pair and stores its permanent halves. This function is an older form of `SecKeyCreateRandomKey`.
///
/// - Parameters:
///   - parameters: As for `SecKeyCreateRandomKey`. A half that is not permanent is not stored.
///   - publicKey: Receives the public key; pass nil to ignore it.
///   - privateKey: Receives the private key; pass nil to ignore it.
/// - Returns:
///   - `errSecSuccess`: The pair was made.
///   - `errSecParam`: The size is not supported, or the type is missing or unknown.
///   - `errSecUnimplemented`: `kSecAttrTokenID` requests a key in a token.
///   - If a half cannot be stored, the status of `SecItemAdd`.
@discardableResult
public func SecKeyGeneratePair(
  _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
  _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
  ErrorBoundary.status { () throws(KeychainError) in
    try ArgumentChecks.check(parameters)
    guard let request = KeyGeneration(parameters) else {
      throw KeychainError(.parameter, "the type of the key is missing or unknown")
    }
    let key = try request.perform()
    guard case .asymmetric(let material) = key.material else { return errSecInternal }
    publicKey?.pointee = SecKey(.asymmetric(try material.publicKey()))
    privateKey?.pointee = key
    return errSecSuccess
  }
}
