import KeychainFiles
package import KeychainModel

extension Keybag {
  /// Creates a keybag for a new store, without a passcode. The keybag has an index key, and a key for each class except
  /// the class whose items require a passcode.
  package static func create(
    deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let wrapper = try KeyWrapper(
      deviceKey: deviceKey, protection: .deviceKey, passcodeKey: nil)
    var entries: [KeybagEntry] = []
    var keyID: UInt32 = 1
    for accessibility in Accessibility.allCases
    where accessibility != .whenPasscodeSetThisDeviceOnly {
      entries.append(try wrapper.makeEntry(accessibility, keyID, random: random))
      keyID += 1
    }
    var indexKey = WipedBytes(count: XAES256GCM.keyByteCount)
    try indexKey.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try random.fillSecret(buffer)
    }
    return try indexKey.withUnsafeBytes { indexKey throws(KeychainError) in
      try sealed(
        deviceKey.vaultID, .deviceKey, generation: 1, nextKeyID: keyID, entries, nil, wrapper,
        indexKey, random)
    }
  }

  /// The next generation of the keybag, with a new active key for a class. The old active key of the class becomes
  /// retired.
  ///
  /// - Parameter passcodeKey: Required when a passcode is set, except for classes that are always
  ///   readable.
  /// - Throws: `.notAvailable` for the class that requires a passcode when no passcode is set, when the keybag is full,
  ///   and when the keybag is not authentic. `.interactionNotAllowed` when the passcode's key is missing.
  ///   `.authenticationFailed` when the passcode's key is wrong.
  package func rotatingKey(
    for accessibility: Accessibility, deviceKey: DeviceKey, passcodeKey: PasscodeKey? = nil,
    random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard hasPasscode || accessibility != .whenPasscodeSetThisDeviceOnly else {
      throw KeychainError(
        .notAvailable, "a key that needs a passcode: no passcode is set", because: .passcodeMissing)
    }
    let keyID = try newKeyIDs(count: 1, random)
    return try changed(deviceKey, passcodeKey, random, nextKeyID: keyID + 1) {
      wrapper throws(KeychainError) in
      var result: [KeybagEntry] = []
      for entry in entries {
        let isReplaced = entry.accessibility == accessibility && entry.state == .active
        result.append(
          isReplaced ? try wrapper.changing(entry, to: .retired, random: random) : entry)
      }
      result.append(try wrapper.makeEntry(accessibility, keyID, random: random))
      return result
    }
  }

  /// The next generation of the keybag, with a new active key for every class that has an active key. The old active
  /// keys become retired.
  ///
  /// - Parameter passcodeKey: Required when a passcode is set.
  /// - Throws: The errors of `rotatingKey`.
  package func rotatingKeys(
    deviceKey: DeviceKey, passcodeKey: PasscodeKey? = nil, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let active = entries.filter { $0.state == .active }
    let firstKeyID = try newKeyIDs(count: active.count, random)
    return try changed(deviceKey, passcodeKey, random, nextKeyID: firstKeyID + UInt32(active.count)) {
      wrapper throws(KeychainError) in
      var result: [KeybagEntry] = []
      for entry in entries {
        result.append(
          entry.state == .active
            ? try wrapper.changing(entry, to: .retired, random: random) : entry)
      }
      for (entry, keyID) in zip(active, firstKeyID...) {
        result.append(try wrapper.makeEntry(entry.accessibility, keyID, random: random))
      }
      return result
    }
  }

  /// The next generation of the keybag, in which a key is destroyed. The keybag keeps the id of this key. Only the
  /// device key is required, because no key is opened.
  ///
  /// - Throws: `.parameter` when the keybag never had such a key. `.parameter` also for the active key of the class
  ///   that requires a passcode, because the presence of this key means that a passcode is set. `.notAvailable` when
  ///   the keybag is not authentic.
  package func destroyingKey(
    _ keyID: UInt32, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    try destroyingKeys([keyID], deviceKey: deviceKey, random: random)
  }

  /// The next generation of the keybag, in which several keys are destroyed, as in `destroyingKey`.
  package func destroyingKeys(
    _ keyIDs: Set<UInt32>, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    for keyID in keyIDs {
      guard let destroyed = entry(of: keyID) else {
        throw KeychainError(.parameter, "the keybag has no key \(keyID)")
      }
      guard
        destroyed.accessibility != .whenPasscodeSetThisDeviceOnly || destroyed.state != .active
      else {
        throw KeychainError(
          .parameter, "key \(keyID) is destroyed by removing the passcode, or rotated before")
      }
    }
    return try changed(deviceKey, nil, random, nextKeyID: nextKeyID) { _ throws(KeychainError) in
      entries.map { keyIDs.contains($0.keyID) ? $0.destroyed : $0 }
    }
  }

  /// The next generation of the keybag, with changed entries and the same protection.
  private func changed(
    _ deviceKey: DeviceKey, _ passcodeKey: PasscodeKey?, _ random: some RandomSource,
    nextKeyID: UInt32, _ change: (KeyWrapper) throws(KeychainError) -> [KeybagEntry]
  ) throws(KeychainError) -> Keybag {
    try opened(deviceKey, passcodeKey) { wrapper, indexKey throws(KeychainError) in
      try Self.sealed(
        vaultID, protection, generation: generation + 1, nextKeyID: nextKeyID,
        try change(wrapper), authentication, wrapper, indexKey, random)
    }
  }

  // MARK: - For every change

  /// Calls `body` with the wrapper and the index key, to make the next generation. Checks first that the keybag is
  /// authentic and that the passcode is correct.
  func opened<Result>(
    _ deviceKey: DeviceKey, _ passcodeKey: PasscodeKey?,
    _ body: (KeyWrapper, _ indexKey: UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard generation < .max else {
      throw KeychainError(.notAvailable, "the keybag was changed too often")
    }
    var indexKey = WipedBytes(count: XAES256GCM.keyByteCount)
    let wrapper = try indexKey.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try KeyWrapper(
        opening: self, deviceKey: deviceKey, passcodeKey: passcodeKey, indexKey: buffer)
    }
    return try indexKey.withUnsafeBytes { indexKey throws(KeychainError) in
      try body(wrapper, indexKey)
    }
  }

  /// The first of `count` consecutive ids for new keys. The first id is a random distance above the last id, because an
  /// old keybag may be restored and changed again. The new keys of the restored keybag must not get ids that the newer
  /// keybag used, because rows under different keys could then have the same key id.
  ///
  /// - Throws: `.notAvailable` when the keybag has no room for `count` keys.
  func newKeyIDs(
    count: Int, _ random: some RandomSource
  ) throws(KeychainError) -> UInt32 {
    var distance: UInt32 = 0
    try withUnsafeMutableBytes(of: &distance) { buffer throws(KeychainError) in
      try random.fill(buffer)
    }
    let (first, isTooLarge) = nextKeyID.addingReportingOverflow(
      distance % Self.largestKeyIDDistance)
    guard !isTooLarge, UInt32.max - first >= count,
      entries.count <= Self.maximumEntryCount - count
    else { throw KeychainError(.notAvailable, "the keybag has no room for another key") }
    return first
  }

  /// Whether the keys can be renewed for as long as anybody needs it. Whoever has the device key can make a keybag whose
  /// numbers are at their ends. The changes of a real keybag do not reach these limits.
  package var isFarFromLimits: Bool {
    generation <= .max / 2 && nextKeyID <= .max / 2 && entries.count <= Self.maximumEntryCount / 2
  }

  /// The limit of the random distance between the last id and the first new id. With this limit, a keybag can contain
  /// its maximum number of keys without exhausting the ids.
  private static let largestKeyIDDistance: UInt32 = 1 << 19

  static func sealed(
    _ vaultID: RowIdentifier, _ protection: KeybagProtection, generation: UInt64,
    nextKeyID: UInt32, _ entries: [KeybagEntry], _ authentication: AuthenticationEntry?,
    _ wrapper: KeyWrapper, _ indexKey: UnsafeRawBufferPointer, _ random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let rest = encodedWithoutIndexKey(
      vaultID: vaultID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication)
    return Keybag(
      vaultID: vaultID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication,
      wrappedIndexKey: try wrapper.wrapIndexKey(indexKey, of: rest, random: random))
  }
}

extension Keybag {
  /// Whether the keybag was made with this device key and was not altered. Keys that require a passcode are not opened.
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

  /// The next generation of the keybag, wrapped with another device key. The class keys stay the same.
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
  /// The device key that opens a keybag; nil when no key of the store opens the keybag. While the device key is being
  /// changed, the prepared key may be the key that opens the keybag.
  package func key(opening keybag: Keybag) throws(KeychainError) -> DeviceKey? {
    for key in try keys(of: keybag.vaultID) where try keybag.isOpened(by: key) { return key }
    return nil
  }
}
