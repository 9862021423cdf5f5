package import KeychainModel
import OpenSSLSupport

/// The keys of a portable keychain: a password alone opens the keychain on every machine (`KeybagProtection.password`).
///
/// A device key and a passcode key are derived from the password. Therefore every change of a keybag works as for a
/// keybag with a device key and a passcode. To set the password, use `settingPasscode` on a keybag that was never
/// written. To change the password, use `changingDeviceKey`.
package struct PortableKeys: Sendable {
  package let deviceKey: DeviceKey
  package let passcodeKey: PasscodeKey

  /// The keys for a new password, with a new salt.
  ///
  /// - Throws: `.allocation` when there is not enough memory.
  package init(
    new password: Passcode, vaultID: RowIdentifier, cost: Argon2Cost = .recommended,
    random: some RandomSource
  ) throws(KeychainError) {
    try self.init(password, try PasscodeParameters(cost: cost, random: random), vaultID)
  }

  /// Derives the keys that open a keybag.
  ///
  /// - Throws: `.notAvailable` when the keybag has another protection. `.authenticationFailed` when the password is
  ///   wrong or the keybag was altered; these two cases cannot be distinguished. `.allocation`.
  package init(_ password: Passcode, opening keybag: Keybag) throws(KeychainError) {
    guard case .password(let parameters) = keybag.protection else {
      throw KeychainError(
        .notAvailable, "the keybag takes a device key, not a password alone")
    }
    try self.init(password, parameters, keybag.vaultID)
    guard try keybag.isOpened(by: deviceKey) else {
      throw KeychainError(.authenticationFailed, "the password is wrong", because: .passcodeWrong)
    }
  }

  private init(
    _ password: Passcode, _ parameters: PasscodeParameters, _ vaultID: RowIdentifier
  ) throws(KeychainError) {
    let stretched = try parameters.stretch(password)
    let info = KeybagLabel.password.info(vaultID)
    let key = try stretched.withUnsafeBytes { bytes throws(KeychainError) in
      try HKDF.deriveKey(from: bytes, info: info)
    }
    let deviceKey = try key.withUnsafeBytes { bytes throws(KeychainError) in
      try DeviceKey(vaultID: vaultID, bytes: bytes)
    }
    self.deviceKey = deviceKey
    passcodeKey = try PasscodeKey(stretched, parameters, .password(parameters), deviceKey)
  }
}
