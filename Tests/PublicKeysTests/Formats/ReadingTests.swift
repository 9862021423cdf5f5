import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats
@testable import X509Certificates

@Suite struct ReadingTests {
  @Test func filesOfOtherProgramsAreRead() throws {
    let files = try KeyFile.all()
    #expect(files.count > 80)
    for file in files {
      let bytes = try file.content()
      guard file.status == 0 else {
        let error = #expect(throws: KeychainError.self, "\(file.name)") {
          try read(bytes, passphrase: file.passphrase)
        }
        #expect(error?.code.rawValue == file.status, "\(file.name): \(error?.reason ?? "")")
        continue
      }
      do {
        let content = try read(bytes, passphrase: file.passphrase)
        #expect(content.format == file.format, "\(file.name)")
        #expect(content.type == file.type, "\(file.name)")
        guard let external = file.external else { continue }
        if case .certificate(let certificate)? = content.items.first {
          #expect(certificate.der == external, "\(file.name)")
        } else {
          #expect(try onlyKey(content).externalRepresentation() == external, "\(file.name)")
        }
      } catch {
        Issue.record("\(file.name): \(error)")
      }
    }
  }

  @Test func aSequenceHasItsItemsInOrder() throws {
    let content = try read(KeyFile.content(of: "sequence.pem"), passphrase: Array("geheim".utf8))
    #expect(content.items.map(\.type) == [.privateKey, .privateKey, .publicKey])
    let error = #expect(throws: KeychainError.self) { try content.checkOnePrivateKey() }
    #expect(error?.code == .multiplePrivateKeys)
  }

  @Test func aCertificateAndItsKeyBelongTogether() throws {
    let content = try read(KeyFile.content(of: "sequence-with-certificate.pem"))
    guard content.items.count == 2, case .certificate(let certificate) = content.items[0],
      case .key(.asymmetric(let key)) = content.items[1]
    else {
      Issue.record("not a certificate and a key")
      return
    }
    #expect(certificate.publicKey?.publicRepresentation == key.publicRepresentation)
    let text = try ExternalItemWriter(.unknown, isPEM: false).write(content.items)
    #expect(try text == KeyFile.content(of: "sequence-with-certificate.pem"))
  }

  @Test func textAroundBlocksIsPassedOver() throws {
    let key = try KeyFile.content(of: "p256.sec1.pem")
    let text =
      Array("Bag Attributes\n    friendlyName: Anna\n".utf8) + key + Array("\nthe end\n".utf8)
    #expect(try onlyKey(read(text)).isPrivate)
    // The lines of this file end as in Windows, with CR and LF.
    let windows = key.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(try onlyKey(read(windows)).isPrivate)
  }

  @Test func refusalsNameTheKindOfKey() throws {
    for (name, word) in [
      ("ed25519.pkcs8.pem", "Ed25519"), ("ed448.spki.pem", "Ed448"),
      ("x25519.pkcs8.pem", "X25519"), ("x448.spki.pem", "X448"), ("ed25519.openssh", "Ed25519"),
      ("dsa.pkcs8.pem", "DSA"), ("dh.pkcs8.pem", "Diffie-Hellman"),
      ("rsa-pss.pkcs8.pem", "PSS"), ("secp256k1.sec1.pem", "curve"),
      ("rsa.openssh-encrypted", "ssh-keygen -p -m PKCS8"),
    ] {
      let bytes = try KeyFile.content(of: name)
      let error = #expect(throws: KeychainError.self) { try read(bytes) }
      #expect(error?.reason.contains(word) == true, "\(name): \(error?.reason ?? "")")
    }
  }

  @Test func thePassphraseIsAskedForOnceAndOnlyWhenNeeded() throws {
    nonisolated(unsafe) var asked = 0
    let source = PassphraseSource { () throws(KeychainError) in
      asked += 1
      return Array("geheim".utf8)
    }
    let reader = ExternalItemReader(passphrase: source)
    _ = try reader.read(KeyFile.content(of: "rsa.pkcs8.pem"))
    #expect(asked == 0)
    let sealed = try KeyFile.content(of: "rsa.pbes2.pem")
    #expect(try reader.read(sealed + sealed).items.count == 2)
    #expect(asked == 1)
  }

  @Test func keysWhoseHalvesDoNotBelongTogetherAreRefused() throws {
    var bytes = try KeyFile.content(of: "p256.pkcs8.der")
    // In an `ECPrivateKey`, the private number follows the version.
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x02, 0x01, 0x01, 0x04, 0x20]) })
    bytes[place + 36] ^= 1
    #expect(throws: KeychainError.self) { try read(bytes) }
  }

  /// The numbers of an `RSAPrivateKey`, without the version.
  private static func numbers(_ key: AsymmetricKey) throws -> [[UInt8]] {
    let bytes = try key.externalRepresentation()
    var whole = DERReader(bytes[...])
    var content = try whole.read(.sequence)
    _ = try content.readNumber()
    return try (0..<8).map { _ in Array(try content.readNumber()) }
  }

  /// The reader must reject a private key that contains the modulus or the exponent of another person's certificate.
  /// Anyone can create such a key, because certificates are public.
  @Test func rsaKeysWithThePublicPartOfAnotherAreRefused() throws {
    let key = try AsymmetricKey.generateRSA(bitCount: 2048)
    let own = try Self.numbers(key)
    let other = try Self.numbers(.generateRSA(bitCount: 2048))
    func wrongs() -> [[[UInt8]]] {
      own.indices.map { index in
        var numbers = own
        numbers[index] = other[index]
        if index == 1 { numbers[1] = [3] }
        return numbers
      } + [Array(own.prefix(2)) + other.dropFirst(2)]
    }
    func pkcs1(_ numbers: [[UInt8]]) -> [UInt8] {
      DERWriter.element(
        .sequence, numbers.reduce(into: DERWriter.number([])) { $0 += DERWriter.number($1) })
    }
    func pkcs8(_ numbers: [[UInt8]]) throws -> [UInt8] {
      let rsa = DERWriter.element(
        .objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01])
      return DERWriter.element(
        .sequence,
        DERWriter.number([]) + DERWriter.element(.sequence, rsa + [0x05, 0x00])
          + DERWriter.element(.octetString, pkcs1(numbers)))
    }
    func openSSH(_ numbers: [[UInt8]]) -> [UInt8] {
      let name = SSHWriter.string("ssh-rsa".utf8)
      let publicKey = name + SSHWriter.number(numbers[1]) + SSHWriter.number(numbers[0])
      let secret = [0, 1, 2, 7, 3, 4].flatMap { SSHWriter.number(numbers[$0]) }
      var content = [UInt8](repeating: 1, count: 8) + name + secret + SSHWriter.string([])
      content += (1..<9).prefix((8 - content.count % 8) % 8)
      let none = SSHWriter.string("none".utf8)
      return Array("openssh-key-v1\0".utf8) + none + none + SSHWriter.string([])
        + SSHWriter.number32(1) + SSHWriter.string(publicKey) + SSHWriter.string(content)
    }
    for bytes in [pkcs1(own), try pkcs8(own)] { #expect(try onlyKey(read(bytes)).isPrivate) }
    #expect(try OpenSSHPrivateKey.read(openSSH(own)).isPrivate)
    for numbers in wrongs() {
      for bytes in [pkcs1(numbers), try pkcs8(numbers)] {
        #expect(throws: KeychainError.self) { try read(bytes) }
      }
    }
    // OpenSSH does not store the reduced exponents. Therefore, this loop omits the keys in which a reduced exponent is
    // wrong.
    for numbers in [wrongs()[0], wrongs()[1], wrongs()[2], wrongs()[3], wrongs()[7], wrongs()[8]] {
      #expect(throws: KeychainError.self) { try OpenSSHPrivateKey.read(openSSH(numbers)) }
    }
  }

  @Test func costsOfAPassphraseAreBounded() throws {
    var bytes = try KeyFile.content(of: "p256.pbes2.der")
    // Replaces 2048 rounds with 32 767 rounds, which is less than the limit.
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x02, 0x02, 0x08, 0x00]) })
    bytes[place + 2] = 0x7F
    bytes[place + 3] = 0xFF
    #expect((try? read(bytes, passphrase: [1])) == nil)
    let many = try Self.withRounds(100_000_000)
    var work = KeyDerivationCost()
    let error = #expect(throws: KeychainError.self) {
      try work.add(encryptedPrivateKeyInfo: many)
    }
    #expect(error?.code == .unsupportedFormat)
    work = KeyDerivationCost()
    try work.add(encryptedPrivateKeyInfo: Self.withRounds(1_000_000))
  }

  /// A file may contain any number of keys, so the total cost is also limited.
  @Test func costsOfAPassphraseAreBoundedForAllKeysTogether() throws {
    // A round with SHA-1 costs as much as four rounds with SHA-256.
    for (hash, lastNumber) in [(UInt8(9), 18), (7, 5)] {
      let source = PassphraseSource { () throws(KeychainError) in [1] }
      let sealed = try Self.withRounds(9_000_000, hash: hash)
      for number in 1...lastNumber {
        var code: KeychainError.Code?
        do throws(KeychainError) {
          try source.withCost { (work) throws(KeychainError) in
            try work.add(encryptedPrivateKeyInfo: sealed)
          }
        } catch {
          code = error.code
        }
        #expect(code == (number == lastNumber ? .unsupportedFormat : nil), "\(number)")
      }
      let error = #expect(throws: KeychainError.self) {
        try EncryptedPrivateKeyInfo.read(sealed, source)
      }
      #expect(error?.reason.contains("take longer") == true)
    }
  }

  @Test func aPassphraseThatIsTakenOverIsOverwrittenWhereItWas() throws {
    var given = Array("geheim".utf8)
    let source = PassphraseSource(taking: &given)
    #expect(given == [UInt8](repeating: 0, count: 6))
    let text = try source.use { (bytes) throws(KeychainError) in Array(bytes) }
    #expect(text == Array("geheim".utf8))
  }

  /// Large numbers are rejected before any division. The time of a division grows with the product of the sizes.
  @Test func numbersOfMegabytesAreNotReckonedWith() throws {
    let large = [UInt8](repeating: 0x7F, count: 2 << 20)
    let small = [UInt8](repeating: 0x7F, count: 256)
    let numbers = [small, [3], large + large, small, large, large].flatMap(SSHWriter.number)
    let content = [UInt8](repeating: 1, count: 8) + SSHWriter.string("ssh-rsa".utf8) + numbers
    let none = SSHWriter.string("none".utf8)
    let bytes =
      Array("openssh-key-v1\0".utf8) + none + none + SSHWriter.string([])
      + SSHWriter.number32(1) + SSHWriter.string([]) + SSHWriter.string(content)
    let time = processorTime {
      let error = #expect(throws: KeychainError.self) { try OpenSSHPrivateKey.read(bytes) }
      #expect(error?.code == .decode)
    }
    #expect(time < .seconds(5))
  }

  /// An `EncryptedPrivateKeyInfo` with this number of rounds. The algorithm identifier and the encrypted content are
  /// placeholders.
  ///
  /// - Parameter hash: The last number of the HMAC's object identifier: 7 for SHA-1, 9 for SHA-256.
  private static func withRounds(_ rounds: UInt32, hash: UInt8 = 9) throws -> [UInt8] {
    let number = withUnsafeBytes(of: rounds.bigEndian, Array.init)
    let hmac = DERWriter.element(
      .objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, hash])
    let parameters = DERWriter.element(
      .sequence,
      DERWriter.element(.octetString, [1, 2, 3, 4]) + DERWriter.number(number)
        + DERWriter.element(.sequence, hmac))
    let algorithm = DERWriter.element(
      .sequence, DERWriter.element(.objectIdentifier, [0x2A, 3, 4]) + parameters)
    return DERWriter.element(
      .sequence, algorithm + DERWriter.element(.octetString, [0]))
  }

  @Test func emptyAndForeignBytesAreToldApart() {
    let cases: [([UInt8], KeychainError.Code)] = [
      ([], .parameter), (Array("hello".utf8), .unknownFormat), ([0x30], .unknownFormat),
      ([0x30, 0], .unknownFormat), (Array("-----BEGIN PRIVATE KEY-----\n".utf8), .decode),
      (Array("-----BEGIN FROB-----\nAAAA\n-----END FROB-----\n".utf8), .unknownFormat),
      (Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8), .decode),
      (Array("ssh-rsa AAAA".utf8), .decode), (Array("ssh-rsa".utf8), .decode),
      (Array("ecdsa-sha2-nistp224 AAAA".utf8), .unsupportedFormat),
      ([UInt8](repeating: 0x41, count: ExternalItemReader.largestByteCount + 1), .dataTooLarge),
    ]
    for (bytes, code) in cases {
      let error = #expect(throws: KeychainError.self) { try read(bytes) }
      #expect(error?.code == code, "\(bytes.prefix(40)): \(error?.reason ?? "")")
    }
  }

  @Test func rawKeysAreReadWhenTheyAreExpected() throws {
    let bytes = [UInt8](1...32)
    let content = try ExternalItemReader(.rawKey).read(bytes)
    #expect(content.type == .sessionKey)
    #expect(throws: KeychainError.self) { try ExternalItemReader(.rawKey).read([1, 2, 3]) }
    let text = try ExternalItemWriter(.unknown, isPEM: true).write(content.items)
    guard case .key(.symmetric(let key)) = try read(text).items[0] else {
      Issue.record("no symmetric key")
      return
    }
    #expect(key.bytes == bytes)
  }
}
