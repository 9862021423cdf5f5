import KeychainFiles
import KeychainModel

/// Wraps and unwraps the keys of one keybag under its key-encryption key.
struct KeyWrapper {
  // The label of the other case is reserved: "latchkey keybag, device key and passcode". Two
  // labels keep a keybag without passcode from being opened as one with, and the other way round.
  private static let deviceKeyLabel: StaticString = "latchkey keybag, device key"

  private let cipher: XAES256GCM
  private let header: [UInt8]

  init(deviceKey: DeviceKey, protection: KeybagProtection) throws(KeychainError) {
    var info: [UInt8] = []
    info.append(text: Self.deviceKeyLabel)
    info += deviceKey.storeID.bytes
    let key = try deviceKey.withBytes { bytes throws(KeychainError) in
      try HKDF.deriveKey(from: bytes, info: info)
    }
    cipher = try key.withUnsafeBytes { bytes throws(KeychainError) in try XAES256GCM(key: bytes) }
    header = Keybag.header(storeID: deviceKey.storeID, protection: protection)
  }

  /// Makes the entry of a new key with its state, and the key.
  func makeEntry(
    _ accessibility: Accessibility, _ keyID: UInt32, random: some RandomSource
  ) throws(KeychainError) -> KeybagEntry {
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try random.fillSecret(buffer)
    }
    return try key.withUnsafeBytes { bytes throws(KeychainError) in
      try wrapEntry(accessibility, keyID, .active, bytes, random: random)
    }
  }

  /// The same entry in another state. Destroying is leaving the key out.
  func changing(
    _ entry: KeybagEntry, to state: KeybagEntry.State, random: some RandomSource
  ) throws(KeychainError) -> KeybagEntry {
    guard state != .destroyed, let wrappedKey = entry.wrappedKey else {
      return KeybagEntry(
        accessibility: entry.accessibility, keyID: entry.keyID, state: .destroyed, wrappedKey: nil)
    }
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try unwrap(wrappedKey, context(of: entry), into: buffer)
    }
    return try key.withUnsafeBytes { bytes throws(KeychainError) in
      try wrapEntry(entry.accessibility, entry.keyID, state, bytes, random: random)
    }
  }

  /// Unwraps a class key into 32 bytes; does nothing for one that is destroyed.
  func unwrap(
    _ entry: KeybagEntry, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard let wrappedKey = entry.wrappedKey else { return }
    try unwrap(wrappedKey, context(of: entry), into: output)
  }

  /// Wraps an index key together with the rest of its keybag.
  func wrapIndexKey(
    _ key: UnsafeRawBufferPointer, of encodedWithoutIndexKey: [UInt8], random: some RandomSource
  ) throws(KeychainError) -> WrappedKey {
    try wrap(key, indexContext(encodedWithoutIndexKey), random: random)
  }

  /// Unwraps the index key into 32 bytes; with it the whole keybag proves authentic.
  func unwrapIndexKey(
    of keybag: Keybag, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try unwrap(keybag.wrappedIndexKey, indexContext(keybag.encodedWithoutIndexKey), into: output)
  }

  // MARK: - What is authenticated with a key

  private func context(of entry: KeybagEntry) -> [UInt8] {
    context(entry.accessibility, entry.keyID, entry.state)
  }

  private func context(
    _ accessibility: Accessibility, _ keyID: UInt32, _ state: KeybagEntry.State
  ) -> [UInt8] {
    var bytes = prefix(role: UInt8(ascii: "C")) + header
    bytes.append(accessibility.rawValue)
    bytes.append(state.rawValue)
    bytes.append(number: keyID)
    return bytes
  }

  private func indexContext(_ encodedWithoutIndexKey: [UInt8]) -> [UInt8] {
    prefix(role: UInt8(ascii: "I")) + encodedWithoutIndexKey
  }

  private func prefix(role: UInt8) -> [UInt8] {
    var bytes = [role]
    bytes.append(text: Keybag.magic)
    bytes.append(number: Keybag.formatVersion)
    return bytes
  }

  // MARK: - Sealing

  private func wrapEntry(
    _ accessibility: Accessibility, _ keyID: UInt32, _ state: KeybagEntry.State,
    _ key: UnsafeRawBufferPointer, random: some RandomSource
  ) throws(KeychainError) -> KeybagEntry {
    let wrappedKey = try wrap(key, context(accessibility, keyID, state), random: random)
    return KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: state, wrappedKey: wrappedKey)
  }

  private func wrap(
    _ key: UnsafeRawBufferPointer, _ context: [UInt8], random: some RandomSource
  ) throws(KeychainError) -> WrappedKey {
    let nonce = try SealingNonce(random: random)
    var bytes = [UInt8](repeating: 0, count: WrappedKey.byteCount)
    try bytes.withMutableBytes { buffer throws(KeychainError) in
      nonce.write(to: buffer)
      let sealed = UnsafeMutableRawBufferPointer(rebasing: buffer[SealingNonce.byteCount...])
      try context.withBytes { context throws(KeychainError) in
        try cipher.seal(key, nonce: nonce, authenticating: context, into: sealed)
      }
    }
    guard let wrappedKey = WrappedKey(bytes) else {
      throw KeychainError(.unexpected, "a wrapped key has a wrong length")
    }
    return wrappedKey
  }

  private func unwrap(
    _ wrappedKey: WrappedKey, _ context: [UInt8], into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try wrappedKey.bytes.withBytes { bytes throws(KeychainError) in
      let end = SealingNonce.byteCount
      guard let nonce = SealingNonce(UnsafeRawBufferPointer(rebasing: bytes[..<end])) else {
        throw KeychainError(.unexpected, "a wrapped key has a wrong length")
      }
      let sealed = UnsafeRawBufferPointer(rebasing: bytes[end...])
      do throws(KeychainError) {
        try context.withBytes { context throws(KeychainError) in
          try cipher.open(sealed, nonce: nonce, authenticating: context, into: output)
        }
      } catch {
        guard error.code == .decode else { throw error }
        throw KeychainError(
          .notAvailable, "the keybag was altered, or made with another device key")
      }
    }
  }
}
