import Foundation
import Security
import Testing

/// Tests `SecKeyIsAlgorithmSupported`, and that the key functions accept only supported algorithms (specification:
/// keys-and-certificates 1.9).
@Suite struct AlgorithmSupportTests {
  private static let operations: [SecKeyOperationType] = [
    .sign, .verify, .encrypt, .decrypt, .keyExchange,
  ]

  /// Returns the operations that a key supports with the algorithm of a row.
  private func expected(_ row: AlgorithmRow, rsaBits: Int?, isPrivate: Bool) -> Set<CFIndex> {
    var operations: Set<SecKeyOperationType>
    switch (row.bits, rsaBits) {
    case (let least?, let bits?):
      guard bits >= least else { return [] }
      switch (row.use, isPrivate) {
      // An RSA private key reports that it supports verification. An RSA public key reports that it supports decryption
      // with algorithms that encrypt one block.
      case (.signature, true): operations = [.sign, .verify]
      case (.signature, false): operations = [.verify]
      case (.encryption, true): operations = [.decrypt]
      case (.encryption, false): operations = [.encrypt, .decrypt]
      case (.hybridEncryption, true): operations = [.decrypt]
      case (.hybridEncryption, false): operations = [.encrypt]
      case (.keyExchange, _): operations = []
      }
    case (nil, nil):
      switch row.use {
      case .signature: operations = [isPrivate ? .sign : .verify]
      case .encryption, .hybridEncryption: operations = [isPrivate ? .decrypt : .encrypt]
      case .keyExchange: operations = isPrivate ? [.keyExchange] : []
      }
    default: operations = []
    }
    return Set(operations.map(\.rawValue))
  }

  private func check(_ key: SecKey, rsaBits: Int?, isPrivate: Bool) {
    var wrong: [String] = []
    for row in AlgorithmRow.all {
      let expected = expected(row, rsaBits: rsaBits, isPrivate: isPrivate)
      for operation in Self.operations
      where SecKeyIsAlgorithmSupported(key, operation, row.algorithm)
        != expected.contains(operation.rawValue)
      {
        wrong.append("\(row.algorithm.rawValue) \(operation)")
      }
    }
    #expect(wrong == [])
  }

  @Test func allConstantsAreInTheTable() {
    #expect(AlgorithmRow.all.count == 87)
    #expect(Set(AlgorithmRow.all.map(\.algorithm)).count == 87)
  }

  @Test(arguments: TestKeys.rsaBitCounts) func rsa(bits: Int) throws {
    let key = try TestKeys.rsa(bits)
    check(key, rsaBits: bits, isPrivate: true)
    check(try key.publicPart, rsaBits: bits, isPrivate: false)
  }

  @Test(arguments: TestKeys.curveBitCounts) func curves(bits: Int) throws {
    let key = try TestKeys.curve(bits)
    check(key, rsaBits: nil, isPrivate: true)
    check(try key.publicPart, rsaBits: nil, isPrivate: false)
  }

  @Test func whatHasNoNameIsNotSupported() throws {
    let key = try TestKeys.curve(256)
    for name in ["", "algid:sign:ECDSA", "algid:sign:RSA:digest-PKCS1v15:MD5"] {
      let algorithm = SecKeyAlgorithm(rawValue: name as CFString)
      #expect(!SecKeyIsAlgorithmSupported(key, .sign, algorithm))
      #expect(key.sign(Data(), algorithm).code == Int(errSecParam))
    }
  }

  private func hashByteCount(_ algorithm: SecKeyAlgorithm) -> Int {
    let name = algorithm.rawValue as String
    return [("SHA1", 20), ("SHA224", 28), ("SHA256", 32), ("SHA384", 48), ("SHA512", 64)]
      .first { name.contains($0.0) }?.1 ?? 20
  }

  /// Uses a key with the algorithm of a row: signs and verifies, encrypts and decrypts, or exchanges keys. An
  /// unsupported operation must fail with -50.
  private func use(_ key: SecKey, _ row: AlgorithmRow) throws {
    let algorithm = row.algorithm
    let other = try key.publicPart
    let name = algorithm.rawValue as String
    switch row.use {
    case .signature:
      let input = Data(repeating: 0x5A, count: hashByteCount(algorithm))
      let signature = key.sign(input, algorithm)
      guard SecKeyIsAlgorithmSupported(key, .sign, algorithm) else {
        #expect(signature.value == nil && signature.code == -50, "\(name)")
        #expect(other.verify(Data([1]), of: input, algorithm).code == -50, "\(name)")
        return
      }
      let bytes = try #require(signature.value, "\(name)") as Data
      #expect(other.verify(bytes, of: input, algorithm).value == true, "\(name)")
      var changed = input
      changed[0] ^= 1
      #expect(other.verify(bytes, of: changed, algorithm).code == -67808, "\(name)")
    case .encryption, .hybridEncryption:
      let encrypted = other.encrypt(Data("a".utf8), algorithm)
      guard SecKeyIsAlgorithmSupported(key, .decrypt, algorithm) else {
        #expect(encrypted.value == nil && encrypted.code == -50, "\(name)")
        #expect(key.decrypt(Data([1]), algorithm).code == -50, "\(name)")
        return
      }
      if algorithm == .rsaEncryptionOAEPSHA224AESGCM, SecKeyGetBlockSize(key) == 64 {
        // A block of a 512-bit key has room for the padding, but not for the padding and a session key together.
        #expect(encrypted.code == -50)
        return
      }
      let bytes = try #require(encrypted.value, "\(name)") as Data
      let plaintext = key.decrypt(bytes, algorithm).value.map { Data($0).drop { $0 == 0 } }
      #expect(plaintext.map { Data($0) } == Data("a".utf8), "\(name)")
    case .keyExchange:
      let parameters: Query = [SecKeyKeyExchangeParameter.requestedSize.rawValue: 20]
      let result = key.exchange(with: other, algorithm, parameters)
      if SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm) {
        let count = name.contains("KDF") ? 20 : SecKeyGetBlockSize(key)
        #expect(result.value?.length == count, "\(name)")
      } else {
        #expect(result.value == nil && result.code == -50, "\(name)")
      }
    }
  }

  @Test(arguments: TestKeys.rsaBitCounts) func rsaKeysDoWhatTheySay(bits: Int) throws {
    for row in AlgorithmRow.all { try use(TestKeys.rsa(bits), row) }
  }

  @Test(arguments: TestKeys.curveBitCounts) func curvesDoWhatTheySay(bits: Int) throws {
    for row in AlgorithmRow.all { try use(TestKeys.curve(bits), row) }
  }

  @Test func whatIsNotForThisHalfIsMinus50() throws {
    for key in [try TestKeys.rsa(1024), try TestKeys.curve(256)] {
      let open = try key.publicPart
      for row in AlgorithmRow.all {
        #expect(open.sign(Data(count: 20), row.algorithm).code == -50)
        #expect(key.encrypt(Data(count: 20), row.algorithm).code == -50)
        #expect(open.exchange(with: open, row.algorithm).code == -50)
      }
    }
  }
}
