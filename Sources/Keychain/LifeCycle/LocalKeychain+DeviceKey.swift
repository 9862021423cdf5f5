package import KeychainCrypto
package import KeychainModel
import Vault

extension LocalKeychain {
  /// The device key, which opens the keybag. Where there is no keychain none is made.
  package func deviceKey() throws(KeychainError) -> DeviceKey {
    guard try isPresent() else { throw KeychainError(.notAvailable, "there is no keychain yet") }
    return try call { (deadline) throws(KeychainError) in
      try vault.open(until: deadline).deviceKey
    }
  }

  /// Puts a device key in place, as the file `device.key`, where that is missing.
  ///
  /// - Returns: False when it is in place already.
  /// - Throws: `.notAvailable` when it is not the key of this keychain, another file is in its place, or the keybag is
  ///   older than the database remembers; nothing is changed then.
  package func importDeviceKey(_ copy: DeviceKeyContent) throws(KeychainError) -> Bool {
    try withPlacement { (placement, _) throws(KeychainError) in
      try placement.put(try copy.key(for: placement.vaultID))
    }
  }

  /// Removes the file `device.key`, once a copy has proved to open the keychain, or the credential that this process was
  /// passed.
  ///
  /// - Parameter copy: Nil for the credential.
  /// - Returns: Whether the file was overwritten; otherwise its content may still be somewhere.
  /// - Throws: `.notAvailable` when it is not proved, there is no such file, it does not open the keychain itself, or the
  ///   keybag is older than the database remembers; nothing is removed then.
  package func removeDeviceKeyFile(_ copy: DeviceKeyContent?) throws(KeychainError) -> Bool {
    try withPlacement { (placement, files) throws(KeychainError) in
      if let copy { return try placement.remove(try copy.key(for: placement.vaultID)) }
      guard let credential = files.credential else {
        throw KeychainError(
          .notAvailable,
          "no credential was passed, so \(files.key.path(of: StoreLocation.deviceKeyName)) is all there is; "
            + "name a copy of it. Nothing was removed.", cause: .argument)
      }
      return try placement.remove(try credential.load(for: placement.vaultID))
    }
  }

  /// Puts a new random device key in place of the present one, and wraps the keybag anew. Copies of the old one open
  /// nothing any more but copies of the old keybag. Where there is no keychain none is made.
  ///
  /// - Parameter passcode: The one that is set; nil when none is.
  /// - Returns: False where there is no keychain.
  /// - Throws: `.notAvailable` when the key is a credential; `.interactionNotAllowed` when a passcode is set and none was
  ///   given; `.authenticationFailed`; `.readOnly`, and what opening a keychain throws. Either nothing was changed, or
  ///   the next use of the keychain finishes the change.
  package func changeDeviceKey(_ passcode: Passcode? = nil) throws(KeychainError) -> Bool {
    guard try isPresent() else { return false }
    try call { (deadline) throws(KeychainError) in
      try vault.changeDeviceKey(passcode, until: deadline)
    }
    return true
  }

  private func withPlacement<Result>(
    _ body: (DeviceKeyPlacement, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try call { (deadline) throws(KeychainError) in
      try vault.withDeviceKeyPlacement(until: deadline, body)
    }
  }
}
