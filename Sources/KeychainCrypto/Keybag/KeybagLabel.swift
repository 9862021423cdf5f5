import KeychainModel
import OpenSSLSupport

/// What a key-encryption key is derived for. Two labels, so that a keybag without passcode is never
/// opened as one with, nor the other way round.
///
/// One label begins with the other, but what follows has a fixed length: no two uses give the same
/// bytes.
enum KeybagLabel {
  case deviceKey
  case deviceKeyAndPasscode

  /// The info of the derivation.
  func info(_ storeID: RowIdentifier) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .deviceKey: bytes.append(text: "latchkey keybag, device key")
    case .deviceKeyAndPasscode: bytes.append(text: "latchkey keybag, device key and passcode")
    }
    return bytes + storeID.bytes
  }
}
