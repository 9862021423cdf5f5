import KeychainModel
import OpenSSLSupport

/// Labels for the keys that are derived for a keybag. Each protection has its own labels, so that a keybag with one
/// protection never opens as a keybag with another.
///
/// One label is a prefix of another. But the bytes after a label have a constant length, so two uses never give the
/// same bytes.
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
