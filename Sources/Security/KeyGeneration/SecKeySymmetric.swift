import AsymmetricKeys
public import Foundation
import KeychainModel

// This file contains macOS's functions for symmetric keys (specification: keys-and-certificates 1.1).

/// Makes a random symmetric key, and stores it if `kSecAttrIsPermanent` is true.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType`, for example `kSecAttrKeyTypeAES`, and `kSecAttrKeySizeInBits`. The size is a
///     multiple of 8, up to 8192. Further attributes are stored with the key.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: the type
///     or the size is missing, or the size is not supported. Any status of `SecItemAdd`: the key cannot be stored.
/// - Returns: The key, or nil.
public func SecKeyGenerateSymmetric(
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    try ArgumentChecks.check(parameters)
    let values = KeyDictionary(parameters)
    let (type, size) = try SymmetricKeyRequest.typeAndSize(values)
    let key = SecKey(.symmetric(try .generate(typeNumber: type, bitCount: size)))
    if values.flag(kSecAttrIsPermanent) == true {
      try KeyStoring.store([(key, SymmetricKeyRequest.attributes(parameters))])
    }
    return key
  }
}

/// Makes a key from its bytes. The key is a symmetric key, or a key that `SecKeyCreateWithData` can also make.
///
/// - Parameters:
///   - parameters: `kSecAttrKeyType` and `kSecAttrKeyClass`. Without a class, the key is symmetric.
///   - keyData: The bytes.
///   - error: Receives an error if the function returns nil. The caller must release the error. `errSecParam`: an
///     attribute is missing or unknown, or the bytes are not a key of this type and class.
/// - Returns: The key, or nil.
public func SecKeyCreateFromData(
  _ parameters: CFDictionary, _ keyData: CFData,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  ErrorBoundary.perform(error) { () throws(KeychainError) in
    try ArgumentChecks.check(parameters)
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

/// Derives a symmetric key from a password with PBKDF2.
///
/// - Parameters:
///   - password: The password. The function uses its UTF-8 bytes.
///   - parameters: `kSecAttrKeyType`, `kSecAttrKeySizeInBits`, `kSecAttrSalt` (data), `kSecAttrPRF` (default: HMAC with
///     SHA-256) and `kSecAttrRounds` (default: 33 333, also for the value 0).
///   - error: Receives an error if the function returns nil. The caller must release the error.
///     `errSecMissingAlgorithmParms`: the salt is missing. `errSecParam`: the type or the size is missing, or a value
///     is out of range.
/// - Returns: The key, or nil.
public func SecKeyDeriveFromPassword(
  _ password: CFString, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  guard ArgumentChecks.areValid(password, parameters) else {
    ErrorBoundary.report(errSecParam, "password or parameters hold what no key is made of", to: error)
    return nil
  }
  let values = KeyDictionary(parameters)
  guard case .data(let salt)? = values[kSecAttrSalt] else {
    ErrorBoundary.report(errSecMissingAlgorithmParms, "kSecAttrSalt is missing", to: error)
    return nil
  }
  return ErrorBoundary.perform(error) { () throws(KeychainError) in
    let (type, size) = try SymmetricKeyRequest.typeAndSize(values)
    let rounds = Int(values.number(kSecAttrRounds) ?? 0)
    let key = try SymmetricKey.derive(
      typeNumber: type, bitCount: size, password: Array((password as String).utf8), salt: salt,
      rounds: rounds == 0 ? 33_333 : rounds, SymmetricKeyRequest.hash(values))
    return SecKey(.symmetric(key))
  }
}

/// Always fails, as on Apple's platforms, where the function was never implemented.
///
/// - Parameters:
///   - keyToWrap: Ignored.
///   - wrappingKey: Ignored.
///   - parameters: Ignored.
///   - error: Receives `errSecUnimplemented`, which the caller must release.
/// - Returns: Nil.
public func SecKeyWrapSymmetric(
  _ keyToWrap: SecKey, _ wrappingKey: SecKey, _ parameters: CFDictionary,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
  ErrorBoundary.report(errSecUnimplemented, "keys are not wrapped", to: error)
  return nil
}

/// Always fails, as on Apple's platforms, where the function was never implemented.
///
/// - Parameters:
///   - keyToUnwrap: Ignored.
///   - unwrappingKey: Ignored.
///   - parameters: Ignored.
///   - error: Receives `errSecUnimplemented`, which the caller must release.
/// - Returns: Nil.
public func SecKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<Unmanaged<CFData>?>?, _ unwrappingKey: SecKey,
  _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
  ErrorBoundary.report(errSecUnimplemented, "keys are not unwrapped", to: error)
  return nil
}

/// Reads the dictionaries of the functions for symmetric keys.
enum SymmetricKeyRequest {
  static func typeAndSize(
    _ values: KeyDictionary
  ) throws(KeychainError) -> (type: Int64, size: Int) {
    guard let type = values.number(kSecAttrKeyType),
      let size = values.number(kSecAttrKeySizeInBits).flatMap({ Int(exactly: $0) })
    else { throw KeychainError(.parameter, "type or size of the key is missing or no number") }
    return (type, size)
  }

  /// Returns the attributes of the stored key. The result does not contain type and size, because the key object
  /// supplies them.
  static func attributes(_ parameters: NSDictionary) -> NSMutableDictionary {
    let result = NSMutableDictionary()
    for (key, value) in parameters.entries {
      if let key = PropertyValue.text(key) { result.setObject(value, forKey: key as NSString) }
    }
    result.removeObject(forKey: kSecAttrKeyType)
    result.removeObject(forKey: kSecAttrKeySizeInBits)
    return result
  }

  /// Returns the hash algorithm that `kSecAttrPRF` names.
  static func hash(_ values: KeyDictionary) throws(KeychainError) -> HashAlgorithm {
    guard let value = values[kSecAttrPRF] else { return .sha256 }
    switch value {
    case .string("hsha1"): return .sha1
    case .string("hsha224"): return .sha224
    case .string("hsha256"): return .sha256
    case .string("hsha384"): return .sha384
    case .string("hsha512"): return .sha512
    default: throw KeychainError(.parameter, "kSecAttrPRF names no function")
    }
  }
}
