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
  /// The keychain of the search list that has this identifier, wherever its file is.
  case vault(RowIdentifier)
}
