import Foundation
import Security
import Testing

/// Tests the key functions with input of unusual sizes (specification: keys-and-certificates 1.9).
@Suite struct KeyInputTests {
  private let hashes: [(String, Int)] = [
    ("SHA1", 20), ("SHA224", 28), ("SHA256", 32), ("SHA384", 48), ("SHA512", 64),
  ]

  private func algorithm(_ name: String) -> SecKeyAlgorithm {
    SecKeyAlgorithm(rawValue: "algid:\(name)" as CFString)
  }

  @Test("An empty message is signed, and an empty digest only if the algorithm names no hash")
  func emptySignatures() throws {
    for key in [try TestKeys.rsa(2048), try TestKeys.curve(256)] {
      let open = try key.publicPart
      for row in AlgorithmRow.all
      where row.use == .signature && SecKeyIsAlgorithmSupported(key, .sign, row.algorithm) {
        let name = row.algorithm.rawValue as String
        let wantsLength = name.contains("digest") && name.contains(":SHA")
        let signature = key.sign(Data(), row.algorithm)
        #expect(signature.code == (wantsLength ? -50 : nil), "\(name)")
        #expect(
          open.verify(Data(), of: Data(), row.algorithm).code == (wantsLength ? -50 : -67808))
        if let bytes = signature.value {
          #expect(open.verify(bytes as Data, of: Data(), row.algorithm).value == true, "\(name)")
        }
      }
    }
  }

  @Test("An empty message is encrypted, and an empty ciphertext is rejected") func emptyMessages() throws {
    for key in [try TestKeys.rsa(2048), try TestKeys.curve(521)] {
      let open = try key.publicPart
      for row in AlgorithmRow.all
      where SecKeyIsAlgorithmSupported(open, .encrypt, row.algorithm) {
        let bytes = try #require(open.encrypt(Data(), row.algorithm).value) as Data
        let plaintext = try #require(key.decrypt(bytes, row.algorithm).value) as Data
        if row.algorithm == .rsaEncryptionRaw {
          #expect(plaintext == Data(count: 256))
          // Empty input means the number zero, which decrypts to zero.
          #expect(key.decrypt(Data(), row.algorithm).value as Data? == Data(count: 256))
        } else {
          #expect(plaintext.isEmpty)
          #expect(key.decrypt(Data(), row.algorithm).code == -50)
        }
      }
    }
  }

  @Test("A digest that does not have the length of its hash gives -50 in signing and verifying")
  func digestLengths() throws {
    let rsa = try TestKeys.rsa(2048)
    let curve = try TestKeys.curve(384)
    for (hash, count) in hashes {
      let number = hash == "SHA224" ? 24 : count
      for (key, name) in [
        (rsa, "sign:RSA:digest-PKCS1v15:\(hash)"),
        (rsa, "sign:RSA:digest-PSS:\(hash):\(hash):\(number)"),
        (curve, "sign:ECDSA:digest-X962:\(hash)"), (curve, "sign:ECDSA:digest-RFC4754:\(hash)"),
      ] {
        let algorithm = algorithm(name)
        let signature = try #require(key.sign(Data(count: count), algorithm).value) as Data
        for wrong in [0, 1, count - 1, count + 1, 200] {
          #expect(key.sign(Data(count: wrong), algorithm).code == -50, "\(name) \(wrong)")
          #expect(
            try key.publicPart.verify(signature, of: Data(count: wrong), algorithm).code == -50)
        }
      }
    }
  }

  @Test("A digest without a hash has any length, and its left-most bits are signed") func anyDigest() throws {
    for bits in TestKeys.curveBitCounts {
      let key = try TestKeys.curve(bits)
      let algorithms: [SecKeyAlgorithm] = [
        .ecdsaSignatureDigestX962, .ecdsaSignatureDigestRFC4754, .ecdsaSignatureRFC4754,
      ]
      for (algorithm, count) in algorithms.flatMap({ algorithm in
        [1, 20, 65, 1000].map { (algorithm, $0) }
      }) {
        let digest = Data(repeating: 0xA5, count: count)
        let signature = try #require(key.sign(digest, algorithm).value) as Data
        let open = try key.publicPart
        #expect(open.verify(signature, of: digest, algorithm).value == true)
        if count > 66 {
          #expect(open.verify(signature, of: digest.prefix(66), algorithm).value == true)
        }
      }
    }
  }

  @Test("The longest input of each algorithm fits, and one more byte does not") func longest() throws {
    for bits in [1023, 1024, 2056] {
      let key = try TestKeys.rsa(bits)
      let open = try key.publicPart
      let block = SecKeyGetBlockSize(key)
      func encrypts(_ count: Int, _ algorithm: SecKeyAlgorithm) -> Bool {
        open.encrypt(Data(repeating: 1, count: count), algorithm).value != nil
      }
      #expect(encrypts(block - 11, .rsaEncryptionPKCS1))
      #expect(!encrypts(block - 10, .rsaEncryptionPKCS1))
      for (hash, count) in hashes where block >= 2 * count + 2 {
        let algorithm = algorithm("encrypt:RSA:OAEP:\(hash)")
        #expect(encrypts(block - 2 * count - 2, algorithm))
        #expect(!encrypts(block - 2 * count - 1, algorithm))
      }
      #expect(encrypts(block, .rsaEncryptionRaw))
      #expect(!encrypts(block + 1, .rsaEncryptionRaw))
      let raw = SecKeyAlgorithm.rsaSignatureDigestPKCS1v15Raw
      let longest = Data(repeating: 7, count: block - 11)
      let signature = try #require(key.sign(longest, raw).value) as Data
      #expect(open.verify(signature, of: longest, raw).value == true)
      #expect(key.sign(longest + [7], raw).code == -50)
      #expect(open.verify(signature, of: longest + [7], raw).code == -50)
    }
  }

  @Test("A raw block gives -50 if its number is not less than the modulus") func rawNumbers() throws {
    let key = try TestKeys.rsa(1024)
    let open = try key.publicPart
    // The public key is a PKCS#1 sequence. The first 7 bytes are two headers and a leading zero. The next 128 bytes are
    // the modulus.
    let modulus = try open.representation.dropFirst(7).prefix(128)
    #expect(key.sign(Data(modulus), .rsaSignatureRaw).code == -50)
    #expect(open.encrypt(Data(modulus), .rsaEncryptionRaw).code == -50)
    #expect(key.decrypt(Data(modulus), .rsaEncryptionRaw).code == -50)
    var below = Data(modulus)
    below[below.count - 1] -= 1
    let signature = try #require(key.sign(below, .rsaSignatureRaw).value) as Data
    #expect(open.verify(signature, of: below, .rsaSignatureRaw).value == true)
    #expect(open.verify(Data(modulus), of: below, .rsaSignatureRaw).code == -67808)
  }

  @Test("A signature with a wrong length does not verify") func signatureLengths() throws {
    for key in [try TestKeys.rsa(1024), try TestKeys.curve(256)] {
      let open = try key.publicPart
      for row in AlgorithmRow.all
      where row.use == .signature && SecKeyIsAlgorithmSupported(key, .sign, row.algorithm) {
        let name = row.algorithm.rawValue as String
        let count =
          name.contains("digest") ? hashes.first { name.contains(":" + $0.0) }?.1 ?? 20 : 20
        let input = Data(repeating: 3, count: count)
        let bytes = try #require(key.sign(input, row.algorithm).value) as Data
        for wrong in [bytes.dropLast(), bytes + [0], [0] + bytes, Data(), Data(count: 10_000)] {
          #expect(open.verify(wrong, of: input, row.algorithm).code == -67808, "\(name)")
        }
      }
    }
  }

  @Test(
    "The algorithms with AES-GCM encrypt and decrypt 64 MiB",
    arguments: [
      SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM,
      .rsaEncryptionOAEPSHA512AESGCM,
    ])
  func huge(algorithm: SecKeyAlgorithm) throws {
    let isRSA = algorithm == .rsaEncryptionOAEPSHA512AESGCM
    let key = isRSA ? try TestKeys.rsa(2048) : try TestKeys.curve(256)
    let message = NSMutableData(length: 64 << 20) ?? NSMutableData()
    memset(message.mutableBytes, 0x42, message.length)
    let sealed = try #require(
      SecKeyCreateEncryptedData(key.publicPart, algorithm, message, nil))
    #expect(sealed.length == (64 << 20) + 16 + (isRSA ? 256 : 65))
    let plaintext = try #require(SecKeyCreateDecryptedData(key, algorithm, sealed, nil))
    #expect(plaintext.length == message.length)
    // Compares the bytes with `memcmp`, because the conversion of an `NSData` to a `Data` is slow: Foundation copies
    // byte by byte.
    #expect(memcmp(plaintext.bytes, message.bytes, message.length) == 0)
    let changed = NSMutableData(bytes: sealed.bytes, length: sealed.length)
    changed.mutableBytes.storeBytes(of: 0, toByteOffset: 1 << 20, as: UInt64.self)
    #expect(answer { SecKeyCreateDecryptedData(key, algorithm, changed, $0) }.code == -50)
  }
}
