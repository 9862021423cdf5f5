import CFloor

/// A key that is used with OpenSSL's functions only, for comparison.
final class FloorKey {
  private let key: OpaquePointer
  private var signature = [UInt8](repeating: 0, count: 1024)
  private var length = 0

  /// Creates a key.
  ///
  /// - Parameter rsaBits: The size of an RSA key; 0 for a P-256 key.
  init(rsaBits: Int32) {
    guard let key = floor_key_new(rsaBits) else { fail("OpenSSL makes no key") }
    self.key = key
  }

  deinit { floor_key_free(key) }

  func sign(_ digest: [UInt8]) {
    length = signature.count
    if floor_key_sign(key, digest, &signature, &length) != 0 { fail("OpenSSL does not sign") }
  }

  /// Verifies the last signature that `sign` created.
  func verify(_ digest: [UInt8]) {
    if floor_key_verify(key, digest, signature, length) != 0 { fail("OpenSSL does not verify") }
  }
}
