import KeychainFiles
import KeychainModel
import OpenSSLSupport

/// The format of a device key in a file. The frame is the one of `TwoCopyCodec`, with the magic
/// `LKDEVKEY` and version 1. The content is the store's identifier (16 bytes) and the key (32
/// bytes).
enum DeviceKeyCoding {
  static let payloadByteCount = RowIdentifier.byteCount + DeviceKey.byteCount
  static let fileByteCount = 2 * TwoCopyCodec.blockByteCount

  static let magic = Array("LKDEVKEY".utf8)

  static let codec = TwoCopyCodec(
    magic: "LKDEVKEY", version: 1, checksum: SHA256Digest.digest(of:into:))

  /// - Parameter path: Used in the error message.
  /// - Throws: `.notAvailable` when the payload is not a device key.
  static func decode(
    _ payload: UnsafeRawBufferPointer, _ path: String
  ) throws(KeychainError) -> DeviceKey {
    guard payload.count == payloadByteCount,
      let vaultID = RowIdentifier(
        UnsafeRawBufferPointer(rebasing: payload[..<RowIdentifier.byteCount]))
    else {
      throw KeychainError(.notAvailable, "\(path) holds no device key", because: .deviceKeyDamaged)
    }
    return try DeviceKey(
      vaultID: vaultID,
      bytes: UnsafeRawBufferPointer(rebasing: payload[RowIdentifier.byteCount...]))
  }

  static func encode(_ key: DeviceKey) throws(KeychainError) -> WipedBytes {
    var payload = WipedBytes(count: payloadByteCount)
    try key.withBytes { bytes throws(KeychainError) in
      payload.withUnsafeMutableBytes { buffer in
        key.vaultID.write(to: buffer)
        UnsafeMutableRawBufferPointer(rebasing: buffer[RowIdentifier.byteCount...])
          .copyMemory(from: bytes)
      }
    }
    return payload
  }
}
