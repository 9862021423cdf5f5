import COpenSSL
import CommonCrypto
import Testing

@Suite struct DigestTests {
  typealias OneCall =
    @Sendable (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?)
    -> UnsafeMutablePointer<UInt8>?

  /// The digests of "abc" in FIPS 180-4, in RFC 1321 and, for MD4, in RFC 1320.
  private static let digests: [(OneCall, String)] = [
    (CC_MD4, "a448017aaf21d8525fc10ae87aa6729d"),
    (CC_MD5, "900150983cd24fb0d6963f7d28e17f72"),
    (CC_SHA1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (CC_SHA224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    (CC_SHA256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      CC_SHA384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        + "8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      CC_SHA512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ]

  @Test func oneCallComputesTheDigest() {
    for (compute, expected) in Self.digests {
      var digest = [UInt8](repeating: 0, count: expected.utf8.count / 2)
      digest.withUnsafeMutableBufferPointer { buffer in
        #expect(compute("abc", 3, buffer.baseAddress) == buffer.baseAddress)
      }
      #expect(digest == [UInt8](hex: expected))
    }
  }

  @Test func piecesComputeTheSame() {
    var context = CC_SHA256_CTX()
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    #expect(CC_SHA256_Init(&context) == 1)
    for piece in ["a", "", "bc"] {
      #expect(CC_SHA256_Update(&context, piece, CC_LONG(piece.utf8.count)) == 1)
    }
    #expect(CC_SHA256_Final(&digest, &context) == 1)
    #expect(
      digest
        == [UInt8](hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    var long = CC_SHA512_CTX()
    var longDigest = [UInt8](repeating: 0, count: Int(CC_SHA512_DIGEST_LENGTH))
    var expected = longDigest
    let bytes = [UInt8](repeating: 7, count: 1000)
    CC_SHA512_Init(&long)
    for start in stride(from: 0, to: 1000, by: 125) {
      CC_SHA512_Update(&long, Array(bytes[start..<start + 125]), 125)
    }
    CC_SHA512_Final(&longDigest, &long)
    _ = CC_SHA512(bytes, 1000, &expected)
    #expect(longDigest == expected)
  }

  /// The test vector is from RFC 1320.
  @Test func md4TakesPieces() {
    let text = "12345678901234567890123456789012345678901234567890123456789012345678901234567890"
    var context = CC_MD4_CTX()
    #expect(CC_MD4_Init(&context) == 1)
    for start in stride(from: 0, to: 80, by: 16) {
      let piece = Array(text.utf8)[start..<start + 16]
      #expect(CC_MD4_Update(&context, Array(piece), 16) == 1)
    }
    var digest = [UInt8](repeating: 0, count: Int(CC_MD4_DIGEST_LENGTH))
    #expect(CC_MD4_Final(&digest, &context) == 1)
    #expect(digest == [UInt8](hex: "e33b4ddc9c38f2199c3e7b164fcc0536"))
  }

  /// Some programs copy a context to continue a digest in two ways. A copy of the context must work at any address.
  @Test func aCopiedContextGoesOnByItself() {
    var context = CC_MD4_CTX()
    #expect(CC_MD4_Init(&context) == 1)
    #expect(CC_MD4_Update(&context, "ab", 2) == 1)
    var copies = [context, context, context]
    #expect(CC_MD4_Update(&copies[0], "c", 1) == 1)
    #expect(CC_MD4_Update(&copies[1], "x", 1) == 1)
    #expect(CC_MD4_Update(&context, "c", 1) == 1)
    var (one, other) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16))
    // The third copy is never finished.
    #expect(CC_MD4_Final(&one, &copies[0]) == 1 && CC_MD4_Final(&other, &context) == 1)
    #expect(one == [UInt8](hex: "a448017aaf21d8525fc10ae87aa6729d"))
    #expect(other == one)
  }

  /// If a program loads a provider by name, OpenSSL no longer loads the default provider automatically. The MD4
  /// functions must load no provider by name.
  @Test func md4LoadsNoProvider() {
    var digest = [UInt8](repeating: 0, count: 16)
    #expect(CC_MD4("abc", 3, &digest) != nil)
    #expect(OSSL_PROVIDER_available(nil, "legacy") == 0)
    #expect(OSSL_PROVIDER_available(nil, "default") == 1)
  }

  @Test func nothingIsDigestedWithoutAContextOrAPlace() {
    var context = CC_SHA256_CTX()
    #expect(CC_SHA256_Init(nil) == 0)
    #expect(CC_SHA256_Init(&context) == 1)
    #expect(CC_SHA256_Update(nil, "a", 1) == 0)
    #expect(CC_SHA256_Update(&context, nil, 1) == 0)
    #expect(CC_SHA256_Final(nil, &context) == 0)
    #expect(CC_MD4("a", 1, nil) == nil)
    var digest = [UInt8](repeating: 0, count: 16)
    #expect(CC_MD4(nil, 1, &digest) == nil)
  }
}
