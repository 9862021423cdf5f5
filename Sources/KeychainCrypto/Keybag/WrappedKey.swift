import OpenSSLSupport

/// A 32-byte key, sealed under another key: nonce, ciphertext, tag.
struct WrappedKey: Sendable, Equatable {
  static let byteCount =
    SealingNonce.byteCount + XAES256GCM.keyByteCount + XAES256GCM.tagByteCount

  let bytes: [UInt8]

  /// Returns nil unless there are 72 bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }
}
