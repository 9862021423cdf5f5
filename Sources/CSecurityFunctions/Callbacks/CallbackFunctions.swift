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

/// The events that are reported to callbacks. The raw values equal the numbers of `SecKeychainEvent` in C.
enum KeychainEvent: UInt32 {
  case lock = 1
  case unlock = 2
  case add = 3
  case delete = 4
  case update = 5
  case trustSettingsChanged = 12

  /// The bit of the event in a `SecKeychainEventMask`.
  var mask: UInt32 { 1 << rawValue }
}

/// The C structure `SecKeychainCallbackInfo`, with the same memory layout.
struct CCallbackInfo {
  var version: UInt32
  var item: UnsafeRawPointer?
  var keychain: UnsafeRawPointer?
  var process: Int32
}

/// The C type `SecKeychainCallback`, a function pointer.
typealias CCallback =
  @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

/// A callback of the program, with its event mask and its context.
///
/// `@unchecked Sendable` is safe for two reasons. A registration does not change after it has been stored. The library
/// never reads the memory of the context: the program owns this memory.
struct CallbackRegistration: @unchecked Sendable {
  let function: CCallback
  let mask: UInt32
  let context: UnsafeMutableRawPointer?
  /// A number that is different for each registration. If the program removes a function and registers the function
  /// again, the number changes.
  var number: UInt64 = 0

  /// Returns the address of a function. The address identifies the callback.
  static func address(_ function: CCallback) -> UInt {
    unsafeBitCast(function, to: UInt.self)
  }
}
