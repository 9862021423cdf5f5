import KeychainCrypto
import KeychainModel
import Testing

@Suite struct DerivationTests {
  @Test func hkdfAgreesWithRFC5869() throws {
    for vector in try vectors("hkdf-sha-256") {
      var output = [UInt8](repeating: 0, count: vector[3].count)
      try output.withUnsafeMutableBytes { output in
        try vector[0].withUnsafeBytes { key in
          try vector[1].withUnsafeBytes { salt in
            try vector[2].withUnsafeBytes { info in
              try HKDF.derive(from: key, salt: salt, info: info, into: output)
            }
          }
        }
      }
      #expect(output == vector[3])
    }
  }

  @Test func digestsAgreeWithFIPS180() throws {
    for vector in try vectors("digests") {
      #expect(try vector[0].withUnsafeBytes { try SHA1Digest.digest(of: $0) } == vector[1])
      #expect(try vector[0].withUnsafeBytes { try SHA256Digest.digest(of: $0) } == vector[2])
    }
  }

  @Test func systemRandomFillsBuffersOfAnyLength() throws {
    for count in [0, 1, 32, 100_000] {
      var (one, two) = ([UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: count))
      try one.withUnsafeMutableBytes { try SystemRandom().fill($0) }
      try two.withUnsafeMutableBytes { try SystemRandom().fillSecret($0) }
      if count >= 32 { #expect(one != two) }
    }
  }
}
