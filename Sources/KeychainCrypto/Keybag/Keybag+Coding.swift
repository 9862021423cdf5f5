package import KeychainModel
import OpenSSLSupport

extension Keybag {
  /// The bytes of the whole keybag.
  package var encoded: [UInt8] { encodedWithoutIndexKey + wrappedIndexKey.bytes }

  /// The encoded keybag without the index key. These bytes are authenticated with the index key.
  var encodedWithoutIndexKey: [UInt8] {
    Self.encodedWithoutIndexKey(
      vaultID: vaultID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication)
  }

  static func encodedWithoutIndexKey(
    vaultID: RowIdentifier, protection: KeybagProtection, generation: UInt64, nextKeyID: UInt32,
    entries: [KeybagEntry], authentication: AuthenticationEntry?
  ) -> [UInt8] {
    var bytes = header(vaultID: vaultID, protection: protection)
    bytes.append(number: generation)
    bytes.append(number: nextKeyID)
    bytes.append(number: UInt32(entries.count))
    for entry in entries {
      bytes.append(entry.accessibility.rawValue)
      bytes.append(entry.state.rawValue)
      bytes.append(number: UInt16(entry.wrappedKey?.bytes.count ?? 0))
      bytes.append(number: entry.keyID)
      if let wrappedKey = entry.wrappedKey { bytes += wrappedKey.bytes }
    }
    if let authentication {
      bytes.append(number: authentication.generation)
      bytes += authentication.publicKey + authentication.wrappedKey.bytes
    }
    return bytes
  }

  /// The header of an encoded keybag. The header changes only with the protection.
  static func header(vaultID: RowIdentifier, protection: KeybagProtection) -> [UInt8] {
    var bytes: [UInt8] = []
    let parameters = protection.parameters
    bytes.append(number: protection.number)
    bytes.append(number: UInt32(parameters.count))
    bytes += vaultID.bytes
    return bytes + parameters
  }
}

extension Keybag {
  /// Reads a keybag. Rejects everything that the encoding does not allow, such as bytes after the
  /// end.
  ///
  /// The decoder checks the form of the keybag, but not its authenticity. `KeyRing` checks the authenticity with the
  /// device key.
  ///
  /// - Throws: `.notAvailable` when the bytes are not a keybag.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    var reader = KeybagReader(bytes)
    let kind = try reader.number(UInt32.self)
    let parameterByteCount = try reader.number(UInt32.self)
    guard let vaultID = RowIdentifier(try reader.bytes(RowIdentifier.byteCount)) else {
      throw reader.malformed()
    }
    let protection = try Self.decodeProtection(kind, parameterByteCount, &reader)
    let generation = try reader.number(UInt64.self)
    let nextKeyID = try reader.number(UInt32.self)
    let count = try reader.number(UInt32.self)
    guard generation > 0, count <= Self.maximumEntryCount else { throw reader.malformed() }

    var entries: [KeybagEntry] = []
    var activeClasses: Set<Accessibility> = []
    var lastKeyID: UInt32 = 0
    for _ in 0..<count {
      let entry = try Self.decodeEntry(&reader)
      guard entry.keyID > lastKeyID else { throw reader.malformed() }
      if entry.state == .active, !activeClasses.insert(entry.accessibility).inserted {
        throw reader.malformed()
      }
      lastKeyID = entry.keyID
      entries.append(entry)
    }
    // A passcode is set if and only if there is a key for the items that require a passcode. This key shows whether a
    // passcode is correct.
    let hasPasscode = protection != .deviceKey
    let needsPasscode = entries.contains {
      $0.accessibility == .whenPasscodeSetThisDeviceOnly && $0.state != .destroyed
    }
    let authentication = hasPasscode ? try Self.decodeAuthentication(&reader) : nil
    guard nextKeyID > lastKeyID, authentication?.generation ?? 0 <= generation,
      activeClasses.contains(.whenPasscodeSetThisDeviceOnly) == hasPasscode,
      needsPasscode == hasPasscode,
      let wrappedIndexKey = WrappedKey(try reader.bytes(WrappedKey.byteCount)), reader.isAtEnd
    else { throw reader.malformed() }

    self.init(
      vaultID: vaultID, protection: protection, generation: generation, nextKeyID: nextKeyID,
      entries: entries, authentication: authentication, wrappedIndexKey: wrappedIndexKey)
  }

  private static func decodeAuthentication(
    _ reader: inout KeybagReader
  ) throws(KeychainError) -> AuthenticationEntry {
    let generation = try reader.number(UInt64.self)
    let publicKey = try reader.bytes(X25519.keyByteCount)
    guard generation > 0, let wrappedKey = WrappedKey(try reader.bytes(WrappedKey.byteCount)) else {
      throw reader.malformed()
    }
    return AuthenticationEntry(
      generation: generation, publicKey: publicKey, wrappedKey: wrappedKey)
  }

  private static func decodeProtection(
    _ kind: UInt32, _ parameterByteCount: UInt32, _ reader: inout KeybagReader
  ) throws(KeychainError) -> KeybagProtection {
    switch (kind, Int(parameterByteCount)) {
    case (1, 0): return .deviceKey
    case (2, PasscodeParameters.byteCount):
      return .deviceKeyAndPasscode(try PasscodeParameters(&reader))
    case (3, PasscodeParameters.byteCount): return .password(try PasscodeParameters(&reader))
    case (1, _), (2, _), (3, _): throw reader.malformed()
    default:
      throw KeychainError(
        .notAvailable, "the keybag has a protection (\(kind)) that this program does not know")
    }
  }

  private static func decodeEntry(_ reader: inout KeybagReader) throws(KeychainError) -> KeybagEntry {
    guard let accessibility = Accessibility(rawValue: try reader.number(UInt8.self)),
      let state = KeybagEntry.State(rawValue: try reader.number(UInt8.self))
    else { throw reader.malformed() }
    let length = Int(try reader.number(UInt16.self))
    let keyID = try reader.number(UInt32.self)
    guard length == (state == .destroyed ? 0 : WrappedKey.byteCount) else {
      throw reader.malformed()
    }
    return KeybagEntry(
      accessibility: accessibility, keyID: keyID, state: state,
      wrappedKey: WrappedKey(try reader.bytes(length)))
  }
}
