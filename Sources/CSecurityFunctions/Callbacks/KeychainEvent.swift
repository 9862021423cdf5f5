/// What callbacks are called for: the numbers of `SecKeychainEvent`.
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

/// `SecKeychainCallbackInfo`, as C lays it out.
struct ForeignCallbackInfo {
  var version: UInt32
  var item: UnsafeRawPointer?
  var keychain: UnsafeRawPointer?
  var process: Int32
}

/// `SecKeychainCallback`
typealias ForeignCallback =
  @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32

/// A function of the program, and what it is called for.
///
/// `@unchecked Sendable` holds because all are constants, and the context is handed back as it came: it is the
/// program's own.
struct CallbackRegistration: @unchecked Sendable {
  let function: ForeignCallback
  let mask: UInt32
  let context: UnsafeMutableRawPointer?
  /// Tells it from one of the same function that was added after this one was removed.
  var number: UInt64 = 0

  /// The address of the function, by which it is removed.
  static func address(_ function: ForeignCallback) -> UInt {
    unsafeBitCast(function, to: UInt.self)
  }
}
