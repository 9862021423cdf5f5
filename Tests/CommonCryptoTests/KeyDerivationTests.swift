import CommonCrypto
import Testing

@Suite struct KeyDerivationTests {
  private func derive(
    _ hash: Int, algorithm: Int = kCCPBKDF2, rounds: UInt32 = 2, count: Int = 20
  ) -> (key: [UInt8], status: Int32) {
    var key = [UInt8](repeating: 0, count: 20)
    let status = CCKeyDerivationPBKDF(
      CCPBKDFAlgorithm(algorithm), "password", 8, Array("salt".utf8), 4,
      CCPseudoRandomAlgorithm(hash), rounds, &key, count)
    return (key, status)
  }

  /// The test vectors of RFC 6070, and the same inputs with other hash functions.
  @Test func keysAreThoseOfTheStandard() {
    for (hash, expected) in [
      (kCCPRFHmacAlgSHA1, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
      (kCCPRFHmacAlgSHA224, "93200ffa96c5776d38fa10abdf8f5bfc0054b971"),
      (kCCPRFHmacAlgSHA256, "ae4d0c95af6b46d32d0adff928f06dd02a303f8e"),
      (kCCPRFHmacAlgSHA384, "54f775c6d790f21930459162fc535dbf04a93918"),
      (kCCPRFHmacAlgSHA512, "e1d9c16aa681708a45f5c7c4e215ceb66e011a2e"),
    ] {
      let (key, status) = derive(hash)
      #expect(status == kCCSuccess)
      #expect(key == [UInt8](hex: expected))
    }
  }

  @Test func mistakesAreRefused() {
    #expect(derive(0).status == kCCParamError)
    #expect(derive(kCCPRFHmacAlgSHA1, algorithm: 1).status == kCCParamError)
    #expect(derive(kCCPRFHmacAlgSHA1, rounds: 0).status == kCCParamError)
    #expect(derive(kCCPRFHmacAlgSHA1, count: 0).status == kCCParamError)
  }

  @Test func calibrationGivesRounds() {
    let rounds = CCCalibratePBKDF(
      CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 32, 1)
    #expect(rounds >= 10000)
    #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, 0, 32, 1) == 0)
  }

  @Test func randomBytesAreFilledIn() {
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(CCRandomGenerateBytes(&bytes, bytes.count) == kCCSuccess)
    #expect(Set(bytes).count > 20)
    #expect(CCRandomGenerateBytes(nil, 1) == kCCParamError)
    #expect(CCRandomGenerateBytes(nil, 0) == kCCSuccess)
  }
}
