import Foundation
import Security

/// The C function `SecKeyCreateRandomKey`.
@_cdecl("SecKeyCreateRandomKey")
public func secKeyCreateRandomKey(
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  makeKey(parameters, error) { SecKeyCreateRandomKey($0, $1) }
}

/// The C function `SecKeyCreateWithData`.
@_cdecl("SecKeyCreateWithData")
public func secKeyCreateWithData(
  _ keyData: UnsafeRawPointer?, _ attributes: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let keyData = CFInput.data(keyData), let attributes = CFInput.dictionary(attributes)
    else {
      CErrorCall.refuse("keyData or attributes", error)
      return nil
    }
    return Box.make(SecKeyCreateWithData(keyData, attributes, error))
  }
}

/// The C function `SecKeyGeneratePair`.
@_cdecl("SecKeyGeneratePair")
public func secKeyGeneratePair(
  _ parameters: UnsafeRawPointer?, _ publicKey: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ privateKey: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  publicKey?.pointee = nil
  privateKey?.pointee = nil
  return CCall.run {
    guard let parameters = CFInput.dictionary(parameters) else { return errSecParam }
    var keys: (public: SecKey?, private: SecKey?)
    let status = SecKeyGeneratePair(parameters, &keys.public, &keys.private)
    publicKey?.pointee = Box.make(keys.public)
    privateKey?.pointee = Box.make(keys.private)
    return status
  }
}

/// The C function `SecKeyGenerateSymmetric`.
@_cdecl("SecKeyGenerateSymmetric")
public func secKeyGenerateSymmetric(
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  makeKey(parameters, error) { SecKeyGenerateSymmetric($0, $1) }
}

/// The C function `SecKeyCreateFromData`.
@_cdecl("SecKeyCreateFromData")
public func secKeyCreateFromData(
  _ parameters: UnsafeRawPointer?, _ keyData: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let parameters = CFInput.dictionary(parameters), let keyData = CFInput.data(keyData)
    else {
      CErrorCall.refuse("parameters or keyData", error)
      return nil
    }
    return Box.make(SecKeyCreateFromData(parameters, keyData, error))
  }
}

/// The C function `SecKeyDeriveFromPassword`.
@_cdecl("SecKeyDeriveFromPassword")
public func secKeyDeriveFromPassword(
  _ password: UnsafeRawPointer?, _ parameters: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let password = CFInput.string(password), let parameters = CFInput.dictionary(parameters)
    else {
      CErrorCall.refuse("password or parameters", error)
      return nil
    }
    return Box.make(SecKeyDeriveFromPassword(password, parameters, error))
  }
}

/// The C function `SecKeyWrapSymmetric`.
@_cdecl("SecKeyWrapSymmetric")
public func secKeyWrapSymmetric(
  _ keyToWrap: UnsafeRawPointer?, _ wrappingKey: UnsafeRawPointer?,
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let keyToWrap = Box.object(keyToWrap, as: SecKey.self),
      let wrappingKey = Box.object(wrappingKey, as: SecKey.self),
      let parameters = CFInput.dictionary(parameters)
    else {
      CErrorCall.refuse("keyToWrap, wrappingKey or parameters", error)
      return nil
    }
    return CFOutput.data(SecKeyWrapSymmetric(keyToWrap, wrappingKey, parameters, error))
  }
}

/// The C function `SecKeyUnwrapSymmetric`.
@_cdecl("SecKeyUnwrapSymmetric")
public func secKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<UnsafeRawPointer?>?, _ unwrappingKey: UnsafeRawPointer?,
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let unwrappingKey = Box.object(unwrappingKey, as: SecKey.self),
      let parameters = CFInput.dictionary(parameters)
    else {
      CErrorCall.refuse("unwrappingKey or parameters", error)
      return nil
    }
    return Box.make(SecKeyUnwrapSymmetric(nil, unwrappingKey, parameters, error))
  }
}

/// Makes a key from the parameters in a dictionary.
private func makeKey(
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ make: (CFDictionary, UnsafeMutablePointer<Unmanaged<CFError>?>?) -> SecKey?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let parameters = CFInput.dictionary(parameters) else {
      CErrorCall.refuse("parameters", error)
      return nil
    }
    return Box.make(make(parameters, error))
  }
}
