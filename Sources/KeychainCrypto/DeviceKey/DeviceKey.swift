import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// The key that binds a store to this machine, with the identifier of that store.
///
/// The device key opens the keybag, together with the passcode if a passcode is set. Without the device key, nothing
/// can be opened.
package final class DeviceKey: Sendable {
  package static let byteCount = 32

  package let vaultID: RowIdentifier

  private let memory: KeyMemory
  private let marker = ForkDetector()

  /// - Throws: `.parameter` unless `bytes` has 32 bytes.
  package init(vaultID: RowIdentifier, bytes: UnsafeRawBufferPointer) throws(KeychainError) {
    guard bytes.count == Self.byteCount else {
      throw KeychainError(.parameter, "a device key has \(Self.byteCount) bytes")
    }
    var memory = try KeyMemory(byteCount: Self.byteCount)
    memory.withUnsafeMutableBytes { $0.copyMemory(from: bytes) }
    self.memory = memory
    self.vaultID = vaultID
  }

  /// Creates a new random key.
  package init(vaultID: RowIdentifier, random: some RandomSource) throws(KeychainError) {
    var memory = try KeyMemory(byteCount: Self.byteCount)
    try memory.withUnsafeMutableBytes { buffer throws(KeychainError) in
      try random.fillSecret(buffer)
    }
    self.memory = memory
    self.vaultID = vaultID
  }

  /// Whether this process made the key. In the child of a fork, the bytes read as zeros.
  package var isUsableInThisProcess: Bool { marker.isThisProcess }

  /// Returns the same key, with the identifier of another store.
  package func named(_ vaultID: RowIdentifier) throws(KeychainError) -> DeviceKey {
    try withBytes { (bytes) throws(KeychainError) in
      try DeviceKey(vaultID: vaultID, bytes: bytes)
    }
  }

  /// Returns the key of one keychain of a service, for which this key is the secret of the machine: HKDF-SHA-256 without
  /// salt; the info is `latchkey device key of a keychain` ‖ the identifier of the store ‖ the name of the keychain. A later
  /// store of the same name has another key, and a forged identifier gives no key of another name.
  func derived(forKeychain name: String) throws(KeychainError) -> DeviceKey {
    var info: [UInt8] = []
    info.append(text: "latchkey device key of a keychain")
    info += vaultID.bytes
    info += Array(name.utf8)
    let derived = try withBytes { (bytes) throws(KeychainError) in try HKDF.deriveKey(from: bytes, info: info) }
    return try derived.withUnsafeBytes { (bytes) throws(KeychainError) in
      try DeviceKey(vaultID: vaultID, bytes: bytes)
    }
  }

  /// Calls `body` with the 32 bytes of the key.
  ///
  /// - Throws: `.notAvailable` in a forked child, where the bytes read as zeros.
  package func withBytes<Result: ~Copyable>(
    _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try marker.requireThisProcess()
    return try memory.withUnsafeBytes(body)
  }
}

/// The format of a device key in a file. `TwoCopyCodec` defines the frame, with the magic `LKDEVKEY` and version 1. The
/// content is the identifier of the store (16 bytes) and the key (32 bytes).
enum DeviceKeyCoding {
  static let payloadByteCount = RowIdentifier.byteCount + DeviceKey.byteCount
  static let fileByteCount = 2 * TwoCopyCodec.blockByteCount

  static let magic = Array("LKDEVKEY".utf8)

  static let codec = TwoCopyCodec(
    magic: "LKDEVKEY", version: 1, checksum: SHA256Digest.digest(of:into:))

  /// - Parameter path: The path for the error message.
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
