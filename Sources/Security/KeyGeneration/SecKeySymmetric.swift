public import Foundation
import KeychainModel
import AsymmetricKeys

// The functions of macOS for symmetric keys (keys-and-certificates 1.1).

/// Makes a random symmetric key, and stores it if `kSecAttrIsPermanent` is true.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, for example `kSecAttrKeyTypeAES`, and `kSecAttrKeySizeInBits`,
///     whole bytes, up to 8192; further attributes for storing.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` when type or size are missing or the size is not made; the status of
///     `SecItemAdd` when the key cannot be stored.
/// - Returns: The key, or nil.
public func SecKeyGenerateSymmetric(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  KeyCall.perform(error) { () throws(KeychainError) in
    try Arguments.check(parameters)
    let values = KeyDictionary(parameters)
    let (type, size) = try SymmetricKeyRequest.typeAndSize(values)
    let key = SecKey(.symmetric(try .generate(typeNumber: type, bitCount: size)))
    if values.flag(kSecAttrIsPermanent) == true {
      try KeyStoring.store([(key, SymmetricKeyRequest.attributes(parameters))])
    }
    return key
  }
}

/// Makes a key of its bytes: a symmetric one, or what `SecKeyCreateWithData` makes.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`; `kSecAttrKeyClass`, symmetric when it is missing.
///   - keyData: The bytes.
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecParam` for attributes that are missing or unknown and bytes that are no such key.
/// - Returns: The key, or nil.
public func SecKeyCreateFromData(
  _ parameters: CFDictionary, _ keyData: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  KeyCall.perform(error) { () throws(KeychainError) in
    try Arguments.check(parameters)
    let values = KeyDictionary(parameters)
    guard let type = values.number(kSecAttrKeyType) else {
      throw KeychainError(.parameter, "kSecAttrKeyType is missing or no number")
    }
    var keyClass = KeyClass.symmetric
    if values[kSecAttrKeyClass] != nil {
      guard let named = values.number(kSecAttrKeyClass).flatMap(KeyClass.init) else {
        throw KeychainError(.parameter, "kSecAttrKeyClass is no class")
      }
      keyClass = named
    }
    return try SecKey(keyClass, typeNumber: type, data: keyData.bytesArray)
  }
}

/// Derives a symmetric key from a password by PBKDF2.
///
/// - Parameters:
///   - password: The password, taken as UTF-8.
///   - parameters: `kSecAttrKeyType`, `kSecAttrKeySizeInBits`, `kSecAttrSalt` (data), `kSecAttrPRF`
///     (HMAC with SHA-256 when it is missing) and `kSecAttrRounds` (33 333 when it is missing or 0).
///   - error: Receives, when the function returns nil, an error that the caller releases:
///     `errSecMissingAlgorithmParms` without a salt; `errSecParam` when type or size are missing, or
///     a value is out of range.
/// - Returns: The key, or nil.
public func SecKeyDeriveFromPassword(
  _ password: CFString, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  guard Arguments.areSound(password, parameters) else {
    KeyCall.report(errSecParam, "password or parameters hold what no key is made of", to: error)
    return nil
  }
  let values = KeyDictionary(parameters)
  guard case .data(let salt)? = values[kSecAttrSalt] else {
    KeyCall.report(errSecMissingAlgorithmParms, "kSecAttrSalt is missing", to: error)
    return nil
  }
  return KeyCall.perform(error) { () throws(KeychainError) in
    let (type, size) = try SymmetricKeyRequest.typeAndSize(values)
    let rounds = Int(values.number(kSecAttrRounds) ?? 0)
    let key = try SymmetricKey.derive(
      typeNumber: type, bitCount: size, password: Array((password as String).utf8), salt: salt,
      rounds: rounds == 0 ? 33_333 : rounds, SymmetricKeyRequest.hash(values))
    return SecKey(.symmetric(key))
  }
}

/// Fails, as on Apple's platforms, where it has never been built.
///
/// - Parameters:
///   - keyToWrap: Ignored.
///   - wrappingKey: Ignored.
///   - parameters: Ignored.
///   - error: Receives `errSecUnimplemented`, which the caller releases.
/// - Returns: Nil.
public func SecKeyWrapSymmetric(
  _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  KeyCall.report(errSecUnimplemented, "keys are not wrapped", to: error)
  return nil
}

/// Fails, as on Apple's platforms, where it has never been built.
///
/// - Parameters:
///   - keyToUnwrap: Ignored.
///   - unwrappingKey: Ignored.
///   - parameters: Ignored.
///   - error: Receives `errSecUnimplemented`, which the caller releases.
/// - Returns: Nil.
public func SecKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<Unmanaged<CFData>?>?, _ unwrappingKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  KeyCall.report(errSecUnimplemented, "keys are not unwrapped", to: error)
  return nil
}
