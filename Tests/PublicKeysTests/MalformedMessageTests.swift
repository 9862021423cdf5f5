import KeychainModel
import Testing

@testable import AsymmetricKeys

/// Tests with truncated and changed signatures and ciphertexts.
@Suite struct MalformedMessageTests {
  private static let rsa = Result { try AsymmetricKey.generateRSA(bitCount: 512) }
  private static let message = Array("message".utf8)

  private static func key(_ name: String) throws -> AsymmetricKey {
    name.contains("RSA") ? try rsa.get() : try AsymmetricKey.generate(on: .p256)
  }

  @Test(arguments: [
    "sign:RSA:message-PKCS1v15:SHA256", "sign:RSA:message-PSS:SHA1:SHA1:20", "sign:RSA:raw",
    "sign:RSA:digest-PKCS1v15", "sign:ECDSA:message-X962:SHA256",
    "sign:ECDSA:message-RFC4754:SHA256",
  ])
  func signatures(name: String) throws {
    let key = try Self.key(name)
    let open = try key.publicKey()
    let signature = try key.sign(Self.message, name)
    #expect(try open.verify(signature, of: Self.message, name))
    for index in signature.indices {
      #expect(try !open.verify(Array(signature.prefix(index)), of: Self.message, name))
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = signature
        changed[index] ^= change
        #expect(try !open.verify(changed, of: Self.message, name), "\(index) \(change)")
      }
    }
    for wrong in [signature + [0], [0] + signature, signature + signature, [], [0x30, 0x80]] {
      #expect(try !open.verify(wrong, of: Self.message, name))
    }
  }

  /// Tests invalid numbers r and s of an ECDSA signature: zero, the order and greater numbers. The DER encodings also
  /// contain too many zeros, negative numbers and additional bytes.
  @Test func numbersOfECDSA() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let open = try key.publicKey()
    let order = EllipticCurve.p256.publishedOrder
    let zero = [UInt8](repeating: 0, count: 32)
    let one: [UInt8] = zero.dropLast() + [1]
    let ones = [UInt8](repeating: 0xFF, count: 32)
    let signature = try key.sign(Self.message, "sign:ECDSA:message-RFC4754:SHA256")
    let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
    for (left, right): ([UInt8], [UInt8]) in [
      (zero, zero), (zero, one), (one, zero), (one, one), (order, s), (r, order), (zero, s),
      (r, zero), (s, r), (ones, s),
    ] {
      #expect(
        try !open.verify(left + right, of: Self.message, "sign:ECDSA:message-RFC4754:SHA256"))
      let der = TestDER.numbers([left, right])
      #expect(try !open.verify(der, of: Self.message, "sign:ECDSA:message-X962:SHA256"))
    }
    let name = "sign:ECDSA:message-X962:SHA256"
    let whole = TestDER.numbers([r, s])
    #expect(try open.verify(whole, of: Self.message, name))
    let (leading, trailing) = (TestDER.element(0x02, [0, 0] + r), TestDER.number(s))
    for wrong in [
      TestDER.element(0x30, leading + trailing), TestDER.element(0x30, TestDER.number(r)),
      TestDER.element(0x30, TestDER.number(r) + trailing + [0x05, 0]),
      [0x30, 0x81] + whole.dropFirst(), [0x30, 0x80] + whole.dropFirst(2) + [0, 0],
      [0x31] + whole.dropFirst(), whole + [0],
    ] {
      #expect(try !open.verify(Array(wrong), of: Self.message, name))
    }
  }

  @Test(arguments: [
    "encrypt:RSA:OAEP:SHA1", "encrypt:RSA:OAEP:SHA1:AESGCM", "encrypt:RSA:PKCS1",
    "encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM", "encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV",
  ])
  func ciphertexts(name: String) throws {
    let key = try Self.key(name)
    let sealed = try key.publicKey().encrypt(Self.message, name)
    #expect(try key.decrypt(sealed, name) == Self.message)
    for index in sealed.indices {
      #expect(throws: KeychainError.self) { try key.decrypt(Array(sealed.prefix(index)), name) }
      for change: UInt8 in [0x01, 0x80] {
        var changed = sealed
        changed[index] ^= change
        if name.hasSuffix("PKCS1") {
          // PKCS#1 v1.5 padding does not authenticate the message.
          #expect((try? key.decrypt(changed, name)) != Self.message)
        } else {
          #expect(throws: KeychainError.self) { try key.decrypt(changed, name) }
        }
      }
    }
    for wrong in [[], [0], sealed + [0], [0] + sealed, sealed + sealed] {
      #expect(throws: KeychainError.self) { try key.decrypt(wrong, name) }
    }
  }

  /// All decryption errors are equal. An error does not reveal which part of a message was wrong.
  @Test func errorsOfPaddingSayNoMore() throws {
    let key = try Self.rsa.get()
    for name in ["encrypt:RSA:OAEP:SHA1", "encrypt:RSA:PKCS1"] {
      var reasons: Set<String> = []
      for byte: UInt8 in 0..<64 {
        do {
          _ = try key.decrypt([byte] + [UInt8](repeating: byte, count: 63), name)
        } catch let error as KeychainError {
          #expect(error.code == .parameter)
          reasons.insert(error.reason)
        }
      }
      #expect(reasons.count == 1)
    }
  }
}
