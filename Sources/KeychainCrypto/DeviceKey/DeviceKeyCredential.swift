import KeychainFiles
package import KeychainModel

/// The folder of the credentials that were passed to a process.
package struct CredentialsDirectory: Sendable, Hashable {
  package let path: String

  /// The name of the keychain whose device key is derived from the credential; nil when the credential is the device key
  /// itself. A service derives the keys of its keychains, because a user may export the device key of one keychain.
  package let derivedKeychain: String?

  /// The folder with the passcode of the keychain; nil in a service of several keychains, because one passcode among its
  /// credentials would unlock the keychains of all users.
  package var passcodePath: String? { derivedKeychain == nil ? path : nil }

  package init(_ path: String, derivingKeyOf keychain: String? = nil) {
    self.path = path
    derivedKeychain = keychain
  }
}

/// A device key that systemd passes to a service as a credential (systemd.exec(5)). Other programs can pass a device
/// key in the same way.
///
/// The size of the credential determines its meaning:
///
/// * 8192 bytes: a copy of `device.key`. The copy contains the identifier of one store, and opens only this store;
/// * 32 bytes: random bytes without an identifier. Each store that is created with this credential uses these bytes as
///   its key.
///
/// In a service that holds several keychains, the credential has 32 bytes. The key of a store is derived from these bytes,
/// the identifier of the store, and the name of its keychain. The key of one store opens no other store.
package struct DeviceKeyCredential: DeviceKeyProvider {
  package static let name = "latchkey.device-key"

  private let file: CredentialFile
  /// The name of the keychain whose key is derived; nil when the credential is the key itself.
  private let derivedKeychain: String?

  /// The credential in a folder; nil when the folder contains no such credential.
  ///
  /// - Throws: `.notAvailable` when it is unknown whether there is a credential. An existing
  ///   credential must not be ignored, because a new store would then be created with a less
  ///   protected key.
  package init?(in directory: CredentialsDirectory) throws(KeychainError) {
    let file = CredentialFile(Self.name, in: directory.path)
    guard try file.isPresent() else { return nil }
    self.file = file
    derivedKeychain = directory.derivedKeychain
  }

  /// A copy of a device key, or the 32 bytes of a key, in a file. The file is read with the same
  /// checks as a credential.
  ///
  /// - Parameter path: An absolute path, which need not be UTF-8.
  package init(copyAt path: [UInt8]) {
    file = CredentialFile(at: path)
    derivedKeychain = nil
  }

  package var path: String { file.path }

  package var summary: String {
    guard let derivedKeychain else { return "the credential \(path)" }
    return "derived from the credential \(path) for the keychain \(derivedKeychain)"
  }

  package func read(
    for vaultID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    try read { bytes throws(KeychainError) in
      let isKey = bytes.count == DeviceKey.byteCount
      if let derivedKeychain {
        guard isKey else { throw isForOneKeychain }
        return (try Self.key(vaultID, bytes, path).derived(forKeychain: derivedKeychain), false)
      }
      return (isKey ? try Self.key(vaultID, bytes, path) : try key(inCopy: bytes), false)
    }
  }

  /// The key, and whether the file names its store. A credential of 32 bytes does not name a store. Nil when there is
  /// no file.
  package func readCopy() throws(KeychainError) -> (key: DeviceKey, isNamed: Bool)? {
    try read { bytes throws(KeychainError) in
      bytes.count == DeviceKey.byteCount
        ? (try Self.key(RowIdentifier(high: 0, low: 0), bytes, path), false)
        : (try key(inCopy: bytes), true)
    }
  }

  package func keyForNewStore(
    _ vaultID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    let key = try load(for: vaultID)
    guard let key else {
      throw KeychainError(.notAvailable, "\(path) vanished", because: .deviceKeyMissing)
    }
    guard key.vaultID == vaultID else {
      throw KeychainError(
        .notAvailable,
        "there is no keychain, and \(path) is the device key of one that was made elsewhere (store "
          + "\(key.vaultID)). Put its files in place, or pass \(DeviceKey.byteCount) random bytes "
          + "for a new one; nothing was changed.", because: .deviceKeyWrong)
    }
    return key
  }

  /// Does nothing, because another program stores the credential.
  package func create(_ key: DeviceKey) throws(KeychainError) {}

  /// Does nothing, because another program stores the credential.
  package func discard(_ vaultID: RowIdentifier) throws(KeychainError) {}

  package func requireChangeable(_ vaultID: RowIdentifier) throws(KeychainError) {
    throw KeychainError(
      .notAvailable,
      "the device key is a credential, which is kept elsewhere. Import it as a file, change that, and make a "
        + "new credential of it; nothing was changed.")
  }

  package func prepare(_ next: DeviceKey) throws(KeychainError) {
    try requireChangeable(next.vaultID)
  }

  /// False, because a credential is only read and never repaired. One intact copy is sufficient.
  package func hasDamagedCopy() throws(KeychainError) -> Bool { false }

  /// Does nothing, because a credential is never repaired.
  package func repair() throws(KeychainError) -> Bool { false }

  private func read<Result>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result? {
    guard let content = try file.read(limit: DeviceKeyCoding.fileByteCount) else { return nil }
    return try content.withUnsafeBytes { bytes throws(KeychainError) in
      guard bytes.count == DeviceKey.byteCount || bytes.count == DeviceKeyCoding.fileByteCount
      else {
        throw KeychainError(
          .notAvailable,
          "\(path) has \(counted(bytes.count, "byte")): a device key is \(DeviceKey.byteCount) random bytes, or "
            + "the \(DeviceKeyCoding.fileByteCount) of a file \(DeviceKeyFile.name)",
          because: .deviceKeyDamaged)
      }
      return try body(bytes)
    }
  }

  private var isForOneKeychain: KeychainError {
    KeychainError(
      .notAvailable,
      "\(path) is the device key of one keychain, and this service holds the keychains of the machine: pass "
        + "\(DeviceKey.byteCount) random bytes", because: .deviceKeyWrong)
  }

  /// Rejects a key of zeros, which is the content of a file that was created but never filled.
  private static func key(
    _ vaultID: RowIdentifier, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(KeychainError) -> DeviceKey {
    guard let first = bytes.first, bytes.contains(where: { $0 != first }) else {
      throw KeychainError(
        .notAvailable, "\(path) holds no random bytes, but one byte repeated",
        because: .deviceKeyDamaged)
    }
    return try DeviceKey(vaultID: vaultID, bytes: bytes)
  }

  private func key(inCopy bytes: UnsafeRawBufferPointer) throws(KeychainError) -> DeviceKey {
    switch try DeviceKeyCoding.codec.locatePayload(in: bytes) {
    case .intact(let range), .repairable(let range):
      try DeviceKeyCoding.decode(UnsafeRawBufferPointer(rebasing: bytes[range]), path)
    case .damaged:
      throw KeychainError(
        .notAvailable, "\(path) is no device key, or both its copies are damaged",
        because: .deviceKeyDamaged)
    }
  }
}
