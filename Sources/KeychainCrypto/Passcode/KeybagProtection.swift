import KeychainModel
import OpenSSLSupport

/// The secrets that open a keybag.
package enum KeybagProtection: Sendable, Equatable {
  /// The device key alone.
  case deviceKey
  /// The device key for the index key and for the classes that are always readable; the device key
  /// and the passcode for all other classes.
  case deviceKeyAndPasscode(PasscodeParameters)
  /// The password alone, for all keys. A key that is derived from the password replaces the device key.
  case password(PasscodeParameters)

  /// The number of the protection in the file.
  var number: UInt32 {
    switch self {
    case .deviceKey: 1
    case .deviceKeyAndPasscode: 2
    case .password: 3
    }
  }

  /// The encoded parameters of the protection. The keybag file contains them after the identifier of the store.
  var parameters: [UInt8] {
    switch self {
    case .deviceKey: []
    case .deviceKeyAndPasscode(let parameters), .password(let parameters): parameters.encoded
    }
  }
}

/// Labels for the keys that are derived for a keybag. Each protection has its own labels, so that a keybag with one
/// protection never opens as a keybag with another protection.
///
/// One label is a prefix of another label. But the bytes after a label have a constant length, so two uses never give
/// the same bytes.
enum KeybagLabel {
  case deviceKey
  case deviceKeyAndPasscode
  /// The key that replaces the device key.
  case password

  /// The info of the derivation.
  func info(_ vaultID: RowIdentifier) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .deviceKey: bytes.append(text: "latchkey keybag, device key")
    case .deviceKeyAndPasscode: bytes.append(text: "latchkey keybag, device key and passcode")
    case .password: bytes.append(text: "latchkey keybag, password alone")
    }
    return bytes + vaultID.bytes
  }
}
