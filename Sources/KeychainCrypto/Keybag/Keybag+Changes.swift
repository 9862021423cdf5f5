import KeychainFiles
package import KeychainModel

extension Keybag {
  /// A keybag for a new store, without passcode: a key for each class but that of items which need
  /// a passcode, and an index key.
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
        deviceKey.storeID, .deviceKey, generation: 1, nextKeyID: keyID, entries, nil, wrapper,
        indexKey, random)
    }
  }

  /// The next generation, in which a class has a new active key and the one it had is retired.
  ///
  /// - Parameter passcodeKey: Needed when a passcode is set, but not for the classes that are
  ///   always readable.
  /// - Throws: `.notAvailable` for the class that needs a passcode when none is set, when the keybag
  ///   has no room, or is not authentic; `.interactionNotAllowed` without the passcode's key;
  ///   `.authenticationFailed` when it is the wrong one.
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

  /// The next generation, in which every class that has an active key has a new one, and those they
  /// had are retired.
  ///
  /// - Parameter passcodeKey: Needed when a passcode is set.
  /// - Throws: As `rotatingKey`.
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
      for (keyID, entry) in zip(firstKeyID..., active) {
        result.append(try wrapper.makeEntry(entry.accessibility, keyID, random: random))
      }
      return result
    }
  }

  /// The next generation, in which a key is destroyed and its id remembered. The device key is
  /// enough: nothing is opened.
  ///
  /// - Throws: `.parameter` when there never was such a key, and for the active key of the class
  ///   that needs a passcode, which says that one is set; `.notAvailable` when the keybag is not
  ///   authentic.
  package func destroyingKey(
    _ keyID: UInt32, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    try destroyingKeys([keyID], deviceKey: deviceKey, random: random)
  }

  /// The same for several keys, in one generation.
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

  /// Seals the changed entries under the same protection.
  private func changed(
    _ deviceKey: DeviceKey, _ passcodeKey: PasscodeKey?, _ random: some RandomSource,
    nextKeyID: UInt32, _ change: (KeyWrapper) throws(KeychainError) -> [KeybagEntry]
  ) throws(KeychainError) -> Keybag {
    try opened(deviceKey, passcodeKey) { wrapper, indexKey throws(KeychainError) in
      try Self.sealed(
        storeID, protection, generation: generation + 1, nextKeyID: nextKeyID,
        try change(wrapper), authentication, wrapper, indexKey, random)
    }
  }

  // MARK: - For every change

  /// Lends the wrapper and the index key to whoever makes the next generation, after making sure
  /// that the keybag is authentic and the passcode right.
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

  /// The first of as many ids for new keys: not the next ones, but a random distance away. A keybag may
  /// be put back and changed again, and then its new keys must not have the ids of those that were made
  /// meanwhile: rows under these would be taken for rows under the others.
  ///
  /// - Throws: `.notAvailable` when the keybag has no room for so many keys.
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

  /// As many keys as a keybag holds have room at this distance from each other.
  private static let largestKeyIDDistance: UInt32 = 1 << 19

  static func sealed(
    _ storeID: RowIdentifier, _ protection: KeybagProtection, generation: UInt64,
    nextKeyID: UInt32, _ entries: [KeybagEntry], _ authentication: AuthenticationEntry?,
    _ wrapper: KeyWrapper, _ indexKey: UnsafeRawBufferPointer, _ random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let rest = encodedWithoutIndexKey(
      storeID: storeID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication)
    return Keybag(
      storeID: storeID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication,
      wrappedIndexKey: try wrapper.wrapIndexKey(indexKey, of: rest, random: random))
  }
}
