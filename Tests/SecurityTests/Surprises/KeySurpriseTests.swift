import Foundation
import Security
import Testing

/// Tests surprising behaviour of keys (specification: keys-and-certificates 9.1).
@Suite("Surprises: keys") struct KeySurpriseTests {
  private let message = Data("message".utf8)

  /// Encrypts the message with ECIES, and derives the AES key and the nonce with a key exchange. Returns the private
  /// key, the ciphertext without the ephemeral public key, and the derived bytes.
  ///
  /// A test decrypts the ciphertext with the derived bytes, to check that the ciphertext has the documented layout.
  private func derived(_ bits: Int, _ hash: String, _ size: Int) throws -> (SecKey, Data, Data) {
    let key = try TestKeys.curve(bits)
    let algorithm = SecKeyAlgorithm(
      rawValue: "algid:encrypt:ECIES:ECDH:KDFX963:\(hash):AESGCM-KDFIV" as CFString)
    let bytes = try #require(key.publicPart.encrypt(message, algorithm).value) as Data
    let point = bytes.prefix(1 + 2 * SecKeyGetBlockSize(key))
    let ephemeral = try #require(
      SecKey.made(of: point, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic).value)
    let exchange = SecKeyAlgorithm(
      rawValue: "algid:keyexchange:ECDH:KDFX963:\(hash)" as CFString)
    let parameters: Query = [
      SecKeyKeyExchangeParameter.requestedSize.rawValue: size,
      SecKeyKeyExchangeParameter.sharedInfo.rawValue: point,
    ]
    let keys = try #require(key.exchange(with: ephemeral, exchange, parameters).value) as Data
    return (key, bytes.dropFirst(point.count), keys)
  }

  @Test("The nonces of ECIES have 16 bytes: zeros, or the last bytes of the derivation")
  func k01_nonces() throws {
    let (_, sealed, keys) = try derived(256, "SHA256", 32)
    let plaintext = try OpenGCM.open(sealed, key: keys.prefix(16), nonce: keys.suffix(16))
    #expect(plaintext == message)
    #expect(throws: OpenGCM.Failure.self) {
      try OpenGCM.open(sealed, key: keys.prefix(16), nonce: Data(count: 16))
    }
  }

  @Test("The size of the AES key depends on the curve or the modulus, and not on the hash")
  func k02_keySizes() throws {
    for (bits, hash, size) in [(256, "SHA512", 16), (384, "SHA224", 32), (521, "SHA256", 32)] {
      let (_, sealed, keys) = try derived(bits, hash, size + 16)
      let plaintext = try OpenGCM.open(sealed, key: keys.prefix(size), nonce: keys.suffix(16))
      #expect(plaintext == message)
    }
    for (bits, size) in [(2056, 16), (4096, 32)] {
      let key = try TestKeys.rsa(bits)
      let bytes =
        try #require(
          key.publicPart.encrypt(message, .rsaEncryptionOAEPSHA512AESGCM).value) as Data
      let block = bytes.prefix(SecKeyGetBlockSize(key))
      #expect(key.decrypt(block, .rsaEncryptionOAEPSHA512).value?.length == size)
    }
  }

  @Test("RSA with AES-GCM also authenticates the public key, and ECIES does not")
  func k03_authenticated() throws {
    let key = try TestKeys.rsa(2048)
    let bytes =
      try #require(key.publicPart.encrypt(message, .rsaEncryptionOAEPSHA1AESGCM).value) as Data
    let (block, sealed) = (bytes.prefix(256), bytes.dropFirst(256))
    let session = try #require(key.decrypt(block, .rsaEncryptionOAEPSHA1).value) as Data
    let nonce = Data(count: 16)
    let context = try key.publicPart.representation
    let plaintext = try OpenGCM.open(sealed, key: session, nonce: nonce, context: context)
    #expect(plaintext == message)
    #expect(throws: OpenGCM.Failure.self) {
      try OpenGCM.open(sealed, key: session, nonce: nonce)
    }
  }

  @Test("The name of PSS with SHA-224 contains 24, but the salt has 28 bytes")
  func k04_pssWithSHA224() throws {
    #expect(
      SecKeyAlgorithm.rsaSignatureDigestPSSSHA224.rawValue
        == "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    // A hash and a salt of 28 bytes each need a modulus of 458 bits, so a 512-bit key is large enough.
    let key = try TestKeys.rsa(512)
    #expect(key.sign(Data(count: 28), .rsaSignatureDigestPSSSHA224).value?.length == 64)
    #expect(key.sign(Data(count: 24), .rsaSignatureDigestPSSSHA224).code == -50)
  }

  @Test("Key types and classes are strings of digits, and numbers are accepted too")
  func k05_typesAndClasses() throws {
    #expect(kSecAttrKeyTypeRSA == "42")
    #expect(kSecAttrKeyTypeEC == "73" && kSecAttrKeyTypeECSECPrimeRandom == "73")
    #expect(
      [kSecAttrKeyClassPublic, kSecAttrKeyClassPrivate, kSecAttrKeyClassSymmetric]
        == ["0", "1", "2"])
    let key = try TestKeys.curve(256)
    for (type, keyClass) in [("73", "1"), (73, 1), ("73", 1), (73, "1")] as [(Any, Any)] {
      #expect(SecKey.made(of: try key.representation, type, keyClass).value == key)
    }
  }

  @Test("An invalid size gives -50, and a missing or unknown type sets no error")
  func k06_refusals() {
    for size in [0, 1, 255, 257, 512, -256] {
      let parameters: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: size]
      let made = answer { SecKeyCreateRandomKey(parameters as NSDictionary, $0) }
      #expect(made.value == nil && made.code == -50)
    }
    for parameters: Query in [
      [kSecAttrKeySizeInBits: 256], [kSecAttrKeyType: "7", kSecAttrKeySizeInBits: 256], [:],
    ] {
      let made = answer { SecKeyCreateRandomKey(parameters as NSDictionary, $0) }
      #expect(made.value == nil && made.code == nil)
    }
  }

  @Test("The attributes of every key state that the key is permanent and private, and contain its bytes")
  func k07_attributes() throws {
    let key = try TestKeys.curve(521)
    for key in [key, try key.publicPart] {
      let attributes = try key.attributes
      #expect(attributes["perm"] as? Bool == true)
      #expect(attributes["priv"] as? Bool == true)
      #expect(attributes["v_Data"] as? Data == (try key.representation))
      #expect(attributes["bsiz"] as? Int == 521)
    }
  }

  @Test("97 bytes are a P-384 public key or a P-256 private key, depending on the class")
  func k08_forms() throws {
    let long = try TestKeys.curve(384).publicPart.representation
    let short = try TestKeys.curve(256).representation
    #expect(long.count == 97 && short.count == 97)
    func size(_ bytes: Data, _ keyClass: CFString) throws -> Int? {
      try SecKey.made(of: bytes, kSecAttrKeyTypeEC, keyClass).value?.attributes["bsiz"] as? Int
    }
    #expect(try size(long, kSecAttrKeyClassPublic) == 384)
    #expect(try size(short, kSecAttrKeyClassPrivate) == 256)
    #expect(try size(long, kSecAttrKeyClassPrivate) == nil)
    #expect(try size(short, kSecAttrKeyClassPublic) == nil)
    for bits in [192, 224] {
      let key = try TestKeys.curve(bits)
      #expect(try size(key.publicPart.representation, kSecAttrKeyClassPublic) == bits)
      #expect(try size(key.representation, kSecAttrKeyClassPrivate) == bits)
    }
    // `SubjectPublicKeyInfo` and PKCS#8 wrap the bytes of a key. Only the wrapped RSA public key is accepted.
    let rsa = try TestKeys.rsa(1024)
    let inside = try rsa.publicPart.representation
    let info = KeyForms.rsaPublicKeyInfo(inside)
    #expect(
      try SecKey.made(of: info, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic).value?.representation
        == inside)
    let wrapped = KeyForms.rsaPrivateKeyInfo(try rsa.representation)
    #expect(
      SecKey.made(of: wrapped, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate).code == -50)
    let point = try TestKeys.curve(256).publicPart.representation
    let curveInfo = KeyForms.p256PublicKeyInfo(point)
    #expect(SecKey.made(of: curveInfo, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic).code == -50)
    let compressed = Data([2 + (point.last ?? 0) & 1]) + point[1...32]
    #expect(SecKey.made(of: compressed, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic).code == -50)
  }

  @Test("An RSA private key reports verification, and a public key decryption, but neither works")
  func k09_claims() throws {
    let key = try TestKeys.rsa(1024)
    let open = try key.publicPart
    #expect(SecKeyIsAlgorithmSupported(key, .verify, .rsaSignatureMessagePKCS1v15SHA256))
    #expect(SecKeyIsAlgorithmSupported(open, .decrypt, .rsaEncryptionPKCS1))
    let algorithms: [SecKeyAlgorithm] = [
      .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePSSSHA256, .rsaSignatureRaw,
    ]
    for algorithm in algorithms {
      let signature = try #require(key.sign(message, algorithm).value) as Data
      #expect(open.verify(signature, of: message, algorithm).value == true)
      #expect(key.verify(signature, of: message, algorithm).code == -67808)
    }
    let encrypted = try #require(open.encrypt(message, .rsaEncryptionPKCS1).value) as Data
    #expect(open.decrypt(encrypted, .rsaEncryptionPKCS1).code == -50)
  }

  @Test("PKCS#1 v1.5 decryption of a block without a valid padding gives an error, unlike on iOS (D34)")
  func k10_garbage() throws {
    let key = try TestKeys.rsa(1024)
    let open = try key.publicPart
    // Only blocks of type 2 are encrypted messages, and a zero must follow their padding.
    for first: UInt8 in 0..<8 {
      let block = Data([0, first]) + Data(repeating: 0x77, count: 126)
      let garbage = try #require(open.encrypt(block, .rsaEncryptionRaw).value) as Data
      let decrypted = key.decrypt(garbage, .rsaEncryptionPKCS1)
      #expect(decrypted.value == nil && decrypted.code == -50)
    }
  }

  @Test("The older functions return DER signatures, give -9809 for a wrong signature, and drop leading zeros")
  func k11_olderFunctions() throws {
    let key = try TestKeys.curve(256)
    let digest = [UInt8](repeating: 7, count: 32)
    for (padding, isRaw) in [([], false), (.PKCS1SHA256, false), (.sigRaw, true)]
      as [(SecPadding, Bool)]
    {
      let signature = try #require(OlderKeyCall.sign(key, padding, digest).bytes)
      let algorithm: SecKeyAlgorithm =
        isRaw ? .ecdsaSignatureDigestRFC4754 : .ecdsaSignatureDigestX962
      #expect(
        try key.publicPart.verify(Data(signature), of: Data(digest), algorithm).value == true)
      #expect(
        SecKeyRawVerify(try key.publicPart, padding, digest, 31, signature, signature.count)
          == -9809)
    }
    let rsa = try TestKeys.rsa(1024)
    let block = try #require(OlderKeyCall.encrypt(rsa.publicPart, [], [0, 0, 9]).bytes)
    #expect(OlderKeyCall.decrypt(rsa, [], block).bytes == [9])
    #expect(OlderKeyCall.sign(rsa, .PKCS1SHA256, Array("message".utf8)).status == param)
    #expect(OlderKeyCall.sign(rsa, .PKCS1SHA256, digest).status == ok)
  }

  @Test("A raw verification fails for input that begins with a zero") func k12_leadingZeros() throws {
    let key = try TestKeys.rsa(1024)
    let signature = try #require(key.sign(Data([0, 1]), .rsaSignatureRaw).value) as Data
    let open = try key.publicPart
    #expect(open.verify(signature, of: Data([0, 1]), .rsaSignatureRaw).code == -67808)
    #expect(open.verify(signature, of: Data([1]), .rsaSignatureRaw).value == true)
  }

  @Test("SecKeyGeneratePair stores only permanent keys, like iOS and unlike macOS")
  func k13_generatePair() throws {
    let keychain = try TestKeychain()
    let parameters: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    var (open, own): (SecKey?, SecKey?) = (nil, nil)
    let status = keychain.perform {
      SecKeyGeneratePair(parameters as NSDictionary, &open, &own)
    }
    #expect(status == ok)
    #expect(try own.map { try $0.publicPart } == open)
    #expect(SecKeyGetBlockSize(try #require(own)) == 32)
    #expect(keychain.find([kSecClass: kSecClassKey]).status == notFound)
  }
}
