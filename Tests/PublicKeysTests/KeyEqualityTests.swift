import AsymmetricKeys
import Testing

@Suite struct KeyEqualityTests {
  @Test func aKeyThatWasWrittenAndReadIsTheSame() throws {
    for key in try [AsymmetricKey.generateRSA(bitCount: 1024), .generate(on: .p256)] {
      let bytes = try key.externalRepresentation()
      let again =
        try key.kind == .ellipticCurve(.p256)
        ? AsymmetricKey(ellipticCurvePrivateKey: bytes) : AsymmetricKey(rsaPrivateKey: bytes)
      #expect(try key.isEqual(to: again))
      #expect(try key.publicKey().isEqual(to: again.publicKey()))
      #expect(try !key.isEqual(to: again.publicKey()))
      #expect(try !key.publicKey().isEqual(to: again))
    }
  }

  @Test func anotherKeyIsNone() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let other = try AsymmetricKey.generate(on: .p256)
    #expect(try !key.isEqual(to: other))
    #expect(try !key.publicKey().isEqual(to: other.publicKey()))
    #expect(try !key.isEqual(to: .generateRSA(bitCount: 512)))
  }

  @Test func aPointBesideAnotherNumberDoesNotDeceive() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let other = try AsymmetricKey.generate(on: .p256)
    let forged = try AsymmetricKey(
      ellipticCurvePrivateKey: key.publicRepresentation
        + Array(other.externalRepresentation().dropFirst(65)))
    #expect(forged.publicRepresentation == key.publicRepresentation)
    #expect(try !forged.isEqual(to: key))
  }
}
