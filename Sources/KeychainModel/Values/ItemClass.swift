/// The classes of items. The raw value is the value of the `kSecClass` constant.
package enum ItemClass: String, Sendable, CaseIterable, Hashable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  case identity = "idnt"

  /// The classes whose items this version stores, in the order in which Latchkey introduced the classes.
  package static let stored: [ItemClass] = passwords + [.key, .certificate]

  /// The classes of passwords. Commands show the secrets of these classes to users, and import such items from other
  /// programs.
  package static let passwords: [ItemClass] = [.genericPassword, .internetPassword]

  /// The raw value as a code of four bytes. A persistent reference begins with these bytes. Each row of the database
  /// also contains these bytes.
  package var code: FourCharacterCode {
    switch self {
    case .genericPassword: FourCharacterCode(rawValue: 0x6765_6E70)
    case .internetPassword: FourCharacterCode(rawValue: 0x696E_6574)
    case .certificate: FourCharacterCode(rawValue: 0x6365_7274)
    case .key: FourCharacterCode(rawValue: 0x6B65_7973)
    case .identity: FourCharacterCode(rawValue: 0x6964_6E74)
    }
  }
}
