import CommonCrypto
import CommonCrypto.CommonCryptor
import CommonCrypto.CommonCryptoError
import CommonCrypto.CommonDigest
import CommonCrypto.CommonHMAC
import CommonCrypto.CommonKeyDerivation
import CommonCrypto.CommonRandom
import CommonCrypto.CommonSymmetricKeywrap
import Testing

/// AES Key Wrap (RFC 3394).
@Suite struct KeyWrapTests {
  private static let algorithm = CCWrappingAlgorithm(kCCWRAPAES)

  /// The test vectors of RFC 3394, sections 4.1 to 4.6. Each vector is a key-encryption key, a key and the wrapped key.
  private static let vectors = [
    (
      "000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF",
      "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"
    ),
    (
      "000102030405060708090A0B0C0D0E0F1011121314151617", "00112233445566778899AABBCCDDEEFF",
      "96778B25AE6CA435F92B5B97C050AED2468AB8A17AD84E5D"
    ),
    (
      "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
      "00112233445566778899AABBCCDDEEFF", "64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"
    ),
    (
      "000102030405060708090A0B0C0D0E0F1011121314151617",
      "00112233445566778899AABBCCDDEEFF0001020304050607",
      "031D33264E15D33268F24EC260743EDCE1C6C7DDEE725A936BA814915C6762D2"
    ),
    (
      "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
      "00112233445566778899AABBCCDDEEFF0001020304050607",
      "A8F9BC1612C68B3FF6E6F4FBE30E71E4769C8B80A32CB8958CD5D17D6B254DA1"
    ),
    (
      "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
      "00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F",
      "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"
    ),
  ]

  @Test(arguments: vectors.indices) func vectorsOfTheStandard(_ index: Int) {
    let vector = Self.vectors[index]
    let kek = [UInt8](hex: vector.0)
    let (key, wrapped) = ([UInt8](hex: vector.1), [UInt8](hex: vector.2))
    #expect(CCSymmetricWrappedSize(Self.algorithm, key.count) == wrapped.count)
    #expect(CCSymmetricUnwrappedSize(Self.algorithm, wrapped.count) == key.count)
    var output = [UInt8](repeating: 0, count: wrapped.count)
    var count = output.count
    #expect(
      CCSymmetricKeyWrap(
        Self.algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, key, key.count, &output,
        &count) == kCCSuccess)
    #expect(output == wrapped && count == wrapped.count)
    var again = [UInt8](repeating: 0, count: key.count)
    count = again.count
    #expect(
      CCSymmetricKeyUnwrap(
        Self.algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, wrapped, wrapped.count,
        &again, &count) == kCCSuccess)
    #expect(again == key && count == key.count)
  }

  @Test func anAlteredKeyIsNotUnwrapped() {
    let kek = [UInt8](hex: Self.vectors[0].0)
    let wrapped = [UInt8](hex: Self.vectors[0].2)
    for place in wrapped.indices {
      var altered = wrapped
      altered[place] ^= 1
      var output = [UInt8](repeating: 0xEE, count: 16)
      var count = output.count
      #expect(
        CCSymmetricKeyUnwrap(
          Self.algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, altered, altered.count,
          &output, &count) == kCCDecodeError)
      #expect(output == [UInt8](repeating: 0xEE, count: 16))
    }
    // Unwrapping with another initial value fails.
    var output = [UInt8](repeating: 0xEE, count: 16)
    var count = output.count
    let other = [UInt8](repeating: 7, count: 8)
    #expect(
      CCSymmetricKeyUnwrap(
        Self.algorithm, other, 8, kek, kek.count, wrapped, wrapped.count, &output, &count)
        == kCCDecodeError)
  }

  @Test func roomThatIsTooSmallIsReported() {
    let kek = [UInt8](hex: Self.vectors[0].0)
    let key = [UInt8](hex: Self.vectors[0].1)
    var output = [UInt8](repeating: 0xEE, count: 24)
    var count = 23
    #expect(
      CCSymmetricKeyWrap(
        Self.algorithm, CCrfc3394_iv, CCrfc3394_ivLen, kek, kek.count, key, key.count, &output,
        &count) == kCCBufferTooSmall)
    #expect(count == 24)
    #expect(output == [UInt8](repeating: 0xEE, count: 24))
  }

  @Test func mistakesHaveTheirStatus() {
    let bytes = [UInt8](repeating: 1, count: 32)
    var output = [UInt8](repeating: 0, count: 64)
    var count = 64
    func wrap(
      _ algorithm: Int = kCCWRAPAES, iv: [UInt8]? = nil, ivCount: Int = 8, kek: Int = 16,
      key: Int = 16
    ) -> Int32 {
      count = 64
      return CCSymmetricKeyWrap(
        CCWrappingAlgorithm(algorithm), iv ?? bytes, ivCount, bytes, kek, bytes, key, &output,
        &count)
    }
    #expect(wrap() == kCCSuccess)
    #expect(wrap(2) == kCCParamError)
    #expect(wrap(ivCount: 7) == kCCParamError)
    #expect(wrap(kek: 17) == kCCKeySizeError)
    #expect(wrap(key: 8) == kCCParamError)
    #expect(wrap(key: 17) == kCCParamError)
    #expect(
      CCSymmetricKeyWrap(Self.algorithm, nil, 8, bytes, 16, bytes, 16, &output, &count)
        == kCCParamError)
    #expect(
      CCSymmetricKeyWrap(Self.algorithm, bytes, 8, nil, 16, bytes, 16, &output, &count)
        == kCCParamError)
    #expect(
      CCSymmetricKeyWrap(Self.algorithm, bytes, 8, bytes, 16, nil, 16, &output, &count)
        == kCCParamError)
    #expect(
      CCSymmetricKeyWrap(Self.algorithm, bytes, 8, bytes, 16, bytes, 16, nil, &count)
        == kCCParamError)
    #expect(
      CCSymmetricKeyWrap(Self.algorithm, bytes, 8, bytes, 16, bytes, 16, &output, nil)
        == kCCParamError)
    #expect(
      CCSymmetricKeyUnwrap(Self.algorithm, bytes, 8, bytes, 16, bytes, 16, &output, &count)
        == kCCParamError)
    #expect(CCSymmetricWrappedSize(9, 16) == 0)
    #expect(CCSymmetricUnwrappedSize(Self.algorithm, 7) == 0)
    #expect(CCSymmetricUnwrappedSize(9, 24) == 0)
  }
}
