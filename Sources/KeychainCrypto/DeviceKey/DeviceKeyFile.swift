package import KeychainFiles
package import KeychainModel

/// The device key in a file of this user's alone, written twice.
///
/// Format `LKDEVKEY`, version 1 (in the frame of `TwoCopyCodec`): the store's identifier, 16
/// bytes, and the key, 32 bytes.
package struct DeviceKeyFile: DeviceKeyProvider {
  package static let name = "device.key"
  private static let formatVersion: UInt32 = 1

  private let file: TwoCopyFile

  /// The key file of a directory.
  package init(in directory: ProtectedDirectory) {
    file = TwoCopyFile(
      ProtectedFile(Self.name, in: directory),
      codec: TwoCopyCodec(
        magic: "LKDEVKEY", version: Self.formatVersion, checksum: SHA256Digest.digest(of:into:)),
      limit: 2 * TwoCopyCodec.blockByteCount)
  }

  package func load() throws(KeychainError) -> DeviceKey? {
    try file.read { payload, _ throws(KeychainError) in
      guard payload.count == RowIdentifier.byteCount + DeviceKey.byteCount,
        let storeID = RowIdentifier(
          UnsafeRawBufferPointer(rebasing: payload[..<RowIdentifier.byteCount]))
      else {
        throw KeychainError(.notAvailable, "\(file.file.path) holds no device key")
      }
      return try DeviceKey(
        storeID: storeID,
        bytes: UnsafeRawBufferPointer(rebasing: payload[RowIdentifier.byteCount...]))
    }
  }

  package func create(_ key: DeviceKey) throws(KeychainError) {
    var payload = WipedBytes(count: RowIdentifier.byteCount + DeviceKey.byteCount)
    try key.withBytes { bytes throws(KeychainError) in
      payload.withUnsafeMutableBytes { buffer in
        key.storeID.write(to: buffer)
        UnsafeMutableRawBufferPointer(rebasing: buffer[RowIdentifier.byteCount...])
          .copyMemory(from: bytes)
      }
    }
    let isNew = try payload.withUnsafeBytes { bytes throws(KeychainError) in
      try file.create(bytes)
    }
    guard isNew else {
      throw KeychainError(.notAvailable, "\(file.file.path) exists already")
    }
  }

  /// Whether one of the two copies is damaged.
  ///
  /// - Throws: as `load()`.
  package func hasDamagedCopy() throws(KeychainError) -> Bool { try file.hasDamagedCopy() }

  /// Writes a damaged copy anew from the whole one; false when there was nothing to do. To be
  /// called while holding the lock under which a store is created.
  @discardableResult
  package func repair() throws(KeychainError) -> Bool { try file.repair() }
}
