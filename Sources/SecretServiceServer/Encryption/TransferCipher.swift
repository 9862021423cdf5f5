import COpenSSL
import KeychainCrypto
import KeychainModel
import OpenSSLSupport

/// A secret as it crosses the bus.
struct TransferredSecret {
  /// The initialization vector; empty without encryption.
  var parameters: [UInt8]
  var value: [UInt8]
}

/// Encrypts the secrets of one session.
struct TransferCipher: ~Copyable {
  /// The algorithms that a client can name.
  enum Algorithm: String {
    case plain
    case encrypted = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
  }

  private static let blockByteCount = 16

  /// The key of AES-128; nil without encryption.
  private var key: [UInt8]?

  /// A cipher that leaves secrets as they are.
  init() {}

  /// Agrees on a key with a client.
  ///
  /// - Parameters:
  ///   - peer: The public key of the client.
  ///   - publicKey: Receives the public key of the service.
  /// - Throws: `.parameter` for a public key that would make the key known.
  init(agreeingWith peer: [UInt8], publicKey: inout [UInt8]) throws(KeychainError) {
    var agreement = try DiffieHellman.agree(with: peer)
    defer { agreement.secret.wipe() }
    publicKey = agreement.publicKey
    var key = [UInt8](repeating: 0, count: Self.blockByteCount)
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    try agreement.secret.withBytes { (secret) throws(KeychainError) in
      try key.withMutableBytes { (key) throws(KeychainError) in
        try HKDF.derive(from: secret, salt: nothing, info: nothing, into: key)
      }
    }
    self.key = key
  }

  deinit { key?.wipeEverywhere() }

  /// Encrypts a secret. Every secret has a new initialization vector.
  func encrypt(_ secret: [UInt8]) throws(KeychainError) -> TransferredSecret {
    guard let key else { return TransferredSecret(parameters: [], value: secret) }
    let vector = try SecretRandom.bytes(Self.blockByteCount)
    guard let value = try Self.crypt(secret, key, vector, encrypts: true) else {
      throw KeychainError(.internalComponent, "a secret cannot be encrypted")
    }
    return TransferredSecret(parameters: vector, value: value)
  }

  /// Decrypts a secret. The caller wipes the result.
  ///
  /// - Throws: `.parameter` when the secret was not encrypted with the key of the session.
  func decrypt(_ secret: TransferredSecret) throws(KeychainError) -> [UInt8] {
    guard let key else {
      guard secret.parameters.isEmpty else { throw KeychainError(.parameter, "the session does not encrypt") }
      return secret.value
    }
    guard secret.parameters.count == Self.blockByteCount, !secret.value.isEmpty,
      secret.value.count.isMultiple(of: Self.blockByteCount),
      let value = try Self.crypt(secret.value, key, secret.parameters, encrypts: false)
    else { throw KeychainError(.parameter, "the secret was not encrypted for this session") }
    return value
  }

  /// AES-128-CBC with the padding of PKCS#7. Returns nil when the padding is wrong.
  private static func crypt(
    _ input: [UInt8], _ key: [UInt8], _ vector: [UInt8], encrypts: Bool
  ) throws(KeychainError) -> [UInt8]? {
    guard let context = EVP_CIPHER_CTX_new() else { throw openSSLFailure("encrypt a secret") }
    defer { EVP_CIPHER_CTX_free(context) }
    guard EVP_CipherInit_ex2(context, EVP_aes_128_cbc(), key, vector, encrypts ? 1 : 0, nil) == 1,
      let inputCount = Int32(exactly: input.count)
    else { throw openSSLFailure("encrypt a secret") }
    var isRight = true
    // The array gets its full capacity at once, because an array that grows leaves copies of a secret in memory.
    let output = [UInt8](unsafeUninitializedCapacity: input.count + 2 * blockByteCount) { buffer, count in
      var (updated, last): (Int32, Int32) = (0, 0)
      guard let start = buffer.baseAddress else { return }
      isRight =
        EVP_CipherUpdate(context, start, &updated, input, inputCount) == 1
        && EVP_CipherFinal_ex(context, start + Int(updated), &last) == 1
      if isRight {
        count = Int(updated + last)
      } else {
        UnsafeMutableRawBufferPointer(buffer).wipe()
        ERR_clear_error()
      }
    }
    return isRight ? output : nil
  }
}
