import KeychainModel
import Testing

@testable import AsymmetricKeys

/// Runs the Wycheproof tests in Vectors/wycheproof. Each test function expects a number of tests, so that an unreadable
/// table is noticed.
@Suite struct WycheproofTests {
  @Test(arguments: [("ecdsa-x962", 2236), ("ecdsa-rfc4754", 901)])
  func signaturesOfECDSA(table: String, count: Int) throws {
    let tests = try WycheproofTest.all(table)
    var keys: [String: AsymmetricKey] = [:]
    for test in tests {
      let point = test.group[1]
      let key = try keys[point] ?? AsymmetricKey(ellipticCurvePoint: WycheproofTest.decode(point))
      keys[point] = key
      let isRight = try key.verify(test.fields[1], of: test.fields[0], test.group[0])
      #expect(isRight == (test.expected == .valid), "\(test)")
    }
    #expect(tests.count == count)
  }

  /// Only compressed points have the expected result "acceptable". Latchkey rejects compressed points, as Apple does.
  @Test func agreement() throws {
    let tests = try WycheproofTest.all("ecdh")
    for test in tests {
      let bits = try #require(Int(test.group[0]))
      let curve = try #require(EllipticCurve(rawValue: bits))
      // The encoded private key contains the point of another key. The key exchange does not use this point.
      let point = try AsymmetricKey.generate(on: curve).publicRepresentation
      let own = try AsymmetricKey(ellipticCurvePrivateKey: point + test.fields[1])
      let secret = try? own.sharedSecret(with: AsymmetricKey(ellipticCurvePoint: test.fields[0]))
      switch test.expected {
      case .valid: #expect(secret == test.fields[2], "\(test)")
      case .invalid: #expect(secret == nil, "\(test)")
      case .acceptable:
        #expect(test.flags == ["CompressedPublic", "CompressedPoint"])
        #expect(secret == nil, "\(test)")
      }
    }
    #expect(tests.count == 816)
  }

  /// In the "acceptable" case, the algorithm of the digest has no NULL parameters. Latchkey rejects the signature,
  /// because Latchkey compares encodings.
  @Test func signaturesOfPKCS1() throws {
    let tests = try WycheproofTest.all("rsa-pkcs1-signatures")
    var keys: [String: AsymmetricKey] = [:]
    for test in tests {
      let key =
        try keys[test.group[1]]
        ?? AsymmetricKey(rsaPublicKey: WycheproofTest.decode(test.group[1]))
      keys[test.group[1]] = key
      let isRight = try key.verify(test.fields[1], of: test.fields[0], test.group[0])
      if test.expected == .acceptable { #expect(test.flags == ["MissingNull"]) }
      #expect(isRight == (test.expected == .valid), "\(test)")
    }
    #expect(tests.count == 506)
  }

  /// The "acceptable" cases are keys of 1024 and 1536 bits, the exponent 3 and SHA-1. Latchkey accepts all of these
  /// cases, as Apple does.
  @Test func signingWithPKCS1() throws {
    let tests = try WycheproofTest.all("rsa-pkcs1-signing")
    var keys: [String: AsymmetricKey] = [:]
    for test in tests {
      let key =
        try keys[test.group[1]]
        ?? AsymmetricKey(rsaPrivateKey: WycheproofTest.decode(test.group[1]))
      keys[test.group[1]] = key
      #expect(test.expected != .invalid)
      #expect(test.flags.isSubset(of: ["SmallModulus", "SmallPublicKey", "WeakHash"]))
      #expect(try key.sign(test.fields[0], test.group[0]) == test.fields[1], "\(test)")
      #expect(
        try key.publicKey().verify(test.fields[1], of: test.fields[0], test.group[0]), "\(test)")
    }
    #expect(tests.count == 104)
  }

  @Test func signaturesOfPSS() throws {
    let tests = try WycheproofTest.all("rsa-pss")
    for test in tests {
      let key = try AsymmetricKey(rsaPublicKey: WycheproofTest.decode(test.group[1]))
      let isRight = try key.verify(test.fields[1], of: test.fields[0], test.group[0])
      #expect(isRight == (test.expected == .valid), "\(test)")
    }
    #expect(tests.count == 296)
  }

  /// A message that was encrypted with a label is rejected, because Latchkey always uses an empty label. In the
  /// "acceptable" cases, the ciphertext is a small number, and the message was encrypted with a label. Latchkey rejects
  /// these cases because of the label.
  @Test func decryptionOfOAEP() throws {
    let tests = try WycheproofTest.all("rsa-oaep")
    var keys: [String: AsymmetricKey] = [:]
    var labelled = 0
    for test in tests {
      let key =
        try keys[test.group[1]]
        ?? AsymmetricKey(rsaPrivateKey: WycheproofTest.decode(test.group[1]))
      keys[test.group[1]] = key
      let message = try? key.decrypt(test.fields[2], test.group[0])
      if test.expected == .valid && test.fields[0].isEmpty {
        #expect(message == test.fields[1], "\(test)")
      } else {
        #expect(message == nil, "\(test)")
      }
      if !test.fields[0].isEmpty { labelled += 1 }
      if test.expected == .acceptable {
        #expect(test.flags.contains("EncryptionWithLabel"))
      }
    }
    #expect(tests.count == 179)
    #expect(labelled > 0)
  }

  /// The decryption of an invalid message throws an error instead of returning random bytes (compatibility: D34).
  @Test func decryptionOfPKCS1() throws {
    let tests = try WycheproofTest.all("rsa-pkcs1-decryption")
    for test in tests {
      let key = try AsymmetricKey(rsaPrivateKey: WycheproofTest.decode(test.group[1]))
      let message = try? key.decrypt(test.fields[1], test.group[0])
      #expect(message == (test.expected == .valid ? test.fields[0] : nil), "\(test)")
    }
    #expect(tests.count == 39)
  }

  /// All Wycheproof tests with nonces of 16 bytes are valid. The test also checks that changed messages are rejected.
  @Test func aesGCM() throws {
    let tests = try WycheproofTest.all("aes-gcm")
    for test in tests {
      let (key, nonce, context) = (test.fields[0], test.fields[1], test.fields[2])
      let sealed = test.fields[4] + test.fields[5]
      #expect(test.expected == .valid)
      let ours = try test.fields[3].withUnsafeBytes {
        try AESGCM.seal($0, key: key, nonce: nonce, context: context)
      }
      #expect(ours == sealed, "\(test)")
      func open(_ sealed: [UInt8], _ context: [UInt8]) -> [UInt8]? {
        sealed.withUnsafeBytes { try? AESGCM.open($0, key: key, nonce: nonce, context: context) }
      }
      #expect(open(sealed, context) == test.fields[3], "\(test)")
      #expect(open(sealed, context + [0]) == nil, "\(test)")
      for index in sealed.indices {
        var changed = sealed
        changed[index] ^= 0x80
        #expect(open(changed, context) == nil, "\(test)")
        #expect(open(Array(sealed.prefix(index)), context) == nil, "\(test)")
      }
    }
    #expect(tests.count == 39)
  }
}
