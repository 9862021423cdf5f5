import Foundation
import KeychainModel
import Security

/// The C function `SecKeychainAddCallback`.
@_cdecl("SecKeychainAddCallback")
public func secKeychainAddCallback(
  _ function: (
    @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  )?, _ mask: UInt32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  CCall.run {
    guard let function else { return errSecParam }
    let registration = CallbackRegistration(function: function, mask: mask, context: context)
    return KeychainArgument.status { () throws(KeychainError) in
      try KeychainCallbacks.add(registration)
    }
  }
}

/// The C function `SecKeychainRemoveCallback`.
@_cdecl("SecKeychainRemoveCallback")
public func secKeychainRemoveCallback(
  _ function: (
    @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  )?
) -> Int32 {
  CCall.run {
    guard let function else { return errSecParam }
    return KeychainCallbacks.remove(function)
  }
}
