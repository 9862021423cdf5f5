package import KeychainModel

/// The vault that the file of a keychain names. Opening such a vault never makes another vault in its place.
package struct NamedVault: Sendable, Hashable {
  package let vaultID: RowIdentifier
  /// Whether the password alone opens the vault, so that the vault also opens on another machine.
  package let isPortable: Bool
  /// Whether the vault is being made, and no file names it yet.
  package var isNew: Bool

  package init(vaultID: RowIdentifier, isPortable: Bool, isNew: Bool = false) {
    self.vaultID = vaultID
    self.isPortable = isPortable
    self.isNew = isNew
  }

  static var missing: KeychainError {
    KeychainError(.noSuchKeychain, "the files of the keychain are missing, which its file names")
  }
}
