import KeychainModel

/// The key and the nonce for an ECIES message, derived from a shared secret. They are overwritten at
/// the end of the lifetime.
struct MessageKeys: ~Copyable {
  var key: [UInt8] { memory.arrays[0] }
  private let memory: WipedArrays
  let nonce: [UInt8]

  /// Derives key and nonce. The size of the key depends on the curve, not on the hash.
  init(
    _ secret: [UInt8], _ curve: EllipticCurve, _ hash: HashAlgorithm,
    _ source: KeyAlgorithm.NonceSource, point: [UInt8]
  ) throws(KeychainError) {
    let keyByteCount = curve.rawValue <= 256 ? 16 : 32
    let nonceByteCount = source == .keyDerivation ? AESGCM.nonceByteCount : 0
    var derived = try X963KeyDerivation.derive(
      keyByteCount + nonceByteCount, from: secret, hash, sharedInfo: point)
    defer { derived.wipe() }
    memory = WipedArrays([Array(derived.prefix(keyByteCount))])
    nonce =
      source == .keyDerivation
      ? Array(derived.suffix(nonceByteCount))
      : [UInt8](repeating: 0, count: AESGCM.nonceByteCount)
  }
}
