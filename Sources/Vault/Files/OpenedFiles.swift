package import KeychainCrypto

/// Everything of a vault that lies beside its database.
package struct OpenedFiles: Sendable {
  package let files: VaultFiles
  package let header: HeaderFile
  package let reading: HeaderFile.Reading
  package let keybag: Keybag
  package let reference: KeybagReference
  package let deviceKey: DeviceKey

  package var state: HeaderState { reading.state }
}
