import CommonCrypto
import Testing

@Suite struct CryptorTests {
  private let key = [UInt8](hex: "2b7e151628aed2a6abf7158809cf4f3c")

  /// Passes the input to a cryptor in pieces of `size` bytes. Returns the whole output.
  private func run(_ cryptor: CCCryptorRef?, _ input: [UInt8], by size: Int) -> [UInt8] {
    var output: [UInt8] = []
    var moved = 0
    for start in stride(from: 0, to: input.count, by: size) {
      let piece = Array(input[start..<min(start + size, input.count)])
      let space = CCCryptorGetOutputLength(cryptor, piece.count, false)
      var part = [UInt8](repeating: 0, count: space)
      #expect(
        CCCryptorUpdate(cryptor, piece, piece.count, &part, part.count, &moved) == kCCSuccess)
      #expect(moved == space)
      output += part.prefix(moved)
    }
    var part = [UInt8](repeating: 0, count: CCCryptorGetOutputLength(cryptor, 0, true))
    #expect(CCCryptorFinal(cryptor, &part, part.count, &moved) == kCCSuccess)
    output += part.prefix(moved)
    #expect(CCCryptorFinal(cryptor, &part, part.count, &moved) == kCCCallSequenceError)
    return output
  }

  /// The test vectors are the first block of each mode in NIST SP 800-38A.
  @Test func modesAreThoseOfTheStandard() {
    let plain = [UInt8](hex: "6bc1bee22e409f96e93d7e117393172a")
    let zeroToFifteen = "000102030405060708090a0b0c0d0e0f"
    for (mode, iv, expected) in [
      (kCCModeECB, zeroToFifteen, "3ad77bb40d7a3660a89ecaf32466ef97"),
      (kCCModeCBC, zeroToFifteen, "7649abac8119b246cee98e9b12e9197d"),
      (kCCModeCFB, zeroToFifteen, "3b3fd92eb72dad20333449f8e83cfb4a"),
      (kCCModeOFB, zeroToFifteen, "3b3fd92eb72dad20333449f8e83cfb4a"),
      (kCCModeCFB8, zeroToFifteen, "3b79424c9c0dd436bace9e0ed4586a4f"),
      (kCCModeCTR, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "874d6191b620e3261bef6864990db6ce"),
    ] {
      for (operation, input, output) in [
        (kCCEncrypt, plain, [UInt8](hex: expected)), (kCCDecrypt, [UInt8](hex: expected), plain),
      ] {
        var cryptor: CCCryptorRef?
        let status = CCCryptorCreateWithMode(
          CCOperation(operation), CCMode(mode), CCAlgorithm(kCCAlgorithmAES),
          CCPadding(ccNoPadding), [UInt8](hex: iv), key, key.count, nil, 0, 0,
          CCModeOptions(kCCModeOptionCTR_BE), &cryptor)
        #expect(status == kCCSuccess)
        #expect(run(cryptor, input, by: 5) == output, "\(mode)")
        CCCryptorRelease(cryptor)
      }
    }
    var cryptor: CCCryptorRef?
    #expect(
      CCCryptorCreateWithMode(
        0, CCMode(kCCModeXTS), 0, 0, nil, key, key.count, nil, 0, 0, 0, &cryptor)
        == kCCUnimplemented)
    #expect(cryptor == nil)
  }

  @Test(arguments: [1, 7, 16, 33, 100])
  func piecesOfAnySizeGiveTheSame(_ size: Int) {
    let input = (0..<100).map { UInt8($0) }
    var encryptor: CCCryptorRef?
    var decryptor: CCCryptorRef?
    let options = CCOptions(kCCOptionPKCS7Padding)
    CCCryptorCreate(CCOperation(kCCEncrypt), 0, options, key, key.count, nil, &encryptor)
    CCCryptorCreate(CCOperation(kCCDecrypt), 0, options, key, key.count, nil, &decryptor)
    let encrypted = run(encryptor, input, by: size)
    #expect(encrypted.count == 112)
    #expect(run(decryptor, encrypted, by: size) == input)
    // After a reset, the cryptor encrypts the input again.
    #expect(CCCryptorReset(encryptor, nil) == kCCSuccess)
    #expect(run(encryptor, input, by: 100) == encrypted)
    CCCryptorRelease(encryptor)
    CCCryptorRelease(decryptor)
  }

  @Test(arguments: [kCCEncrypt, kCCDecrypt])
  func endThatHasTooLittleSpaceLosesNothing(_ operation: Int) {
    let options = CCOptions(kCCOptionPKCS7Padding)
    let input: [UInt8]
    if operation == kCCEncrypt {
      input = [1, 2, 3]
    } else {
      var encryptor: CCCryptorRef?
      CCCryptorCreate(CCOperation(kCCEncrypt), 0, options, key, key.count, nil, &encryptor)
      input = run(encryptor, [1, 2, 3], by: 3)
      CCCryptorRelease(encryptor)
    }
    var cryptor: CCCryptorRef?
    CCCryptorCreate(CCOperation(operation), 0, options, key, key.count, nil, &cryptor)
    defer { CCCryptorRelease(cryptor) }
    var output = [UInt8](repeating: 0, count: 16)
    var moved = 0
    #expect(CCCryptorUpdate(cryptor, input, input.count, &output, 16, &moved) == kCCSuccess)
    #expect(moved == 0)
    #expect(CCCryptorFinal(cryptor, &output, 2, &moved) == kCCBufferTooSmall)
    let needed = operation == kCCEncrypt ? 16 : 3
    #expect(moved == needed)
    #expect(CCCryptorUpdate(cryptor, input, 1, &output, 16, &moved) == kCCCallSequenceError)
    #expect(CCCryptorFinal(cryptor, &output, needed, &moved) == kCCSuccess)
    #expect(moved == needed)
    #expect(operation == kCCEncrypt || Array(output.prefix(3)) == [1, 2, 3])
  }

  @Test func updateThatHasTooLittleSpaceTakesNothing() {
    let input = [UInt8](repeating: 1, count: 32)
    var cryptor: CCCryptorRef?
    CCCryptorCreate(CCOperation(kCCEncrypt), 0, 0, key, key.count, nil, &cryptor)
    defer { CCCryptorRelease(cryptor) }
    var output = [UInt8](repeating: 0, count: 32)
    var moved = 0
    #expect(CCCryptorUpdate(cryptor, input, 32, &output, 31, &moved) == kCCBufferTooSmall)
    #expect(moved == 32)
    #expect(CCCryptorUpdate(cryptor, input, 32, &output, 32, &moved) == kCCSuccess)
    #expect(CCCryptorFinal(cryptor, &output, 32, &moved) == kCCSuccess)
    #expect(moved == 0)
  }
}
