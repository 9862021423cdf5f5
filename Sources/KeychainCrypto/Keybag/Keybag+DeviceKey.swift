import KeychainFiles
package import KeychainModel

extension Keybag {
  /// Whether the keybag was made with this device key and was not altered. Does not open the keys that
  /// require a passcode.
  package func isOpened(by deviceKey: DeviceKey) throws(KeychainError) -> Bool {
    guard vaultID == deviceKey.vaultID else { return false }
    do throws(KeychainError) {
      try opened(deviceKey, nil) { (_, _) throws(KeychainError) in }
      return true
    } catch {
      guard error.code == .notAvailable else { throw error }
      return false
    }
  }

  /// The next generation, wrapped with another device key. The class keys stay the same.
  ///
  /// - Parameters:
  ///   - passcodeKey: The key of the passcode and the old device key; nil when no passcode is set.
  ///   - newPasscodeKey: The key of the same passcode and the new device key.
  /// - Throws: `.notAvailable` when a device key belongs to another store, or the keybag is not
  ///   authentic. `.interactionNotAllowed` when the passcode's key is missing. `.authenticationFailed`
  ///   when the passcode's key is wrong.
  package func changingDeviceKey(
    from old: DeviceKey, to new: DeviceKey, passcodeKey: PasscodeKey? = nil,
    newPasscodeKey: PasscodeKey? = nil, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard new.vaultID == vaultID else {
      throw KeychainError(
        .notAvailable, "the new device key is of another store", because: .deviceKeyWrong)
    }
    guard hasPasscode == (passcodeKey != nil), hasPasscode == (newPasscodeKey != nil) else {
      throw KeychainError(
        .interactionNotAllowed, "changing the device key takes the passcode, if one is set")
    }
    return try opened(old, passcodeKey) { (wrapper, indexKey) throws(KeychainError) in
      let next = try KeyWrapper(
        deviceKey: new, protection: newPasscodeKey?.protection ?? .deviceKey,
        passcodeKey: newPasscodeKey)
      var entries: [KeybagEntry] = []
      for entry in self.entries {
        entries.append(
          try wrapper.changing(entry, to: entry.state, by: next, random: random))
      }
      let authentication = try self.authentication.map { (entry) throws(KeychainError) in
        try wrapper.changing(entry, by: next, random: random)
      }
      return try Self.sealed(
        vaultID, newPasscodeKey?.protection ?? .deviceKey, generation: generation + 1,
        nextKeyID: nextKeyID, entries, authentication, next, indexKey, random)
    }
  }
}

extension DeviceKeyProvider {
  /// The key of a store that opens a keybag; nil when none does. While the key changes, the prepared one may be the
  /// right one.
  package func key(opening keybag: Keybag) throws(KeychainError) -> DeviceKey? {
    for key in try keys(of: keybag.vaultID) where try keybag.isOpened(by: key) { return key }
    return nil
  }
}
