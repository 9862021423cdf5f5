import Foundation
import Security
import Testing

/// Tests `SecKeyCopyKeyExchangeResult` (specification: keys-and-certificates 1.9).
@Suite struct KeyExchangeTests {
  private let size = SecKeyKeyExchangeParameter.requestedSize.rawValue
  private let info = SecKeyKeyExchangeParameter.sharedInfo.rawValue

  @Test func bothSidesAgree() throws {
    for bits in TestKeys.curveBitCounts {
      let parameters: Query = [
        kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: bits,
      ]
      let (one, other) = (
        try TestKeys.curve(bits),
        try #require(SecKeyCreateRandomKey(parameters as NSDictionary, nil))
      )
      for row in AlgorithmRow.all where row.use == .keyExchange {
        let options: Query = [size: 77, info: Data("both".utf8)]
        let ours = one.exchange(with: try other.publicPart, row.algorithm, options)
        let theirs = other.exchange(with: try one.publicPart, row.algorithm, options)
        #expect(ours.value != nil && ours.value == theirs.value)
      }
    }
  }

  @Test("A key derivation needs a number as the size, and accepts only data as shared info") func parameters()
    throws
  {
    let key = try TestKeys.curve(256)
    let other = try key.publicPart
    for (parameters, isRight): (Query, Bool) in [
      ([:], false), ([size: "32"], false), ([size: true], false), ([size: NSNull()], false),
      ([size: Data([32])], false), ([size: [32]], false), ([size: 32.5], false),
      ([size: Double.nan], false), ([size: UInt64.max], false), ([size: 0], false),
      ([size: -1], false), ([size: Int.min], false), ([size: Int.max], false),
      ([size: 1 << 40], false),
      ([size: 32], true), ([size: 1], true), ([size: NSNumber(value: 32.0)], true),
      ([size: UInt8(32)], true), ([size: 32, info: Data()], true),
      ([size: 32, info: "text"], false), ([size: 32, info: 1], false),
      ([size: 32, info: NSNull()], false), ([size: 32, info: [UInt8(1)]], false),
      ([size: 32, "other": "ignored"], true), ([info: Data([1])], false),
    ] {
      let result = key.exchange(with: other, .ecdhKeyExchangeStandardX963SHA256, parameters)
      #expect((result.value != nil) == isRight, "\(parameters)")
      #expect(result.code == (isRight ? nil : -50), "\(parameters)")
    }
  }

  @Test("A key exchange without key derivation ignores the parameters") func bare() throws {
    let key = try TestKeys.curve(384)
    let other = try key.publicPart
    let plain = key.exchange(with: other, .ecdhKeyExchangeStandard).value
    for parameters: Query in [[size: "wrong", info: 5], [size: -3], [size: 7]] {
      #expect(key.exchange(with: other, .ecdhKeyExchangeCofactor, parameters).value == plain)
    }
    #expect(plain?.length == 48)
  }

  @Test("Missing shared info and empty shared info give the same key") func emptyInfo() throws {
    let key = try TestKeys.curve(256)
    let algorithm = SecKeyAlgorithm.ecdhKeyExchangeCofactorX963SHA1
    let one = key.exchange(with: try key.publicPart, algorithm, [size: 40])
    let other = key.exchange(with: try key.publicPart, algorithm, [size: 40, info: Data()])
    #expect(one.value != nil && one.value == other.value)
  }

  @Test("A short derived key is the beginning of a long derived key") func sizes() throws {
    let key = try TestKeys.curve(256)
    let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA224
    let open = try key.publicPart
    let long = try #require(key.exchange(with: open, algorithm, [size: 1 << 20]).value) as Data
    #expect(long.count == 1 << 20)
    for count in [1, 27, 28, 29, 56, 1000] {
      let short = key.exchange(with: open, algorithm, [size: count]).value as Data?
      #expect(short == long.prefix(count))
    }
  }

  @Test("A public key of another curve gives -26275, any other unsuitable key -50") func others() throws {
    let key = try TestKeys.curve(256)
    let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandard
    for bits in [192, 224, 384, 521] {
      #expect(key.exchange(with: try TestKeys.curve(bits).publicPart, algorithm).code == -26275)
    }
    #expect(key.exchange(with: try TestKeys.rsa(512).publicPart, algorithm).code == -50)
    #expect(key.exchange(with: try TestKeys.rsa(512), algorithm).code == -50)
    #expect(key.exchange(with: key, algorithm).code == -50)
  }

  @Test("The constants of the parameters can be keys of a dictionary") func parametersAsKeys() throws {
    let key = try TestKeys.curve(256)
    let parameters: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 32]
    let result = answer {
      SecKeyCopyKeyExchangeResult(
        key, .ecdhKeyExchangeStandardX963SHA256, SecKeyCopyPublicKey(key) ?? key,
        parameters as NSDictionary, $0)
    }
    #expect(result.value?.length == 32)
  }
}
