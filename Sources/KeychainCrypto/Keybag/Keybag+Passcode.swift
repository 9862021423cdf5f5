import KeychainFiles
package import KeychainModel

/// Changes of the passcode. Each change makes the next generation of the keybag. The class keys stay the same and are
/// wrapped again, so earlier rings remain valid. All changes require the device key.
extension Keybag {
  /// Whether a passcode is set.
  package var hasPasscode: Bool { protection != .deviceKey }

  /// Derives the key of the passcode, and checks that the passcode is correct. The derivation is costly.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, or the keybag is not authentic.
  ///   `.authenticationFailed` when the passcode is wrong. `.allocation` when there is not enough
  ///   memory for the derivation.
  package func passcodeKey(
    _ passcode: Passcode, deviceKey: DeviceKey
  ) throws(KeychainError) -> PasscodeKey {
    // The keybag is verified before the derivation, because an attacker may have altered the
    // parameters.
    if case .password = protection {
      try verify(deviceKey, nil)
      return try PortableKeys(passcode, opening: self).passcodeKey
    }
    guard case .deviceKeyAndPasscode(let parameters) = protection else { throw Self.noPasscode }
    try verify(deviceKey, nil)
    let key = try PasscodeKey(passcode, parameters, deviceKey)
    try verify(deviceKey, key)
    return key
  }

  /// The next generation of the keybag, in which a passcode is set. The class of the items that require a passcode gets
  /// a key.
  ///
  /// - Parameter passcodeKey: The key of the new passcode.
  /// - Throws: `.parameter` when a passcode is set already. `.notAvailable` when the keybag has no
  ///   room for the key, or is not authentic.
  package func settingPasscode(
    _ passcodeKey: PasscodeKey, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard !hasPasscode else { throw KeychainError(.parameter, "a passcode is set already") }
    return try protected(by: passcodeKey, insteadOf: nil, deviceKey, random)
  }

  /// The next generation of the keybag, with another passcode.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, or the keybag is not authentic.
  ///   `.authenticationFailed` when the old key does not belong to the current passcode.
  package func changingPasscode(
    from old: PasscodeKey, to new: PasscodeKey, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard hasPasscode else { throw Self.noPasscode }
    return try protected(by: new, insteadOf: old, deviceKey, random)
  }

  /// The next generation of the keybag, without a passcode. All keys of the class of items that require a passcode are
  /// destroyed. The ids of these keys are never used again.
  ///
  /// - Throws: The errors of `changingPasscode`.
  package func removingPasscode(
    _ passcodeKey: PasscodeKey, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard hasPasscode else { throw Self.noPasscode }
    return try protected(by: nil, insteadOf: passcodeKey, deviceKey, random)
  }

  /// The authentication key, which is available only to a caller that has just received the
  /// passcode.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, or the keybag is not authentic.
  ///   `.authenticationFailed` when the key does not belong to the passcode.
  package func authenticationKey(
    _ passcodeKey: PasscodeKey, deviceKey: DeviceKey
  ) throws(KeychainError) -> AuthenticationKey {
    guard let authentication, let publicKey = authenticationPublicKey else {
      throw Self.noPasscode
    }
    return try opened(deviceKey, passcodeKey) { wrapper, _ throws(KeychainError) in
      var memory = try KeyMemory(byteCount: XAES256GCM.keyByteCount)
      try memory.withUnsafeMutableBytes { output throws(KeychainError) in
        try wrapper.unwrap(authentication, into: output)
      }
      return AuthenticationKey(publicKey, memory)
    }
  }

  /// Wraps all keys again, because the header that is authenticated with the keys changes.
  private func protected(
    by new: PasscodeKey?, insteadOf old: PasscodeKey?, _ deviceKey: DeviceKey,
    _ random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    try opened(deviceKey, old) { wrapper, indexKey throws(KeychainError) in
      let protection = new?.protection ?? .deviceKey
      let next = try KeyWrapper(
        deviceKey: deviceKey, protection: protection, passcodeKey: new)
      var result: [KeybagEntry] = []
      for entry in entries {
        let isDestroyed = new == nil && entry.accessibility == .whenPasscodeSetThisDeviceOnly
        result.append(
          isDestroyed
            ? entry.destroyed
            : try wrapper.changing(entry, to: entry.state, by: next, random: random))
      }
      var nextKeyID = nextKeyID
      if old == nil {
        let keyID = try newKeyIDs(count: 1, random)
        result.append(
          try next.makeEntry(.whenPasscodeSetThisDeviceOnly, keyID, random: random))
        nextKeyID = keyID + 1
      }
      return try Self.sealed(
        vaultID, protection, generation: generation + 1,
        nextKeyID: nextKeyID, result,
        try authentication(by: new == nil ? nil : next, insteadOf: wrapper, random), next, indexKey,
        random)
    }
  }

  /// The authentication key for a new passcode. The authentication key is created with the first passcode, and is
  /// wrapped again for every later passcode.
  private func authentication(
    by next: KeyWrapper?, insteadOf wrapper: KeyWrapper, _ random: some RandomSource
  ) throws(KeychainError) -> AuthenticationEntry? {
    guard let next else { return nil }
    guard let authentication else {
      return try next.makeAuthenticationEntry(generation + 1, random: random)
    }
    return try wrapper.changing(authentication, by: next, random: random)
  }

  private func verify(
    _ deviceKey: DeviceKey, _ passcodeKey: PasscodeKey?
  ) throws(KeychainError) {
    var indexKey = WipedBytes(count: XAES256GCM.keyByteCount)
    try indexKey.withUnsafeMutableBytes { buffer throws(KeychainError) in
      _ = try KeyWrapper(
        opening: self, deviceKey: deviceKey, passcodeKey: passcodeKey, indexKey: buffer)
    }
  }

  private static var noPasscode: KeychainError {
    KeychainError(.notAvailable, "no passcode is set", because: .passcodeMissing)
  }
}

extension Keybag {
  /// The salt and parameters of the passcode's key; empty when no passcode is set. Each new passcode has a
  /// new salt.
  package var passcodeSalt: [UInt8] { protection.parameters }

  /// The cost of deriving a key from the passcode; nil when no passcode is set.
  package var passcodeCost: Argon2Cost? {
    switch protection {
    case .deviceKey: nil
    case .deviceKeyAndPasscode(let parameters), .password(let parameters): parameters.cost
    }
  }
}
