package import KeychainModel

/// The keychain of an item that is not in the login keychain.
///
/// The type is a class, so that the items of one search share one object.
package final class ItemKeychain: Sendable {
  package let path: KeychainPath
  package let vaultID: RowIdentifier

  package init(_ path: KeychainPath, _ vaultID: RowIdentifier) {
    self.path = path
    self.vaultID = vaultID
  }
}
