import CommonCrypto
import Testing

/// The first test vector of RFC 4231 and RFC 2202, and the vector with a key that is longer than a block.
@Suite struct HMACTests {
  private static let algorithms: [(name: Int, short: String, long: String)] = [
    (
      kCCHmacAlgMD5, "5ccec34ea9656392457fa1ac27f08fbc", "bfecaf4efff90a3a668f3922fec3762d"
    ),
    (
      kCCHmacAlgSHA1, "b617318655057264e28bc0b6fb378c8ef146be00",
      "90d0dace1c1bdc957339307803160335bde6df2b"
    ),
    (
      kCCHmacAlgSHA224, "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
      "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e"
    ),
    (
      kCCHmacAlgSHA256, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      kCCHmacAlgSHA384,
      "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
        + "faea9ea9076ede7f4af152e8b2fa9cb6",
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6"
        + "0c2ef6ab4030fe8296248df163f44952"
    ),
    (
      kCCHmacAlgSHA512,
      "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
    ),
  ]

  @Test func oneCallAndPiecesComputeTheCode() {
    let shortKey = [UInt8](repeating: 0x0B, count: 20)
    let longKey = [UInt8](repeating: 0xAA, count: 131)
    let longText = "Test Using Larger Than Block-Size Key - Hash Key First"
    for algorithm in Self.algorithms {
      for (key, text, expected) in [
        (shortKey, "Hi There", algorithm.short), (longKey, longText, algorithm.long),
      ] {
        let name = CCHmacAlgorithm(algorithm.name)
        var code = [UInt8](repeating: 0, count: expected.utf8.count / 2)
        CCHmac(name, key, key.count, text, text.utf8.count, &code)
        #expect(code == [UInt8](hex: expected), "\(algorithm.name)")

        var context = CCHmacContext()
        var inPieces = [UInt8](repeating: 0, count: code.count)
        CCHmacInit(&context, name, key, key.count)
        CCHmacUpdate(&context, text, 3)
        let rest = Array(text.utf8.dropFirst(3))
        CCHmacUpdate(&context, rest, rest.count)
        CCHmacFinal(&context, &inPieces)
        #expect(inPieces == code)
      }
    }
  }
}
