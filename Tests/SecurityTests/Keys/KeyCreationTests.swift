import Foundation
import Security
import Testing

/// Tests `SecKeyCreateRandomKey` and `SecKeyCreateWithData` (specification: keys-and-certificates 1.2 to 1.5).
@Suite struct KeyCreationTests {
  private func make(_ parameters: Query) -> KeyAnswer<SecKey> {
    answer { SecKeyCreateRandomKey(parameters as NSDictionary, $0) }
  }

  @Test(arguments: TestKeys.curveBitCounts) func curves(bits: Int) throws {
    for type in [kSecAttrKeyTypeEC, "73", 73, NSNumber(value: 73.0)] as [Any] {
      for size in [bits, String(bits), NSNumber(value: bits)] as [Any] {
        let made = make([kSecAttrKeyType: type, kSecAttrKeySizeInBits: size])
        #expect(try made.value?.attributes["bsiz"] as? Int == bits)
        #expect(made.code == nil)
      }
    }
  }

  @Test(arguments: TestKeys.rsaBitCounts) func rsa(bits: Int) throws {
    #expect(try TestKeys.rsa(bits).attributes["bsiz"] as? Int == bits)
  }

  @Test("A size for which no key can be made gives -50") func sizes() {
    for size: Any in [
      0, 1, 511, 8193, -2048, Int.max, Int.min, UInt64.max, 2048.5, Double.nan, "2048 ", "+2048",
      "0x800", "", "two", true, Data([8]), NSNull(), [2048],
    ] {
      let made = make([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: size])
      #expect(made.value == nil && made.code == -50, "\(size)")
    }
    let made = make([kSecAttrKeyType: kSecAttrKeyTypeRSA])
    #expect(made.value == nil && made.code == -50)
    for bits in [160, 239, 320, 512, 528] {
      let made = make([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: bits])
      #expect(made.value == nil && made.code == -50, "\(bits)")
    }
  }

  @Test("An unknown type gives no key and sets no error") func types() {
    for type: Any in ["", "73 ", "073", "+73", "RSA", 0, -1, 42.5, true, Data([42]), "14"] {
      let made = make([kSecAttrKeyType: type, kSecAttrKeySizeInBits: 256])
      #expect(made.value == nil && made.code == nil, "\(type)")
    }
  }

  @Test("SecKeyGeneratePair gives -50 for an invalid size and for a missing type") func pairs() {
    let sizes: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 1]
    #expect(SecKeyGeneratePair(sizes as NSDictionary, nil, nil) == param)
    #expect(SecKeyGeneratePair([:] as NSDictionary, nil, nil) == param)
    let good: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256]
    #expect(SecKeyGeneratePair(good as NSDictionary, nil, nil) == ok)
  }

  @Test("A request for a key in a token gives -4 and makes no key in software") func tokens() throws {
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
      kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
    ]
    #expect(make(parameters).code == -4)
    let bytes = try TestKeys.curve(256).representation
    let made = SecKey.made(
      of: bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate,
      also: [kSecAttrTokenID: kSecAttrTokenIDSecureEnclave])
    #expect(made.value == nil && made.code == -4)
  }

  @Test("The key functions can fail without an error pointer") func withoutError() throws {
    let parameters: Query = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 1]
    #expect(SecKeyCreateRandomKey(parameters as NSDictionary, nil) == nil)
    #expect(SecKeyCreateWithData(NSData(), [:] as NSDictionary, nil) == nil)
    let key = try TestKeys.curve(256)
    #expect(SecKeyCreateSignature(key, .rsaSignatureRaw, NSData(), nil) == nil)
  }

  @Test("SecKeyCreateWithData accepts type and class as strings and as numbers") func dataTypes() throws {
    let own = try TestKeys.curve(256)
    let open = try own.publicPart
    struct Case {
      let type: Any?
      let keyClass: Any?
      let code: Int?
      init(_ type: Any?, _ keyClass: Any?, _ code: Int?) {
        (self.type, self.keyClass, self.code) = (type, keyClass, code)
      }
    }
    for row in [
      Case("73", "1", nil), Case(73, 1, nil), Case(NSNumber(value: 73.0), NSNumber(value: 1), nil),
      // The type 43 (DSA) means the same as the type 73 (elliptic curve).
      Case("43", "1", nil), Case(43, 1, nil),
      Case(nil, "1", -50), Case("73", nil, -50), Case(nil, nil, -50),
      Case("073", "1", -50), Case("73", "01", -50), Case("+73", "1", -50), Case("73", " 1", -50),
      Case("73", "3", -50), Case("73", -1, -50), Case("73", true, -50), Case(73.5, 1, -50),
      Case("14", "1", -50), Case("", "", -50), Case(Data([73]), Data([1]), -50),
      Case("73", "2", -4), Case("2147483649", "2", -4), Case("42", 2, -4),
      // The key types of the Secure Enclave are valid only for public keys.
      Case("2147483678", "1", -50), Case("2147483679", "1", -50),
    ] {
      let made = SecKey.made(of: try own.representation, row.type, row.keyClass)
      #expect(made.code == row.code, "\(row)")
      #expect((made.value == nil) == (row.code != nil), "\(row)")
    }
    for type in ["73", "43", "2147483678", "2147483679"] {
      #expect(SecKey.made(of: try open.representation, type, "0").value == open)
    }
    // `SecKeyCreateWithData` ignores the size.
    let also: Query = [kSecAttrKeySizeInBits: "nonsense"]
    #expect(SecKey.made(of: try open.representation, "73", "0", also: also).value == open)
  }

  @Test("The bytes of a key are rejected with another class and with another type") func halves() throws {
    let keys: [(SecKey, CFString)] = [
      (try TestKeys.rsa(1024), kSecAttrKeyTypeRSA), (try TestKeys.curve(224), kSecAttrKeyTypeEC),
    ]
    for (index, (key, type)) in keys.enumerated() {
      let other = keys[1 - index].1
      let (own, open) = (try key.representation, try key.publicPart.representation)
      #expect(SecKey.made(of: own, type, kSecAttrKeyClassPrivate).value == key)
      #expect(try SecKey.made(of: open, type, kSecAttrKeyClassPublic).value == key.publicPart)
      #expect(SecKey.made(of: own, type, kSecAttrKeyClassPublic).code == -50)
      #expect(SecKey.made(of: open, type, kSecAttrKeyClassPrivate).code == -50)
      #expect(SecKey.made(of: own, other, kSecAttrKeyClassPrivate).code == -50)
      #expect(SecKey.made(of: open, other, kSecAttrKeyClassPublic).code == -50)
      #expect(SecKey.made(of: Data(), type, kSecAttrKeyClassPublic).code == -50)
      #expect(SecKey.made(of: Data(), type, kSecAttrKeyClassPrivate).code == -50)
    }
  }
}
