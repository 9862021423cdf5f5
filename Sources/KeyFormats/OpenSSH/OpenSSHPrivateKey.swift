import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Reads and writes `openssh-key-v1`, the unencrypted private key format of ssh-keygen. Encrypted keys are rejected,
/// because they are encrypted with bcrypt, which OpenSSL does not support.
enum OpenSSHPrivateKey {
  private static let magic = Array("openssh-key-v1\0".utf8)

  /// Reads a private key.
  ///
  /// - Throws: `.decode` for other bytes, `.unsupportedFormat` for encrypted keys and for keys that `SecKey` does not
  ///   support.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    guard bytes.starts(with: magic) else { throw SSHReader.malformed }
    var reader = SSHReader(bytes.dropFirst(magic.count))
    let cipher = try reader.readString()
    guard cipher.elementsEqual("none".utf8) else {
      throw KeychainError(
        .unsupportedFormat,
        "the encryption of OpenSSH is not known; ssh-keygen -p -m PKCS8 writes the key in a form"
          + " that can be read")
    }
    _ = try (reader.readString(), reader.readString())
    guard try reader.readNumber32() == 1 else { throw SSHReader.malformed }
    let publicKey = try reader.readString()
    var content = SSHReader(try reader.readString())
    guard reader.rest.isEmpty, try content.readNumber32() == content.readNumber32() else {
      throw SSHReader.malformed
    }
    let key = try key(in: &content)
    // After the key, the content has a comment and padding. The bytes of the padding are 1, 2, 3 and so on.
    _ = try content.readString()
    guard
      content.rest.enumerated().allSatisfy({
        $0.element == UInt8(truncatingIfNeeded: $0.offset + 1)
      }),
      try SSHPublicKey.content(key).elementsEqual(publicKey)
    else { throw SSHReader.malformed }
    return key
  }

  private static func key(in reader: inout SSHReader) throws(KeychainError) -> AsymmetricKey {
    switch try SSHKeyType(name: reader.readString()) {
    case .rsa:
      var numbers: [[UInt8]] = []
      defer { for index in numbers.indices { numbers[index].wipe() } }
      for _ in 0..<6 { numbers.append(try reader.readNumber()) }
      return try rsaKey(numbers)
    case .ellipticCurve(let curve):
      guard try reader.readString().elementsEqual(SSHKeyType.curveName(curve).utf8) else {
        throw SSHReader.malformed
      }
      let point = Array(try reader.readString())
      var number = try reader.readNumber()
      defer { number.wipe() }
      guard number.count <= curve.byteCount else { throw SSHReader.malformed }
      number.insert(
        contentsOf: repeatElement(0, count: curve.byteCount - number.count), at: 0)
      let key = try AsymmetricKey(curve, point: point, number: number)
      guard key.isPair() else { throw SSHReader.malformed }
      return key
    }
  }

  /// Creates an RSA key. Computes the reduced exponents, which OpenSSH does not store.
  ///
  /// - Parameter numbers: The modulus, the exponent, the private exponent, the coefficient and both primes.
  private static func rsaKey(_ numbers: [[UInt8]]) throws(KeychainError) -> AsymmetricKey {
    // The sizes are checked before any arithmetic, because a division of numbers with millions of bytes takes minutes.
    guard numbers.allSatisfy({ $0.count * 8 <= AsymmetricKey.largestRSABitCount }) else {
      throw KeychainError(.decode, "RSA keys above 8192 bits are not read")
    }
    return try RSAPrivateKey.key(
      RSANumbers([
        numbers[0], numbers[1], numbers[2], numbers[4], numbers[5],
        try reduced(numbers[2], numbers[4]), try reduced(numbers[2], numbers[5]), numbers[3],
      ]))
  }

  /// The private exponent modulo (prime - 1): a reduced exponent.
  private static func reduced(
    _ exponent: [UInt8], _ prime: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    let context = BN_CTX_new()
    let number = BN_bin2bn(exponent, Int32(clamping: exponent.count), nil)
    let modulus = BN_bin2bn(prime, Int32(clamping: prime.count), nil)
    let result = BN_new()
    defer {
      for each in [number, modulus, result] { BN_clear_free(each) }
      BN_CTX_free(context)
    }
    guard context != nil, number != nil, modulus != nil, result != nil,
      BN_sub_word(modulus, 1) == 1, BN_div(nil, result, number, modulus, context) == 1
    else {
      ERR_clear_error()
      throw SSHReader.malformed
    }
    var bytes = [UInt8](repeating: 0, count: Int(BN_num_bits(result) + 7) / 8)
    guard BN_bn2bin(result, &bytes) == Int32(bytes.count) else { throw SSHReader.malformed }
    return bytes
  }

  static func write(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    let publicKey = try SSHPublicKey.content(key)
    var content = try SecretRandom.bytes(4)
    content += content
    defer { content.wipe() }
    try append(key, to: &content)
    // The comment is empty.
    content += SSHWriter.string([])
    var padding: UInt8 = 0
    while !content.count.isMultiple(of: 8) {
      padding += 1
      content.append(padding)
    }
    let none = SSHWriter.string("none".utf8)
    return magic + none + none + SSHWriter.string([]) + SSHWriter.number32(1)
      + SSHWriter.string(publicKey) + SSHWriter.string(content)
  }

  private static func append(
    _ key: AsymmetricKey, to content: inout [UInt8]
  ) throws(KeychainError) {
    let type = try SSHKeyType(key)
    content += SSHWriter.string(type.name.utf8)
    var external = try key.externalRepresentation()
    defer { external.wipe() }
    switch type {
    case .rsa:
      var reader = DERReader(external[...])
      var sequence = try reader.read(.sequence)
      var numbers: [ArraySlice<UInt8>] = []
      for _ in 0..<9 { numbers.append(try sequence.readNumber()) }
      for index in [1, 2, 3, 8, 4, 5] { content += SSHWriter.number(numbers[index]) }
    case .ellipticCurve(let curve):
      content += SSHWriter.string(SSHKeyType.curveName(curve).utf8)
      content += SSHWriter.string(key.publicRepresentation)
      content += SSHWriter.number(external.dropFirst(curve.pointByteCount))
    }
  }
}
