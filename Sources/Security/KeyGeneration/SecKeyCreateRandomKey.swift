public import Foundation
import Keychain
import KeychainModel
import AsymmetricKeys

/// Makes a pair of keys, stores it if asked to, and returns the private key.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` (RSA or elliptic curve) and `kSecAttrKeySizeInBits` (RSA 512 to
///     8192; 192, 224, 256, 384 or 521), each a number or a string that spells it. `kSecPrivateKeyAttrs`
///     and `kSecPublicKeyAttrs` are dictionaries of attributes for the halves; attributes beside
///     them hold for both. A half whose `kSecAttrIsPermanent` is true is stored with its attributes.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` for a size that is not made, and for a dictionary with a collection as a key; the status of `SecItemAdd` when a half cannot be
///     stored, `errSecDuplicateItem` for example, and nothing is stored then;
///     `errSecUnimplemented` when `kSecAttrTokenID` asks for a key in a token. For a type that is
///     missing or unknown it stays as it was, as on Apple's platforms.
/// - Returns: The private key, or nil.
public func SecKeyCreateRandomKey(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  guard Arguments.areSound(parameters) else {
    KeyCall.report(errSecParam, "the parameters hold what no key has", to: error)
    return nil
  }
  guard let request = KeyGeneration(parameters) else {
    LastFailure.note(KeychainError(.parameter, "the type of the key is missing or unknown"))
    return nil
  }
  return KeyCall.perform(error) { () throws(KeychainError) in try request.perform() }
}

/// Makes a pair of keys and stores it if asked to: `SecKeyCreateRandomKey` in its older form.
///
/// - Parameters:
///   - parameters: As for `SecKeyCreateRandomKey`; what is not permanent is not stored.
///   - publicKey: Receives the public key; pass nil to ignore it.
///   - privateKey: Receives the private key; pass nil to ignore it.
/// - Returns: `errSecSuccess`; `errSecParam` for a size that is not made and for a type that is
///   missing or unknown; the status of `SecItemAdd` when a half cannot be stored;
///   `errSecUnimplemented` when a token is asked for.
@discardableResult
public func SecKeyGeneratePair(
  _ parameters: CFDictionary, _ publicKey: UnsafeMutablePointer<SecKey?>?,
  _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
  KeyCall.status { () throws(KeychainError) in
    try Arguments.check(parameters)
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
