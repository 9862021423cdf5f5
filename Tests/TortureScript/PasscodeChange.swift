package import KeychainCrypto
package import KeychainModel

/// What is done to a keybag while it is interrupted: each in the state that the one before leaves.
package enum PasscodeChange: Int, CaseIterable, Sendable {
  case set, change, remove

  /// The passcode before and after it.
  package var passcodes: (before: String?, after: String?) {
    switch self {
    case .set: (nil, "one")
    case .change: ("one", "two")
    case .remove: ("two", nil)
    }
  }

  /// The next generation of a keybag.
  package func apply(
    to keybag: Keybag, _ deviceKey: DeviceKey
  ) throws(KeychainError) -> Keybag {
    let random = SystemRandom()
    let old = try passcodes.before.map { text throws(KeychainError) in
      try keybag.passcodeKey(Self.passcode(text), deviceKey: deviceKey)
    }
    let new = try passcodes.after.map { text throws(KeychainError) in
      try PasscodeKey(
        new: Self.passcode(text), deviceKey: deviceKey,
        cost: Argon2Cost(passes: 1, memory: 8, lanes: 1) ?? .recommended, random: random)
    }
    switch (old, new) {
    case (nil, let new?):
      return try keybag.settingPasscode(new, deviceKey: deviceKey, random: random)
    case (let old?, let new?):
      return try keybag.changingPasscode(
        from: old, to: new, deviceKey: deviceKey, random: random)
    case (let old?, nil):
      return try keybag.removingPasscode(old, deviceKey: deviceKey, random: random)
    case (nil, nil): throw KeychainError(.parameter, "there is nothing to change")
    }
  }

  package static func passcode(_ text: String) throws(KeychainError) -> Passcode {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    defer { bytes.deallocate() }
    _ = bytes.initialize(from: text.utf8)
    return try Passcode(UnsafeRawBufferPointer(bytes))
  }
}
