package import KeychainFiles
package import KeychainModel

/// The device key in a file of this user's alone, written twice: see `DeviceKeyCoding`.
package struct DeviceKeyFile: DeviceKeyProvider {
  package static let name = "device.key"

  private let file: TwoCopyFile

  /// The key file of a directory.
  package init(in directory: ProtectedDirectory) {
    file = TwoCopyFile(
      ProtectedFile(Self.name, in: directory), codec: DeviceKeyCoding.codec,
      limit: DeviceKeyCoding.fileByteCount)
  }

  package var summary: String { file.file.path }

  /// The key; nil when there is none yet.
  ///
  /// - Throws: `.notAvailable` when there is one that cannot be read.
  package func load() throws(KeychainError) -> DeviceKey? { try read()?.key }

  package func read(
    for storeID: RowIdentifier
  ) throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? { try read() }

  private func read() throws(KeychainError) -> (key: DeviceKey, hasDamagedCopy: Bool)? {
    try file.read { payload, needsRepair throws(KeychainError) in
      (try DeviceKeyCoding.decode(payload, file.file.path), needsRepair)
    }
  }

  package func keyForNewStore(
    _ storeID: RowIdentifier, random: some RandomSource
  ) throws(KeychainError) -> DeviceKey {
    try DeviceKey(storeID: storeID, random: random)
  }

  package func create(_ key: DeviceKey) throws(KeychainError) {
    let isNew = try DeviceKeyCoding.encode(key).withUnsafeBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
    guard isNew else {
      throw KeychainError(.notAvailable, "\(file.file.path) exists already")
    }
  }

  /// Whether the file does not even begin like a device key, of whatever version: so it looks once
  /// its destruction has begun.
  ///
  /// - Throws: `.notAvailable` when it is not a file of this user's alone, `.inputOutput`.
  package func isOverwritten() throws(KeychainError) -> Bool {
    guard let content = try file.file.read(limit: DeviceKeyCoding.fileByteCount) else {
      return false
    }
    return content.withUnsafeBytes { !$0.starts(with: DeviceKeyCoding.magic) }
  }

  package func hasDamagedCopy() throws(KeychainError) -> Bool { try file.hasDamagedCopy() }

  @discardableResult
  package func repair() throws(KeychainError) -> Bool { try file.repair() }
}
