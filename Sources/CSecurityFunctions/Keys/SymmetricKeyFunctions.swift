import Foundation
import Security

/// The C function `SecKeyGenerateSymmetric`.
@_cdecl("SecKeyGenerateSymmetric")
public func secKeyGenerateSymmetric(
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let parameters = Incoming.dictionary(parameters) else {
      ForeignError.refuse("parameters", error)
      return nil
    }
    return Box.make(SecKeyGenerateSymmetric(parameters, error))
  }
}

/// The C function `SecKeyCreateFromData`.
@_cdecl("SecKeyCreateFromData")
public func secKeyCreateFromData(
  _ parameters: UnsafeRawPointer?, _ keyData: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let parameters = Incoming.dictionary(parameters), let keyData = Incoming.data(keyData)
    else {
      ForeignError.refuse("parameters or keyData", error)
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
  ForeignError.run(error) { error in
    guard let password = Incoming.string(password), let parameters = Incoming.dictionary(parameters)
    else {
      ForeignError.refuse("password or parameters", error)
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
  ForeignError.run(error) { error in
    guard let keyToWrap = Box.object(keyToWrap, as: SecKey.self),
      let wrappingKey = Box.object(wrappingKey, as: SecKey.self),
      let parameters = Incoming.dictionary(parameters)
    else {
      ForeignError.refuse("keyToWrap, wrappingKey or parameters", error)
      return nil
    }
    return Outgoing.data(SecKeyWrapSymmetric(keyToWrap, wrappingKey, parameters, error))
  }
}

/// The C function `SecKeyUnwrapSymmetric`.
@_cdecl("SecKeyUnwrapSymmetric")
public func secKeyUnwrapSymmetric(
  _ keyToUnwrap: UnsafeMutablePointer<UnsafeRawPointer?>?, _ unwrappingKey: UnsafeRawPointer?,
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let unwrappingKey = Box.object(unwrappingKey, as: SecKey.self),
      let parameters = Incoming.dictionary(parameters)
    else {
      ForeignError.refuse("unwrappingKey or parameters", error)
      return nil
    }
    return Box.make(SecKeyUnwrapSymmetric(nil, unwrappingKey, parameters, error))
  }
}
