import CommonCrypto
import Testing

@Suite struct CryptTests {
  private let key = [UInt8](hex: "2b7e151628aed2a6abf7158809cf4f3c")
  private let iv = [UInt8](hex: "000102030405060708090a0b0c0d0e0f")
  private let block = [UInt8](hex: "6bc1bee22e409f96e93d7e117393172a")

  private func crypt(
    _ operation: Int, _ options: Int, _ input: [UInt8], algorithm: Int = kCCAlgorithmAES,
    key: [UInt8]? = nil, space: Int? = nil
  ) -> (output: [UInt8], moved: Int, status: CCCryptorStatus) {
    let key = key ?? self.key
    var output = [UInt8](repeating: 0xEE, count: space ?? input.count + 16)
    var moved = -1
    let status = CCCrypt(
      CCOperation(operation), CCAlgorithm(algorithm), CCOptions(options), key, key.count, iv, input,
      input.count, &output, output.count, &moved)
    let isDone = status == kCCSuccess
    return (isDone ? Array(output.prefix(moved)) : output, moved, status)
  }

  /// The test vectors are from NIST SP 800-38A.
  @Test func ciphersAreThoseOfTheStandards() {
    #expect(
      crypt(kCCEncrypt, 0, block).output == [UInt8](hex: "7649abac8119b246cee98e9b12e9197d"))
    #expect(
      crypt(kCCEncrypt, kCCOptionECBMode, block).output
        == [UInt8](hex: "3ad77bb40d7a3660a89ecaf32466ef97"))
    #expect(
      crypt(
        kCCEncrypt, kCCOptionECBMode, [UInt8](hex: "0123456789abcdef"),
        algorithm: kCCAlgorithmDES, key: [UInt8](hex: "133457799bbcdff1")
      ).output == [UInt8](hex: "85e813540f0ab405"))
    #expect(
      crypt(
        kCCEncrypt, kCCOptionECBMode, Array("The qufc".utf8), algorithm: kCCAlgorithm3DES,
        key: [UInt8](hex: "0123456789abcdef23456789abcdef01456789abcdef0123")
      ).output == [UInt8](hex: "a826fd8ce53b855f"))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1000])
  func whatIsEncryptedIsDecryptedAgain(_ count: Int) {
    let input = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    for size in [16, 24, 32] {
      let key = [UInt8](repeating: 9, count: size)
      for options in [kCCOptionPKCS7Padding, kCCOptionPKCS7Padding | kCCOptionECBMode] {
        let encrypted = crypt(kCCEncrypt, options, input, key: key)
        #expect(encrypted.output.count == (count / 16 + 1) * 16)
        // The output buffer has exactly the size of the plaintext.
        let decrypted = crypt(kCCDecrypt, options, encrypted.output, key: key, space: count)
        #expect(decrypted.status == kCCSuccess)
        #expect(decrypted.output == input)
      }
    }
  }

  @Test func spaceThatIsTooSmallIsTold() {
    let run = crypt(kCCEncrypt, kCCOptionPKCS7Padding, block, space: 31)
    #expect(run.status == kCCBufferTooSmall)
    #expect(run.moved == 32)
    #expect(run.output == [UInt8](repeating: 0xEE, count: 31))
  }

  @Test func mistakesHaveTheirStatus() {
    #expect(crypt(kCCEncrypt, 0, Array(block.dropLast())).status == kCCAlignmentError)
    #expect(crypt(kCCDecrypt, kCCOptionPKCS7Padding, block).status == kCCDecodeError)
    #expect(crypt(kCCDecrypt, kCCOptionPKCS7Padding, [1, 2]).status == kCCAlignmentError)
    #expect(crypt(kCCEncrypt, 0, block, key: [1, 2, 3]).status == kCCKeySizeError)
    #expect(crypt(kCCEncrypt, 0, block, algorithm: kCCAlgorithmRC4).status == kCCUnimplemented)
    #expect(crypt(kCCEncrypt, 0, block, algorithm: 99).status == kCCParamError)
    #expect(crypt(7, 0, block).status == kCCParamError)
    #expect(crypt(kCCEncrypt, 64, block).status == kCCParamError)
    var moved = 0
    #expect(
      CCCrypt(0, 0, 0, nil, 16, nil, nil, 0, nil, 0, &moved) == kCCParamError)
    #expect(
      CCCrypt(0, 0, 0, key, 16, nil, nil, 1, nil, 0, &moved) == kCCParamError)
  }

  @Test func outputMayLieOverTheInput() {
    var buffer = block + [UInt8](repeating: 0, count: 16)
    var moved = 0
    let status = buffer.withUnsafeMutableBytes { bytes in
      CCCrypt(
        CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
        key,
        key.count, iv, bytes.baseAddress, 16, bytes.baseAddress, 32, &moved)
    }
    #expect(status == kCCSuccess)
    #expect(buffer == crypt(kCCEncrypt, kCCOptionPKCS7Padding, block).output)
  }
}
