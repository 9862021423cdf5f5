/// The secrets that open a keybag.
package enum KeybagProtection: Sendable, Equatable {
  /// The device key alone.
  case deviceKey
  /// The device key for the index key and for the classes that are always readable; the device key
  /// and the passcode for all other classes.
  case deviceKeyAndPasscode(PasscodeParameters)
  /// The password alone, for everything. A key that is derived from it replaces the device key.
  case password(PasscodeParameters)

  /// The number of the protection in the file.
  var number: UInt32 {
    switch self {
    case .deviceKey: 1
    case .deviceKeyAndPasscode: 2
    case .password: 3
    }
  }

  /// The parameters of the protection in the file, after the store's identifier.
  var parameters: [UInt8] {
    switch self {
    case .deviceKey: []
    case .deviceKeyAndPasscode(let parameters), .password(let parameters): parameters.encoded
    }
  }
}
