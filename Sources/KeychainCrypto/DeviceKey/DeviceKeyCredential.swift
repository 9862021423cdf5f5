import KeychainFiles
package import KeychainModel

/// The device key as a credential that systemd passes to a service (systemd.exec(5)), or whoever
/// does the same.
///
/// The credential is one of two things, told apart by their size:
///
/// * a copy of `device.key`, 8192 bytes: the key of the store that the file names, and of no other;
/// * 32 random bytes, for machines that get their first store under a credential: the key of any
///   store that is made with it.
package struct DeviceKeyCredential: DeviceKeyProvider {
  package static let name = "latchkey.device-key"

  private let file: CredentialFile

  /// The credential in a folder; nil when the folder holds none.
  ///
  /// - Throws: `.notAvailable` when that cannot be known. What is there all the same must not be
  ///   passed over: a store that was to be made with it would be made with less.
  package init?(in directory: String) throws(KeychainError) {
    let file = CredentialFile(Self.name, in: directory)
    guard try file.isPresent() else { return nil }
    self.file = file
  }

  /// A copy of a device key, or the 32 bytes of one, in a file that is read as a credential is.
  ///
  /// - Parameter path: Absolute. Need not be UTF-8.
  package init(copyAt path: [UInt8]) { file = CredentialFile(at: path) }

  package var path: String { file.path }

  package var summary: String { "the credential \(path)" }

  package func read(
    for storeID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    try read { bytes throws(KeychainError) in
      let isKey = bytes.count == DeviceKey.byteCount
      return (isKey ? try Self.key(storeID, bytes, path) : try key(inCopy: bytes), false)
    }
  }

  /// The key, and whether the file names its store; the 32 bytes of a credential name none. Nil where there is no file.
  package func readCopy() throws(KeychainError) -> (key: DeviceKey, isNamed: Bool)? {
    try read { bytes throws(KeychainError) in
      bytes.count == DeviceKey.byteCount
        ? (try Self.key(RowIdentifier(high: 0, low: 0), bytes, path), false)
        : (try key(inCopy: bytes), true)
    }
  }

  package func keyForNewStore(
    _ storeID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    let key = try load(for: storeID)
    guard let key else {
      throw KeychainError(.notAvailable, "\(path) vanished", because: .deviceKeyMissing)
    }
    guard key.storeID == storeID else {
      throw KeychainError(
        .notAvailable,
        "there is no keychain, and \(path) is the device key of one that was made elsewhere (store "
          + "\(key.storeID)). Put its files in place, or pass \(DeviceKey.byteCount) random bytes "
          + "for a new one; nothing was changed.", because: .deviceKeyWrong)
    }
    return key
  }

  /// Does nothing: the credential is kept by whoever passes it.
  package func create(_ key: DeviceKey) throws(KeychainError) {}

  /// Does nothing.
  package func discard(_ storeID: RowIdentifier) throws(KeychainError) {}

  package func requireChangeable(_ storeID: RowIdentifier) throws(KeychainError) {
    throw KeychainError(
      .notAvailable,
      "the device key is a credential, which is kept elsewhere. Import it as a file, change that, and make a "
        + "new credential of it; nothing was changed.")
  }

  package func prepare(_ next: DeviceKey) throws(KeychainError) {
    try requireChangeable(next.storeID)
  }

  /// False: a credential is read, never written. One whole copy is enough.
  package func hasDamagedCopy() throws(KeychainError) -> Bool { false }

  /// Does nothing.
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

  /// A key of zeros is what a file becomes that was made and never filled.
  private static func key(
    _ storeID: RowIdentifier, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(KeychainError) -> DeviceKey {
    guard let first = bytes.first, bytes.contains(where: { $0 != first }) else {
      throw KeychainError(
        .notAvailable, "\(path) holds no random bytes, but one byte repeated",
        because: .deviceKeyDamaged)
    }
    return try DeviceKey(storeID: storeID, bytes: bytes)
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
