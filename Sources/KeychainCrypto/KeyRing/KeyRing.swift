package import KeychainModel

/// The unwrapped keys of a store, in one piece of protected memory.
///
/// The type is `Sendable`, because the content of a ring, including the memory, does not change after the ring was
/// created. Locking the keychain and writing a new keybag each require a new ring. Without a passcode, a ring has all
/// keys. With a passcode, a ring always has the index key and the keys of the classes that are always readable; the
/// other keys require the passcode.
package final class KeyRing: Sendable {
  package let vaultID: RowIdentifier
  /// The generation of the keybag that the keys come from.
  package let generation: UInt64
  /// Whether a passcode is set.
  package let hasPasscode: Bool
  /// The public key to which items are sealed if they require the passcode for each access; nil
  /// when no passcode is set.
  package let authentication: AuthenticationPublicKey?

  // The keys, 32 bytes each: the index key, then the keys of the entries in order. The bytes of an
  // unusable key are zero and never used.
  private let memory: KeyMemory
  private let entries: [KeybagEntry]
  // The status of each key, in the order of `entries`.
  private let statuses: [KeyStatus]
  private let marker = ForkDetector()

  /// Unwraps the keys of a keybag. When a passcode is set and `passcodeKey` is nil, unwraps only the keys for which the
  /// device key is sufficient.
  ///
  /// - Parameter earlier: Earlier rings of the same store. If a key of the keybag cannot be unwrapped, the key is
  ///   copied from one of these rings. For example, after a change of the keybag, a process without the passcode keeps
  ///   the keys that stay usable after the first unlock.
  /// - Throws: `.notAvailable` when the keybag and the device key belong to different stores, or when the keybag was
  ///   altered without the device key. `.authenticationFailed` when the passcode is wrong.
  package init(
    _ keybag: Keybag, deviceKey: DeviceKey, passcodeKey: PasscodeKey? = nil,
    keeping earlier: [KeyRing] = []
  ) throws(KeychainError) {
    var memory = try KeyMemory(byteCount: Self.keyByteCount * (1 + keybag.entries.count))
    var statuses: [KeyStatus] = []
    try memory.withUnsafeMutableBytes { buffer throws(KeychainError) in
      let wrapper = try KeyWrapper(
        opening: keybag, deviceKey: deviceKey, passcodeKey: passcodeKey,
        indexKey: Self.place(0, in: buffer))
      for (index, entry) in keybag.entries.enumerated() {
        let place = Self.place(1 + index, in: buffer)
        if entry.state == .destroyed {
          statuses.append(.destroyed)
        } else if wrapper.opens(entry.accessibility) {
          try wrapper.unwrap(entry, into: place)
          statuses.append(.usable)
        } else {
          var isKept = false
          for ring in earlier where !isKept {
            isKept = try ring.copyKey(of: entry, in: keybag, into: place)
          }
          statuses.append(isKept ? .usable : .locked)
        }
      }
    }
    self.memory = memory
    self.statuses = statuses
    vaultID = keybag.vaultID
    generation = keybag.generation
    hasPasscode = keybag.hasPasscode
    authentication = keybag.authenticationPublicKey
    entries = keybag.entries
  }

  /// Copies a ring with only the keys that are usable in a lock state.
  private init(_ ring: KeyRing, _ state: LockState) throws(KeychainError) {
    try ring.requireThisProcess()
    var memory = try KeyMemory(byteCount: ring.memory.byteCount)
    var statuses = ring.statuses
    memory.withUnsafeMutableBytes { buffer in
      ring.memory.withUnsafeBytes { source in
        Self.place(0, in: buffer).copyBytes(from: source[Self.range(ofKey: 0)])
        for (index, entry) in ring.entries.enumerated() where statuses[index] == .usable {
          if state.opens(entry.accessibility) {
            Self.place(1 + index, in: buffer)
              .copyBytes(from: source[Self.range(ofKey: 1 + index)])
          } else {
            statuses[index] = .locked
          }
        }
      }
    }
    self.memory = memory
    self.statuses = statuses
    vaultID = ring.vaultID
    generation = ring.generation
    hasPasscode = ring.hasPasscode
    authentication = ring.authentication
    entries = ring.entries
  }

  /// A copy of the ring with only the keys that are usable in a lock state. The copy gets keys only from this ring.
  /// This ring keeps its keys until the ring and all cipher suites of the ring are released.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, because nothing could unlock the ring again. Also in a forked
  ///   child.
  package func locked(to state: LockState) throws(KeychainError) -> KeyRing {
    guard hasPasscode else {
      throw KeychainError(
        .notAvailable, "no passcode is set: nothing can be locked", because: .passcodeMissing)
    }
    return try reduced(to: state)
  }

  /// A copy of the ring with only the keys that are usable in a lock state. This ring may belong to a keybag without a
  /// passcode. A ring of a later keybag with a passcode can take keys from the copy.
  ///
  /// - Throws: `.notAvailable` in a forked child.
  package func reduced(to state: LockState) throws(KeychainError) -> KeyRing {
    try KeyRing(self, state)
  }

  /// A copy of the ring with the keys in a ticket (`KeyTicket`). Only the keys that are locked in this ring are taken
  /// from the ticket.
  func adding(_ ticket: UnsafeRawBufferPointer) throws(KeychainError) -> KeyRing {
    try KeyRing(self, ticket)
  }

  private init(_ ring: KeyRing, _ ticket: UnsafeRawBufferPointer) throws(KeychainError) {
    try ring.requireThisProcess()
    var memory = try KeyMemory(byteCount: ring.memory.byteCount)
    var statuses = ring.statuses
    memory.withUnsafeMutableBytes { buffer in
      ring.memory.withUnsafeBytes { buffer.copyMemory(from: $0) }
      for (index, entry) in ring.entries.enumerated() where statuses[index] == .locked {
        guard let key = KeyTicket.key(of: entry, in: ticket) else { continue }
        Self.place(1 + index, in: buffer).copyMemory(from: key)
        statuses[index] = .usable
      }
    }
    self.memory = memory
    self.statuses = statuses
    vaultID = ring.vaultID
    generation = ring.generation
    hasPasscode = ring.hasPasscode
    authentication = ring.authentication
    entries = ring.entries
  }

  /// Whether this process created the ring. In a forked child, the keys are gone, so the owner must release the ring
  /// and create a new ring.
  package var isUsableInThisProcess: Bool { marker.isThisProcess }

  /// Whether a passcode was set and removed.
  package var wasPasscodeRemoved: Bool {
    zip(entries, statuses).contains {
      $0.accessibility == .whenPasscodeSetThisDeviceOnly && $1 == .destroyed
    }
  }

  /// The identifier of the key that new items of a class are sealed under; nil when the class has no such key.
  package func activeKeyID(for accessibility: Accessibility) -> UInt32? {
    entries.first { $0.accessibility == accessibility && $0.state == .active }?.keyID
  }

  /// The identifiers of the keys that only open existing items. These keys may be locked.
  package var retiredKeyIDs: Set<UInt32> {
    Set(entries.filter { $0.state == .retired }.map(\.keyID))
  }

  package func status(of keyID: UInt32) -> KeyStatus {
    guard let index = entries.firstIndex(where: { $0.keyID == keyID }) else { return .unknown }
    return statuses[index]
  }

  /// The keys that can be used, each with its class.
  package var usableKeys: [(keyID: UInt32, accessibility: Accessibility)] {
    zip(entries, statuses).filter { $1 == .usable }.map { ($0.0.keyID, $0.0.accessibility) }
  }

  /// Calls `body` with each usable key of some classes.
  func forEachKey(
    of classes: Set<Accessibility>,
    _ body: (KeybagEntry, UnsafeRawBufferPointer) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    for (index, entry) in entries.enumerated()
    where statuses[index] == .usable && classes.contains(entry.accessibility) {
      try withKey(1 + index) { key throws(KeychainError) in try body(entry, key) }
    }
  }

  /// The classes without a locked key. A class without any key is included.
  package var openClasses: Set<Accessibility> {
    let locked = zip(entries, statuses).filter { $1 == .locked }.map { $0.0.accessibility }
    return Set(Accessibility.allCases).subtracting(locked)
  }

  /// The class of a key, which may have been destroyed; nil when the keybag never had such a key.
  package func accessibility(of keyID: UInt32) -> Accessibility? {
    entries.first { $0.keyID == keyID }?.accessibility
  }

  /// Creates the ciphers of one session. One thread at a time may use the ciphers.
  ///
  /// - Throws: `.notAvailable` in a forked child.
  package func makeCipherSuite() throws(KeychainError) -> CipherSuite {
    try CipherSuite(self)
  }

  // MARK: - For the cipher suite

  func requireThisProcess() throws(KeychainError) { try marker.requireThisProcess() }

  /// Calls `body` with the index key.
  func withIndexKey<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try withKey(0, body)
  }

  /// Calls `body` with a class key and its class.
  ///
  /// - Throws: `.interactionNotAllowed` when the key is locked; `.notAvailable` when the key is destroyed or unknown,
  ///   and in a forked child.
  func withClassKey<Result>(
    _ keyID: UInt32,
    _ body: (UnsafeRawBufferPointer, Accessibility) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard let index = entries.firstIndex(where: { $0.keyID == keyID }) else {
      throw KeychainError(.notAvailable, "the keybag has no key \(keyID)", because: .keybagDamaged)
    }
    switch statuses[index] {
    case .usable: break
    case .locked: throw KeychainError(.interactionNotAllowed, "the keychain is locked")
    case .destroyed, .unknown:
      throw KeychainError(.notAvailable, "key \(keyID) was destroyed", because: .keybagDamaged)
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

  /// Copies the key of an entry from this ring to `place`. The entry may be in a newer generation of the keybag. Returns
  /// false when this ring has no usable key for the entry.
  private func copyKey(
    of entry: KeybagEntry, in keybag: Keybag, into place: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) -> Bool {
    guard keybag.vaultID == vaultID, keybag.generation >= generation,
      let index = entries.firstIndex(where: { $0.keyID == entry.keyID }),
      entries[index].accessibility == entry.accessibility, statuses[index] == .usable
    else { return false }
    try withKey(1 + index) { place.copyMemory(from: $0) }
    return true
  }

  private static func place(
    _ index: Int, in buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: buffer[range(ofKey: index)])
  }

  private static func range(ofKey index: Int) -> Range<Int> {
    index * keyByteCount..<(index + 1) * keyByteCount
  }
}

/// Whether data that was sealed under a key can be opened.
package enum KeyStatus: Sendable, Hashable {
  case usable
  /// The key exists but is not in this ring: the passcode is required.
  case locked
  /// The key was destroyed. Data under the key is lost permanently, but is not damaged.
  case destroyed
  /// This keybag never had such a key. Data under such a key may belong to another keybag.
  case unknown
}
