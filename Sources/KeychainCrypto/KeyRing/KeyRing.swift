package import KeychainModel

/// The unwrapped keys of a store, in one piece of protected memory.
///
/// Sendable because everything in it is constant after it was made, the memory included. A ring is
/// whole or is not made at all; a changed keybag gives a new ring.
package final class KeyRing: Sendable {
  package let storeID: RowIdentifier
  /// The generation of the keybag that the keys come from.
  package let generation: UInt64

  // Key by key, 32 bytes each: the index key, then that of entry 0, 1, … A destroyed key's place
  // stays zero and is never used.
  private let memory: KeyMemory
  private let entries: [KeybagEntry]
  private let marker = ForkMarker()

  /// Unwraps all keys of a keybag.
  ///
  /// - Throws: `.notAvailable` when the keybag and the device key belong to different stores, or
  ///   when anything in the keybag is not what the owner of the device key put there.
  package init(_ keybag: Keybag, deviceKey: DeviceKey) throws(KeychainError) {
    guard keybag.storeID == deviceKey.storeID else {
      throw KeychainError(
        .notAvailable,
        "the keybag is of store \(keybag.storeID), the device key of store \(deviceKey.storeID)")
    }
    let wrapper = try KeyWrapper(deviceKey: deviceKey, protection: keybag.protection)
    var memory = try KeyMemory(byteCount: Self.keyByteCount * (1 + keybag.entries.count))
    try memory.withUnsafeMutableBytes { buffer throws(KeychainError) in
      func place(_ index: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: buffer[Self.range(ofKey: index)])
      }
      try wrapper.unwrapIndexKey(of: keybag, into: place(0))
      for (index, entry) in keybag.entries.enumerated() {
        try wrapper.unwrap(entry, into: place(1 + index))
      }
    }
    self.memory = memory
    storeID = keybag.storeID
    generation = keybag.generation
    entries = keybag.entries
  }

  /// Whether this is still the process that made the ring. In a forked child the keys are gone:
  /// the owner must drop the ring and make its own.
  package var isUsableInThisProcess: Bool { marker.isThisProcess }

  /// The key that new items of a class are sealed under; nil when the class has none.
  package func activeKeyID(for accessibility: Accessibility) -> UInt32? {
    entries.first { $0.accessibility == accessibility && $0.state == .active }?.keyID
  }

  package func status(of keyID: UInt32) -> KeyStatus {
    guard let entry = entries.first(where: { $0.keyID == keyID }) else { return .unknown }
    return entry.state == .destroyed ? .destroyed : .usable
  }

  /// The keys that can be used, each with its class.
  package var usableKeys: [(keyID: UInt32, accessibility: Accessibility)] {
    entries.filter { $0.state != .destroyed }.map { ($0.keyID, $0.accessibility) }
  }

  /// The class that a key is, or was, of; nil when there never was such a key.
  package func accessibility(of keyID: UInt32) -> Accessibility? {
    entries.first { $0.keyID == keyID }?.accessibility
  }

  /// Ciphers for one session, to be used by one thread at a time.
  ///
  /// - Throws: `.notAvailable` in a forked child.
  package func makeCipherSuite() throws(KeychainError) -> CipherSuite {
    try CipherSuite(self)
  }

  // MARK: - For the cipher suite

  func requireThisProcess() throws(KeychainError) { try marker.requireThisProcess() }

  /// Lends the index key.
  func withIndexKey<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withKey(0, body)
  }

  /// Lends a class key, with the class it is of.
  ///
  /// - Throws: `.notAvailable` unless the key is usable.
  func withClassKey<Result>(
    _ keyID: UInt32,
    _ body: (UnsafeRawBufferPointer, Accessibility) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let index = entries.firstIndex(where: { $0.keyID == keyID }) else {
      throw KeychainError(.notAvailable, "the keybag has no key \(keyID)")
    }
    guard entries[index].state != .destroyed else {
      throw KeychainError(.notAvailable, "key \(keyID) was destroyed")
    }
    return try withKey(1 + index) { bytes throws(KeychainError) in
      try body(bytes, entries[index].accessibility)
    }
  }

  private func withKey<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try requireThisProcess()
    return try memory.withUnsafeBytes { bytes throws(KeychainError) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[Self.range(ofKey: index)]))
    }
  }

  private static let keyByteCount = XAES256GCM.keyByteCount

  private static func range(ofKey index: Int) -> Range<Int> {
    index * keyByteCount..<(index + 1) * keyByteCount
  }
}
