/// What it takes to open a keybag.
package enum KeybagProtection: Sendable, Equatable {
  /// The device key alone.
  case deviceKey
  /// The device key for the index key and for the classes that are always readable; the passcode as
  /// well for all others.
  case deviceKeyAndPasscode(PasscodeParameters)
  /// The password alone, for everything: a key that is made from it stands in the place of the device key.
  case password(PasscodeParameters)

  /// What the file says.
  var number: UInt32 {
    switch self {
    case .deviceKey: 1
    case .deviceKeyAndPasscode: 2
    case .password: 3
    }
  }

  /// What the file says after the store's identifier.
  var parameters: [UInt8] {
    switch self {
    case .deviceKey: []
    case .deviceKeyAndPasscode(let parameters), .password(let parameters): parameters.encoded
    }
  }
}
