package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

/// Writes or removes the file `device.key` of a vault, under the exclusive vault lock. Both operations also work when
/// the vault lacks the device key, or when the database is damaged.
package struct DeviceKeyPlacement {
  private let exclusive: ExclusiveVaultFiles
  private let keybag: Keybag
  /// Whether a change of the keybag was interrupted. The next use of the vault finishes the change.
  private let isChanging: Bool

  init(_ exclusive: ExclusiveVaultFiles) throws(KeychainError) {
    self.exclusive = exclusive
    guard let state = try exclusive.header.read()?.state, state.vaultID != nil else { throw Self.noKeychain }
    guard state.job == nil || state.job?.kind == .repair else {
      throw KeychainError(.notAvailable, "the keychain is being made or erased; nothing was changed")
    }
    guard let reference = state.keybag, let keybag = try exclusive.files.keybags.load(reference.number) else {
      throw Self.noKeychain
    }
    guard try keybag.digest() == reference.digest else { throw Inconsistency.keybagDiffers.error }
    self.keybag = keybag
    isChanging = state.pending != nil
  }

  fileprivate static var noKeychain: KeychainError {
    KeychainError(.notAvailable, "there is no keybag here, and nothing else says whose device key it is")
  }

  private var files: VaultFiles { exclusive.files }

  package var vaultID: RowIdentifier { keybag.vaultID }

  private func opens(_ key: DeviceKey?) throws(KeychainError) -> Bool {
    guard let key else { return false }
    return try keybag.isOpened(by: key)
  }

  /// Writes the file `device.key`.
  ///
  /// - Returns: False when the file already contains this key.
  /// - Throws: `.notAvailable` when the key does not open the keybag, or when the file exists with other content.
  package func put(_ key: DeviceKey) throws(KeychainError) -> Bool {
    guard try opens(key) else {
      throw KeychainError(
        .notAvailable, "this is not the device key of the keychain; nothing was changed", because: .deviceKeyWrong)
    }
    guard try !files.keyFile.isPresent() else {
      if try opens(try? files.keyFile.load()) { return false }
      throw KeychainError(
        .notAvailable,
        "device.key is there, and is another key, or damaged. Move it away first; nothing was changed.",
        because: .deviceKeyWrong)
    }
    try files.keyFile.create(key)
    Log.notice("the device key was put in place")
    return true
  }

  /// Removes the file `device.key`, after a check that `other` opens the keybag.
  ///
  /// - Parameter other: The key from a copy of the file or from a credential; nil when there is no such key.
  /// - Returns: Whether the content of the file was overwritten.
  package func remove(_ other: DeviceKey?) throws(KeychainError) -> Bool {
    guard try files.keyFile.isPresent() else {
      throw KeychainError(.notAvailable, "there is no file device.key", because: .deviceKeyMissing)
    }
    let next = files.keyFile.prepared(vaultID)
    guard next == nil || !isChanging, try !opens(next) else {
      throw KeychainError(
        .notAvailable,
        "a change of the device key was interrupted: use the keychain once, which finishes it. Nothing was "
          + "removed.", because: .interrupted)
    }
    // If the files do not belong together, `device.key` may contain the only key of another keybag.
    if case .refused(let inconsistency) = try exclusive.consistency(), inconsistency != .deviceKeyDiffers {
      throw inconsistency.error
    }
    guard try opens(try files.keyFile.load()) else {
      throw KeychainError(
        .notAvailable,
        "device.key does not open the keychain: it is the key of another one, or of another keybag. Move it away "
          + "yourself; nothing was removed.", because: .deviceKeyWrong)
    }
    guard try opens(other) else {
      throw KeychainError(
        .notAvailable, "neither a copy nor a credential opens the keychain; nothing was removed",
        because: .deviceKeyWrong)
    }
    // A prepared device key opens no keybag here, because the change of the device key was not committed.
    if next != nil { try files.keyFile.abort(vaultID) }
    let outcome = try files.keyFile.removeAndDestroy()
    Log.notice("the file of the device key was removed")
    return outcome == .overwritten
  }
}

extension Vault {
  /// Runs `body`, which may write or remove the file `device.key`, while no other process uses the vault.
  package func withDeviceKeyPlacement<Result>(
    until deadline: Deadline, _ body: (DeviceKeyPlacement, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    close()
    // The folder of the key may be lost together with the key, so a missing folder of the key is created.
    guard try ProtectedDirectory.open(location.dataDirectory) != nil else { throw DeviceKeyPlacement.noKeychain }
    let files = try location.open()
    return try body(try DeviceKeyPlacement(try ExclusiveVaultFiles(files, until: deadline)), files)
  }
}
