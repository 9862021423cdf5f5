package import Keychain
package import KeychainCrypto
package import KeychainFiles
package import KeychainModel

/// Methods that call a local keychain through `KeychainClient`, as the `security` tool does.
extension LocalKeychain {
  /// The client with the access of the `security` tool.
  package var client: KeychainClient { KeychainClient(self, as: .tool) }

  // MARK: Items

  package func perform(
    _ batch: BatchRequest, as caller: Caller, onProgress: (Int) -> Void = { _ in }
  ) throws(KeychainError) -> [BatchOutcome] {
    try KeychainClient(self, as: caller).perform(batch, onProgress: onProgress)
  }

  package func duplicates(of batch: BatchRequest, as caller: Caller) throws(KeychainError) -> [Bool] {
    try KeychainClient(self, as: caller).duplicates(of: batch)
  }

  package func countUnreadable() throws(KeychainError) -> UnreadableCount { try client.countUnreadable() }

  // MARK: The keychain

  package func isPresent() throws(KeychainError) -> Bool { try client.isPresent() }

  package func open() throws(KeychainError) { try client.open() }

  package func close() { client.close() }

  package func lockStatus() throws(KeychainError) -> LockStatus { try client.lockStatus() }

  package func canBeLocked() throws(KeychainError) -> Bool { try client.canBeLocked() }

  @discardableResult
  package func lock() throws(KeychainError) -> Bool { try client.lock() }

  @discardableResult
  package func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError? { try client.unlock(passcode) }

  package func set(_ settings: LockSettings) throws(KeychainError) { try client.set(settings) }

  @discardableResult
  package func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try client.setPasscode(passcode)
  }

  @discardableResult
  package func changePasscode(from old: Passcode, to new: Passcode) throws(KeychainError) -> KeychainError? {
    try client.changePasscode(from: old, to: new)
  }

  package func removePasscode(_ passcode: Passcode) throws(KeychainError) { try client.removePasscode(passcode) }

  // MARK: Life cycle

  package func repair(
    _ passcode: Passcode? = nil, onlyIfMarked: Bool = false
  ) throws(KeychainError) -> RepairOutcome? {
    try client.repair(passcode, onlyIfMarked: onlyIfMarked)
  }

  package func acceptOlder() throws(KeychainError) -> Bool { try client.acceptOlder() }

  package func recoverQuarantined() throws(KeychainError) -> QuarantineOutcome {
    try client.recoverQuarantined()
  }

  package func dropQuarantined() throws(KeychainError) -> Int { try client.dropQuarantined() }

  package func eraseEverything() throws(KeychainError) -> ErasureOutcome? { try client.eraseEverything() }

  package func rotateKeys(_ passcode: Passcode? = nil) throws(KeychainError) -> RotationOutcome? {
    try client.rotateKeys(passcode)
  }

  package func verify() throws(KeychainError) -> VerificationReport { try client.verify() }

  package func purge() throws(KeychainError) -> PurgeOutcome { try client.purge() }

  package func compact() throws(KeychainError) -> CompactionOutcome? { try client.compact() }

  package func changeDeviceKey(_ passcode: Passcode? = nil) throws(KeychainError) -> Bool {
    try client.changeDeviceKey(passcode)
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

  // MARK: Backup

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
}
