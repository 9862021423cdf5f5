package import KeychainModel

/// The keychains whose items a call finds, changes and adds (compatibility: D9, D29).
package enum KeychainScope: Sendable, Hashable {
  /// The login keychain, and then the search list. New items go to the default keychain.
  case standard
  /// The login keychain alone, which has access groups.
  case login
  /// The search list alone. New items go to the default keychain.
  case searchList
  /// These keychains, in this order. New items go to the first one.
  case keychains([KeychainPath])
  /// The first keychain that has this identifier: at the path where it was last, or else among these keychains, or in the
  /// search list. So the file of the keychain may be moved.
  case vault(RowIdentifier, at: KeychainPath? = nil, among: [KeychainPath]? = nil)
}
