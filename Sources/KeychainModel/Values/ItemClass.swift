/// The kinds of item a keychain holds; the raw value is that of the `kSecClass` constant.
package enum ItemClass: String, Sendable, CaseIterable, Hashable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
  case identity = "idnt"

  /// The classes whose items this version stores.
  package static let stored: [ItemClass] = [.genericPassword, .internetPassword]

  /// The four bytes of the raw value, as they begin a persistent reference and mark a row.
  package var code: FourCharacterCode { FourCharacterCode(literal: rawValue) }
}
