import COpenSSL
import KeychainModel
import OpenSSLSupport

// ECIES (specification: keys-and-certificates 1.9): a new key is generated for each message. The result contains the
// public point of the new key, the ciphertext and the tag. The shared info of the key derivation is this public point.

extension AsymmetricKey {
  func encryptWithAgreement(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm, _ nonce: KeyAlgorithm.NonceSource
  ) throws(KeychainError) -> [UInt8] {
    guard case .ellipticCurve(let curve) = kind else { throw Self.unsupported }
    let ephemeral = try AsymmetricKey.generate(on: curve)
    var secret = try ephemeral.sharedSecret(with: self)
    defer { secret.wipe() }
    let keys = try MessageKeys(
      secret, curve, hash, nonce, point: ephemeral.publicRepresentation)
    return try ephemeral.publicRepresentation
      + AESGCM.seal(message, key: keys.key, nonce: keys.nonce)
  }

  func decryptWithAgreement(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm, _ nonce: KeyAlgorithm.NonceSource
  ) throws(KeychainError) -> [UInt8] {
    guard case .ellipticCurve(let curve) = kind else { throw Self.unsupported }
    guard message.count >= curve.pointByteCount + AESGCM.tagByteCount else {
      throw Self.undecryptable
    }
    let point = Array(message.prefix(curve.pointByteCount))
    let ephemeral = try AsymmetricKey(ellipticCurvePoint: point)
    var secret = try sharedSecret(with: ephemeral)
    defer { secret.wipe() }
    let keys = try MessageKeys(secret, curve, hash, nonce, point: point)
    return try AESGCM.open(
      UnsafeRawBufferPointer(rebasing: message.dropFirst(point.count)), key: keys.key,
      nonce: keys.nonce)
  }
}

/// The key and the nonce for an ECIES message, derived from a shared secret. The key is overwritten when the value is
/// destroyed.
struct MessageKeys: ~Copyable {
  var key: [UInt8] { memory.arrays[0] }
  private let memory: WipedArrays
  let nonce: [UInt8]

  /// Derives the key and the nonce. The size of the key depends on the curve, not on the hash.
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

/// The key derivation of ANSI X9.63.
enum X963KeyDerivation {
  /// - Throws: `.parameter` when `byteCount` is zero, negative, or larger than the derivation supports.
  static func requireSize(_ byteCount: Int) throws(KeychainError) {
    // The range of byte counts that OpenSSL's key derivation accepts.
    guard (1...(1 << 30)).contains(byteCount) else {
      throw KeychainError(.parameter, "a derived key of this size cannot be made")
    }
  }

  /// - Throws: `.parameter` when `byteCount` is zero, or larger than the derivation supports.
  static func derive(
    _ byteCount: Int, from secret: [UInt8], _ hash: HashAlgorithm, sharedInfo: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    try requireSize(byteCount)
    guard let method = Self.method, let context = EVP_KDF_CTX_new(method) else {
      throw openSSLFailure("derive a key")
    }
    defer { EVP_KDF_CTX_free(context) }
    var key = [UInt8](repeating: 0, count: byteCount)
    let done = secret.withUnsafeBytes { secret in
      sharedInfo.withUnsafeBytes { info in
        var parameters = [
          OpenSSLParameter.text("digest", hash.openSSLName),
          OpenSSLParameter.bytes("key", secret),
        ]
        if !info.isEmpty { parameters.append(OpenSSLParameter.bytes("info", info)) }
        return EVP_KDF_derive(context, &key, key.count, parameters + [OpenSSLParameter.end])
      }
    }
    guard done == 1 else { throw openSSLFailure("derive a key") }
    return key
  }

  /// `nonisolated(unsafe)` is safe, because OpenSSL's fetched method objects are shared and immutable, and this
  /// constant is never assigned again and never freed.
  nonisolated(unsafe) private static let method: OpaquePointer? = {
    _ = OpenSSLInitialization.isDone
    return EVP_KDF_fetch(nil, "X963KDF", nil)
  }()
}
