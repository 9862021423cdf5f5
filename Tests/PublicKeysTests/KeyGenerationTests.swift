import KeychainModel
import Testing

@testable import AsymmetricKeys

@Suite struct KeyGenerationTests {
  @Test(arguments: [512, 1023, 1024, 2056])
  func anRSAKeyHasTheSizeAskedFor(bitCount: Int) throws {
    let key = try AsymmetricKey.generateRSA(bitCount: bitCount)
    let read = try AsymmetricKey(rsaPrivateKey: key.externalRepresentation())
    #expect(key.bitCount == bitCount)
    #expect(read.bitCount == bitCount)
    #expect(key.rsaPublicNumbers?.exponent == [1, 0, 1])
  }

  @Test(arguments: [Int.min, 0, 511, 8193, Int.max])
  func otherSizesAreNotMade(bitCount: Int) {
    #expect(throws: KeychainError.self) { try AsymmetricKey.generateRSA(bitCount: bitCount) }
  }

  @Test(arguments: EllipticCurve.allCases)
  func aKeyIsOnItsCurve(curve: EllipticCurve) throws {
    let key = try AsymmetricKey.generate(on: curve)
    let bytes = try key.externalRepresentation()
    #expect(bytes.count == curve.privateByteCount)
    #expect(try AsymmetricKey(ellipticCurvePrivateKey: bytes).externalRepresentation() == bytes)
    #expect(try key.publicKey().externalRepresentation() == key.publicRepresentation)
  }
}
