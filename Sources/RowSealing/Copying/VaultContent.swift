package import KeychainCrypto
package import KeychainModel
package import KeychainStore

/// The content of a new vault that is a copy of another vault. The rows stay sealed as they are in the other vault.
package struct VaultContent {
  package typealias KeybagMaker = (DeviceKey) throws(KeychainError) -> Keybag
  package typealias RowWriter = (Connection) throws(KeychainError) -> Void

  package let vaultID: RowIdentifier
  package let settings: LockSettings
  /// The device key to store; nil for the device key that a new vault gets.
  package let deviceKey: DeviceKey?
  /// Makes the keybag for the device key of the new vault.
  package let keybag: KeybagMaker
  /// Writes the rows, in the transaction that makes the database.
  package let rows: RowWriter

  package init(
    _ vaultID: RowIdentifier, _ settings: LockSettings, _ deviceKey: DeviceKey?, keybag: @escaping KeybagMaker,
    rows: @escaping RowWriter
  ) {
    self.vaultID = vaultID
    self.settings = settings
    self.deviceKey = deviceKey
    self.keybag = keybag
    self.rows = rows
  }
}
