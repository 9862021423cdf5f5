import Foundation
import Security

/// The C function `SecKeyGetTypeID`.
@_cdecl("SecKeyGetTypeID")
public func secKeyGetTypeID() -> UInt { Box.typeIdentifier(.key) }

/// The C function `SecKeyGetBlockSize`.
@_cdecl("SecKeyGetBlockSize")
public func secKeyGetBlockSize(_ key: UnsafeRawPointer?) -> Int {
  CCall.run { Box.object(key, as: SecKey.self).map { SecKeyGetBlockSize($0) } ?? 0 }
}

/// The C function `SecKeyCopyExternalRepresentation`.
@_cdecl("SecKeyCopyExternalRepresentation")
public func secKeyCopyExternalRepresentation(
  _ key: UnsafeRawPointer?, _ error: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UnsafeRawPointer? {
  CErrorCall.run(error) { error in
    guard let key = Box.object(key, as: SecKey.self) else {
      CErrorCall.refuse("key", error)
      return nil
    }
    return CFOutput.data(SecKeyCopyExternalRepresentation(key, error))
  }
}

/// The C function `SecKeyCopyAttributes`.
@_cdecl("SecKeyCopyAttributes")
public func secKeyCopyAttributes(_ key: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CCall.run {
    CFOutput.object(Box.object(key, as: SecKey.self).flatMap { SecKeyCopyAttributes($0) })
  }
}

/// The C function `SecKeyCopyPublicKey`.
@_cdecl("SecKeyCopyPublicKey")
public func secKeyCopyPublicKey(_ key: UnsafeRawPointer?) -> UnsafeRawPointer? {
  CCall.run { Box.make(Box.object(key, as: SecKey.self).flatMap { SecKeyCopyPublicKey($0) }) }
}

/// The C function `SecKeyIsAlgorithmSupported`.
@_cdecl("SecKeyIsAlgorithmSupported")
public func secKeyIsAlgorithmSupported(
  _ key: UnsafeRawPointer?, _ operation: Int, _ algorithm: UnsafeRawPointer?
) -> UInt8 {
  CCall.run {
    guard let key = Box.object(key, as: SecKey.self), let name = CFInput.string(algorithm),
      let operation = SecKeyOperationType(rawValue: operation)
    else { return 0 }
    return SecKeyIsAlgorithmSupported(key, operation, SecKeyAlgorithm(name)) ? 1 : 0
  }
}
