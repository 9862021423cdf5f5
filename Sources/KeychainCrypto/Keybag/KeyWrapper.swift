import KeychainFiles
import KeychainModel
import OpenSSLSupport

/// Wraps and unwraps the keys of one keybag under its key-encryption keys. One key-encryption key is derived from the
/// device key. With a passcode, a second key-encryption key is derived from the device key and the passcode.
struct KeyWrapper {
  private let protection: KeybagProtection
  private let header: [UInt8]
  private let deviceCipher: XAES256GCM
  // Nil when no passcode is set or no passcode was given.
  private let passcodeCipher: XAES256GCM?

  /// - Throws: `.authenticationFailed` when the passcode's key was made for another protection.
  init(
    deviceKey: DeviceKey, protection: KeybagProtection, passcodeKey: PasscodeKey?
  ) throws(KeychainError) {
    let info = KeybagLabel.deviceKey.info(deviceKey.vaultID)
    let key = try deviceKey.withBytes { bytes throws(KeychainError) in
      try HKDF.deriveKey(from: bytes, info: info)
    }
    deviceCipher = try key.withUnsafeBytes { bytes throws(KeychainError) in
      try XAES256GCM(key: bytes)
    }
    passcodeCipher = try passcodeKey.map { passcodeKey throws(KeychainError) in
      guard passcodeKey.vaultID == deviceKey.vaultID, passcodeKey.protection == protection else {
        throw KeychainError(
          .authenticationFailed, "the passcode was changed or removed, or is another store's",
          because: .passcodeWrong)
      }
      return try passcodeKey.withBytes { bytes throws(KeychainError) in
        try XAES256GCM(key: bytes)
      }
    }
    self.protection = protection
    header = Keybag.header(vaultID: deviceKey.vaultID, protection: protection)
  }

  /// Makes the wrapper of a keybag. Checks that the keybag is authentic and that the passcode is correct.
  ///
  /// - Parameter indexKey: A buffer of 32 bytes, which receives the index key. The whole keybag is sealed together with
  ///   the index key.
  /// - Throws: `.notAvailable` when the keybag and the device key belong to different stores, or
  ///   when the keybag was altered without the device key. `.authenticationFailed` when the
  ///   passcode is wrong.
  init(
    opening keybag: Keybag, deviceKey: DeviceKey, passcodeKey: PasscodeKey?,
    indexKey: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard keybag.vaultID == deviceKey.vaultID else {
      throw KeychainError(
        .notAvailable,
        "the keybag is of store \(keybag.vaultID), the device key of store \(deviceKey.vaultID)",
        because: .deviceKeyWrong)
    }
    // The keybag is checked first, so that an altered keybag is not reported as a wrong passcode.
    let deviceWrapper = try KeyWrapper(
      deviceKey: deviceKey, protection: keybag.protection, passcodeKey: nil)
    try deviceWrapper.unwrapIndexKey(of: keybag, into: indexKey)
    guard let passcodeKey else {
      self = deviceWrapper
      return
    }
    self = try KeyWrapper(
      deviceKey: deviceKey, protection: keybag.protection, passcodeKey: passcodeKey)
    try verifyPasscode(of: keybag)
    try verifyAuthenticationKey(of: keybag)
  }

  /// Checks that the passcode opens the authentication key. An attacker with the device key could insert another
  /// authentication key into the keybag, and items must not be sealed to the inserted key. The check detects the
  /// inserted key, because the attacker cannot wrap a key under the passcode.
  private func verifyAuthenticationKey(of keybag: Keybag) throws(KeychainError) {
    guard let entry = keybag.authentication else { return }
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try unwrap(entry, into: buffer)
    }
  }

  /// Whether the keys of a class can be wrapped and unwrapped.
  func opens(_ accessibility: Accessibility) -> Bool {
    protection == .deviceKey || passcodeCipher != nil
      || LockState.beforeFirstUnlock.opens(accessibility)
  }

  /// Creates a new key, and the entry of the key.
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

  /// Returns the entry of the same key with the state `state`. If `other` is not nil, `other` wraps the key for another
  /// keybag.
  func changing(
    _ entry: KeybagEntry, to state: KeybagEntry.State, by other: KeyWrapper? = nil,
    random: some RandomSource
  ) throws(KeychainError) -> KeybagEntry {
    guard state != .destroyed, let wrappedKey = entry.wrappedKey else { return entry.destroyed }
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try unwrap(
        wrappedKey, context(of: entry), try cipher(for: entry.accessibility), into: buffer)
    }
    return try key.withUnsafeBytes { bytes throws(KeychainError) in
      try (other ?? self).wrapEntry(
        entry.accessibility, entry.keyID, state, bytes, random: random)
    }
  }

  /// Unwraps a class key into 32 bytes. Does nothing for a destroyed key.
  func unwrap(
    _ entry: KeybagEntry, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard let wrappedKey = entry.wrappedKey else { return }
    try unwrap(
      wrappedKey, context(of: entry), try cipher(for: entry.accessibility), into: output)
  }

  // MARK: - The authentication key

  func makeAuthenticationEntry(
    _ generation: UInt64, random: some RandomSource
  ) throws(KeychainError) -> AuthenticationEntry {
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try random.fillSecret(buffer)
    }
    return try key.withUnsafeBytes { bytes throws(KeychainError) in
      try wrapAuthentication(
        bytes, generation, try X25519.publicKey(of: bytes), random: random)
    }
  }

  /// Returns the same authentication key, wrapped for another keybag.
  func changing(
    _ entry: AuthenticationEntry, by other: KeyWrapper, random: some RandomSource
  ) throws(KeychainError) -> AuthenticationEntry {
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try unwrap(entry, into: buffer)
    }
    return try key.withUnsafeBytes { bytes throws(KeychainError) in
      try other.wrapAuthentication(bytes, entry.generation, entry.publicKey, random: random)
    }
  }

  /// Unwraps the authentication key into 32 bytes.
  func unwrap(
    _ entry: AuthenticationEntry, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try unwrap(
      entry.wrappedKey, authenticationContext(entry.generation, entry.publicKey),
      try cipher(for: .whenPasscodeSetThisDeviceOnly), into: output)
  }

  private func wrapAuthentication(
    _ key: UnsafeRawBufferPointer, _ generation: UInt64, _ publicKey: [UInt8],
    random: some RandomSource
  ) throws(KeychainError) -> AuthenticationEntry {
    AuthenticationEntry(
      generation: generation, publicKey: publicKey,
      wrappedKey: try wrap(
        key, authenticationContext(generation, publicKey),
        try cipher(for: .whenPasscodeSetThisDeviceOnly),
        random: random))
  }

  private func authenticationContext(_ generation: UInt64, _ publicKey: [UInt8]) -> [UInt8] {
    var bytes = prefix(role: UInt8(ascii: "A")) + header
    bytes.append(number: generation)
    return bytes + publicKey
  }

  /// Wraps an index key. The rest of the keybag is authenticated with the index key.
  func wrapIndexKey(
    _ key: UnsafeRawBufferPointer, of encodedWithoutIndexKey: [UInt8], random: some RandomSource
  ) throws(KeychainError) -> WrappedKey {
    try wrap(key, indexContext(encodedWithoutIndexKey), deviceCipher, random: random)
  }

  /// Unwraps the index key into 32 bytes. This also proves that the whole keybag is authentic.
  func unwrapIndexKey(
    of keybag: Keybag, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try unwrap(
      keybag.wrappedIndexKey, indexContext(keybag.encodedWithoutIndexKey), deviceCipher,
      into: output)
  }

  // MARK: - Authenticated data of a key

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
    let wrappedKey = try wrap(
      key, context(accessibility, keyID, state), try cipher(for: accessibility), random: random)
    return KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: state, wrappedKey: wrappedKey)
  }

  private func wrap(
    _ key: UnsafeRawBufferPointer, _ context: [UInt8], _ cipher: XAES256GCM,
    random: some RandomSource
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
    _ wrappedKey: WrappedKey, _ context: [UInt8], _ cipher: XAES256GCM,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard try isOpened(wrappedKey, context, cipher, into: output) else {
      throw KeychainError(
        .notAvailable, "the keybag was altered, or made with another device key",
        because: .deviceKeyWrong)
    }
  }

  /// Unwraps a key. Returns false and writes zeros when the wrapped key is not authentic.
  private func isOpened(
    _ wrappedKey: WrappedKey, _ context: [UInt8], _ cipher: XAES256GCM,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) -> Bool {
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
        return true
      } catch {
        guard error.code == .decode else { throw error }
        return false
      }
    }
  }

  // MARK: - The passcode

  /// The cipher for the keys of a class.
  private func cipher(for accessibility: Accessibility) throws(KeychainError) -> XAES256GCM {
    if protection == .deviceKey || LockState.beforeFirstUnlock.opens(accessibility) {
      return deviceCipher
    }
    guard let passcodeCipher else {
      throw KeychainError(.interactionNotAllowed, "the keychain is locked")
    }
    return passcodeCipher
  }

  /// Checks the passcode by opening a key that is wrapped under the passcode. Every keybag with a passcode has such a
  /// key.
  private func verifyPasscode(of keybag: Keybag) throws(KeychainError) {
    guard
      let entry = keybag.entries.first(where: {
        $0.accessibility == .whenPasscodeSetThisDeviceOnly && $0.state == .active
      }), let wrappedKey = entry.wrappedKey
    else { throw KeychainError(.unexpected, "the keybag has nothing that proves a passcode") }
    var key = WipedBytes(count: XAES256GCM.keyByteCount)
    let isRight = try key.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try isOpened(
        wrappedKey, context(of: entry), try cipher(for: entry.accessibility), into: buffer)
    }
    guard isRight else {
      throw KeychainError(.authenticationFailed, "the passcode is wrong", because: .passcodeWrong)
    }
  }
}
