import KeychainFiles
package import KeychainModel

extension Keybag {
  /// A keybag for a new store, without passcode: a key for each class but that of items which need
  /// a passcode, and an index key.
  package static func create(
    deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let wrapper = try KeyWrapper(deviceKey: deviceKey, protection: .deviceKey)
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
        deviceKey.storeID, .deviceKey, generation: 1, nextKeyID: keyID, entries, wrapper, indexKey,
        random)
    }
  }

  /// The next generation, in which a class has a new active key and the one it had is retired.
  package func rotatingKey(
    for accessibility: Accessibility, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard nextKeyID < .max, entries.count < Self.maximumEntryCount else {
      throw KeychainError(.notAvailable, "the keybag has no room for another key")
    }
    return try changed(deviceKey, random, nextKeyID: nextKeyID + 1) {
      wrapper throws(KeychainError) in
      var result: [KeybagEntry] = []
      for entry in entries {
        let isReplaced = entry.accessibility == accessibility && entry.state == .active
        result.append(
          isReplaced ? try wrapper.changing(entry, to: .retired, random: random) : entry)
      }
      result.append(try wrapper.makeEntry(accessibility, nextKeyID, random: random))
      return result
    }
  }

  /// The next generation, in which a key is destroyed and its id remembered.
  ///
  /// - Throws: `.parameter` when there never was such a key.
  package func destroyingKey(
    _ keyID: UInt32, deviceKey: DeviceKey, random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    guard entry(of: keyID) != nil else {
      throw KeychainError(.parameter, "the keybag has no key \(keyID)")
    }
    return try changed(deviceKey, random, nextKeyID: nextKeyID) { wrapper throws(KeychainError) in
      var result: [KeybagEntry] = []
      for entry in entries {
        result.append(
          entry.keyID == keyID
            ? try wrapper.changing(entry, to: .destroyed, random: random) : entry)
      }
      return result
    }
  }

  /// Seals the changed entries, after making sure that the keybag they come from is authentic.
  private func changed(
    _ deviceKey: DeviceKey, _ random: some RandomSource, nextKeyID: UInt32,
    _ change: (KeyWrapper) throws(KeychainError) -> [KeybagEntry]
  ) throws(KeychainError) -> Keybag {
    guard generation < .max else {
      throw KeychainError(.notAvailable, "the keybag was changed too often")
    }
    let wrapper = try KeyWrapper(deviceKey: deviceKey, protection: protection)
    var indexKey = WipedBytes(count: XAES256GCM.keyByteCount)
    try indexKey.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try wrapper.unwrapIndexKey(of: self, into: buffer)
    }
    let entries = try change(wrapper)
    return try indexKey.withUnsafeBytes { indexKey throws(KeychainError) in
      try Self.sealed(
        storeID, protection, generation: generation + 1, nextKeyID: nextKeyID, entries, wrapper,
        indexKey, random)
    }
  }

  private static func sealed(
    _ storeID: RowIdentifier, _ protection: KeybagProtection, generation: UInt64,
    nextKeyID: UInt32, _ entries: [KeybagEntry], _ wrapper: KeyWrapper,
    _ indexKey: UnsafeRawBufferPointer, _ random: some RandomSource
  ) throws(KeychainError) -> Keybag {
    let rest = encodedWithoutIndexKey(
      storeID: storeID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries)
    return Keybag(
      storeID: storeID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries,
      wrappedIndexKey: try wrapper.wrapIndexKey(indexKey, of: rest, random: random))
  }
}
