import Foundation
import Security

/// The C function `SecKeyCreateRandomKey`.
@_cdecl("SecKeyCreateRandomKey")
public func secKeyCreateRandomKey(
  _ parameters: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let parameters = Incoming.dictionary(parameters) else {
      ForeignError.refuse("parameters", error)
      return nil
    }
    return Box.make(SecKeyCreateRandomKey(parameters, error))
  }
}

/// The C function `SecKeyCreateWithData`.
@_cdecl("SecKeyCreateWithData")
public func secKeyCreateWithData(
  _ keyData: UnsafeRawPointer?, _ attributes: UnsafeRawPointer?,
  _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  ForeignError.run(error) { error in
    guard let keyData = Incoming.data(keyData), let attributes = Incoming.dictionary(attributes)
    else {
      ForeignError.refuse("keyData or attributes", error)
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
  return ForeignCall.run {
    guard let parameters = Incoming.dictionary(parameters) else { return errSecParam }
    var keys: (public: SecKey?, private: SecKey?)
    let status = SecKeyGeneratePair(parameters, &keys.public, &keys.private)
    publicKey?.pointee = Box.make(keys.public)
    privateKey?.pointee = Box.make(keys.private)
    return status
  }
}
