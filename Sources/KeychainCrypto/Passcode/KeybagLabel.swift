import KeychainModel
import OpenSSLSupport

/// What a key is derived for. Each protection has labels of its own, so that a keybag of one is never opened as one of
/// another.
///
/// One label begins with another, but what follows has a fixed length: no two uses give the same bytes.
enum KeybagLabel {
  case deviceKey
  case deviceKeyAndPasscode
  /// The key in the place of a device key.
  case password

  /// The info of the derivation.
  func info(_ storeID: RowIdentifier) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .deviceKey: bytes.append(text: "latchkey keybag, device key")
    case .deviceKeyAndPasscode: bytes.append(text: "latchkey keybag, device key and passcode")
    case .password: bytes.append(text: "latchkey keybag, password alone")
    }
    return bytes + storeID.bytes
  }
}
