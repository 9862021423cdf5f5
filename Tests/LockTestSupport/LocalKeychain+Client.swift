package import Keychain
package import KeychainCrypto
package import KeychainFiles
package import KeychainModel

/// What programs do through a client.
extension LocalKeychain {
  /// The keychain as the tool uses it.
  package var client: KeychainClient { KeychainClient(self, as: .tool) }

  @discardableResult
  package func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try changePasscode(from: nil, to: passcode)
  }

  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    try changePasscode(from: passcode, to: nil)
  }

  package func exportBackup(
    to path: [UInt8], passphrase: Passcode?, replaces: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> BackupOutcome {
    try client.exportBackup(
      to: path, passphrase: passphrase, replaces: replaces, onProgress: onProgress)
  }

  package func importBackup(
    from path: [UInt8], passphrase: Passcode?, deviceKeyCopy: DeviceKeyCopy? = nil, isDryRun: Bool,
    onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> RestoreOutcome {
    try client.importBackup(
      from: path, passphrase: passphrase, deviceKeyCopy: deviceKeyCopy, isDryRun: isDryRun,
      onProgress: onProgress)
  }

  @discardableResult
  package func exportDeviceKey(to path: [UInt8]) throws(KeychainError) -> Bool {
    try client.exportDeviceKey(to: path)
  }

  package func deviceKeyOnPaper() throws(KeychainError) -> WipedBytes {
    try client.deviceKeyOnPaper()
  }

  package func importDeviceKey(from path: [UInt8]) throws(KeychainError) -> Bool {
    try client.importDeviceKey(from: path)
  }

  package func importDeviceKey(_ key: DeviceKey) throws(KeychainError) -> Bool {
    try client.importDeviceKey(key)
  }

  package func removeDeviceKeyFile(copy: [UInt8]?) throws(KeychainError) -> Bool {
    try client.removeDeviceKeyFile(copy: copy)
  }
}
