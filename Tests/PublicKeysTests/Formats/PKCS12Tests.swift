import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats
@testable import X509Certificates

@Suite struct PKCS12Tests {
  private func file(_ name: String) throws -> [UInt8] {
    let folder = try #require(
      Bundle.module.url(forResource: "pkcs12", withExtension: nil, subdirectory: "Vectors"))
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private func open(_ bytes: [UInt8], _ password: String) throws(KeychainError) -> PKCS12Content {
    let password = Array(password.utf8)
    return try password.withUnsafeBufferPointer { password throws(KeychainError) in
      try PKCS12Reader.read(bytes, password: password)
    }
  }

  private func code(_ bytes: [UInt8], _ password: String) -> KeychainError.Code? {
    do throws(KeychainError) {
      _ = try open(bytes, password)
      return nil
    } catch { return error.code }
  }

  @Test func filesOfOtherProgramsAreRead() throws {
    let rows = try table("pkcs12")
    #expect(rows.count == 31)
    for row in rows {
      let (name, password) = (row[0], row[1] == "-" ? "" : row[1])
      let bytes = try file(name)
      let content = try open(bytes, password)
      #expect("\(content.pairs.count + content.otherKeys.count)" == row[2], "\(name)")
      #expect("\(content.certificates.count)" == row[3], "\(name)")
      // Each key is paired with its certificate if the file contains that certificate.
      #expect(content.pairs.isEmpty == (row[2] == "0" || row[3] == "0"), "\(name)")
      for pair in content.pairs {
        #expect(pair.certificate.publicKey?.publicRepresentation == pair.key.publicRepresentation)
      }
      #expect(code(bytes, password + "x") == .authenticationFailed, "\(name)")
    }
  }

  @Test func whatOpenSSLWritesIsReadInEveryCipher() throws {
    try #require(OpenSSLCommand.isThere)
    let openssl = try OpenSSLCommand()
    let chain = try KeyFile.content(of: "sequence-with-certificate.pem")
    let input = try openssl.file("pair.pem", chain)
    let ciphers = [
      "PBE-SHA1-RC4-128", "PBE-SHA1-RC4-40", "PBE-SHA1-3DES", "PBE-SHA1-2DES",
      "PBE-SHA1-RC2-128", "PBE-SHA1-RC2-40", "aes-128-cbc", "aes-192-cbc", "aes-256-cbc",
      "camellia-256-cbc", "NONE",
    ]
    for cipher in ciphers {
      for digest in ["sha1", "sha224", "sha256", "sha384", "sha512"]
      where cipher == ciphers[6] || digest == "sha256" {
        let written = try openssl.run([
          "pkcs12", "-export", "-legacy", "-in", input, "-passout", "pass:gehéim 密",
          "-keypbe", cipher, "-certpbe", cipher, "-macalg", digest,
        ])
        let content = try open(try #require(written, "\(cipher)"), "gehéim 密")
        #expect(content.pairs.count == 1, "\(cipher), \(digest)")
        #expect(code(try #require(written), "geheim") == .authenticationFailed)
      }
    }
  }

  @Test func bothSpellingsOfTheEmptyPasswordAreTried() throws {
    let openssl = try OpenSSLCommand()
    let input = try openssl.file("pair.pem", KeyFile.content(of: "sequence-with-certificate.pem"))
    let written = try #require(
      try openssl.run(["pkcs12", "-export", "-in", input, "-passout", "pass:"]))
    #expect(try open(written, "").pairs.count == 1)
    // One file encodes the empty password as a terminator, and the other file encodes the empty password as zero bytes.
    #expect(try open(file("no-password.p12"), "").pairs.count == 1)
  }

  @Test func aFileThatNothingProtectsIsRefused() throws {
    let openssl = try OpenSSLCommand()
    let input = try openssl.file("pair.pem", KeyFile.content(of: "sequence-with-certificate.pem"))
    let written = try #require(
      try openssl.run(["pkcs12", "-export", "-nomac", "-in", input, "-passout", "pass:a"]))
    #expect(code(written, "a") == .decode)
  }

  @Test func aKeyBesideTheCertificateOfAnotherIsRefused() throws {
    let certificate = try Certificate(der: KeyFile.content(of: "certificate.der"))
    let key = try AsymmetricKey.generate(on: .p256)
    let own = PKCS12Bag(value: key, localKeyIdentifier: [1], friendlyName: nil)
    let other = PKCS12Bag(value: certificate, localKeyIdentifier: [1], friendlyName: nil)
    let error = #expect(throws: KeychainError.self) { try PKCS12Content([own], [other]) }
    #expect(error?.code == .decode)
  }

  @Test func theSameCertificateAndKeyTwiceAreOneIdentity() throws {
    let content = try read(KeyFile.content(of: "sequence-with-certificate.pem"))
    guard case .certificate(let certificate) = content.items[0],
      case .key(.asymmetric(let key)) = content.items[1]
    else {
      Issue.record("not a certificate and a key")
      return
    }
    func bags<Value>(_ value: Value) -> [PKCS12Bag<Value>] {
      [[1], [2]].map { PKCS12Bag(value: value, localKeyIdentifier: $0, friendlyName: nil) }
    }
    // The second certificate is parsed again, so that the two certificates are separate objects.
    let again = try Certificate(der: certificate.der)
    let certificates = [bags(certificate)[0], bags(again)[1]]
    let joined = try PKCS12Content(bags(key), certificates)
    #expect(joined.pairs.count == 1)
    #expect(joined.items.count == 1)
    #expect(joined.otherCertificates.isEmpty && joined.otherKeys.isEmpty)
    // The content has two equal keys and two equal certificates, all with the same identifier. The result is one
    // identity.
    let same = try PKCS12Content([bags(key)[0], bags(key)[0]], [certificates[0], certificates[0]])
    #expect(same.items.count == 1)
  }

  @Test func bagsAreJoinedByIdentifierThenByName() throws {
    let openssl = try OpenSSLCommand()
    _ = openssl
    let content = try read(KeyFile.content(of: "sequence-with-certificate.pem"))
    guard case .certificate(let certificate) = content.items[0],
      case .key(.asymmetric(let key)) = content.items[1]
    else {
      Issue.record("not a certificate and a key")
      return
    }
    let name = Array("Anna".utf8)
    let cases: [(key: ([UInt8]?, [UInt8]?), certificate: ([UInt8]?, [UInt8]?), isJoined: Bool)] = [
      (([1], nil), ([1], nil), true), (([1], name), ([2], name), false),
      ((nil, name), (nil, name), true), ((nil, name), ([1], name), true),
      (([1], name), (nil, name), false), ((nil, nil), (nil, nil), false),
    ]
    for (own, other, isJoined) in cases {
      let joined = try PKCS12Content(
        [PKCS12Bag(value: key, localKeyIdentifier: own.0, friendlyName: own.1)],
        [PKCS12Bag(value: certificate, localKeyIdentifier: other.0, friendlyName: other.1)])
      #expect(joined.pairs.count == (isJoined ? 1 : 0), "\(own), \(other)")
      #expect(joined.otherKeys.count == (isJoined ? 0 : 1))
      #expect(joined.otherCertificates.count == (isJoined ? 0 : 1))
      #expect(joined.certificates.count == 1)
    }
  }

  @Test func whatIsWrittenIsReadHereAndByOpenSSL() throws {
    let content = try read(KeyFile.content(of: "sequence-with-certificate.pem"))
    guard case .certificate(let certificate) = content.items[0],
      case .key(.asymmetric(let key)) = content.items[1]
    else {
      Issue.record("not a certificate and a key")
      return
    }
    let lone = try AsymmetricKey.generate(on: .p384)
    let other = try Certificate(der: KeyFile.content(of: "certificate.der"))
    let items: [ExternalItem] = [
      .identity(certificate, key), .key(.asymmetric(lone)), .certificate(other),
    ]
    for password in ["geheim", "", "密 gehéim"] {
      let source = PassphraseSource { () throws(KeychainError) in Array(password.utf8) }
      let written = try ExternalItemWriter(
        .pkcs12, isPEM: false, passphrase: source, iterationCount: 1000
      ).write(items)
      let content = try open(written, password)
      #expect(content.pairs.map(\.certificate.der) == [certificate.der])
      #expect(try content.pairs[0].key.externalRepresentation() == key.externalRepresentation())
      #expect(
        try content.otherKeys.map { try $0.externalRepresentation() }
          == [lone.externalRepresentation()])
      #expect(content.otherCertificates.map(\.der) == [other.der])

      let openssl = try OpenSSLCommand()
      let file = try openssl.file("file.p12", written)
      let text = try #require(
        try openssl.run(["pkcs12", "-in", file, "-passin", "pass:\(password)", "-nodes"]))
      let there = try read(text)
      #expect(there.items.count == 4)
    }
    let withoutPassword = ExternalItemWriter(.pkcs12, isPEM: false)
    let error = #expect(throws: KeychainError.self) { try withoutPassword.write(items) }
    #expect(error?.code == .passphraseRequired)
  }

  @Test func publicKeysAreNotWritten() throws {
    let key = try AsymmetricKey.generate(on: .p256).publicKey()
    let source = PassphraseSource { () throws(KeychainError) in [1] }
    let writer = ExternalItemWriter(.pkcs12, isPEM: false, passphrase: source)
    let error = #expect(throws: KeychainError.self) { try writer.write([.key(.asymmetric(key))]) }
    #expect(error?.code == .unsupportedFormat)
  }

  @Test func theWorkOfPasswordsIsBounded() throws {
    var bytes = try file("cert-none-key-none.p12")
    // Changes the last number of rounds from 2048 to 2 147 483 647, which exceeds the limit.
    let place = try #require(
      bytes.indices.last { bytes[$0...].starts(with: [0x02, 0x02, 0x08, 0x00]) })
    bytes.replaceSubrange(place..., with: [0x02, 0x04, 0x7F, 0xFF, 0xFF, 0xFF])
    // The enclosing lengths are now wrong. The reader therefore reports a malformed file or an exceeded limit.
    let time = processorTime { #expect(code(bytes, "cryptography") == .decode) }
    #expect(time < .seconds(5))

    var work = KeyDerivationCost()
    // The largest file that Latchkey writes requires 258 derivations: for 256 keys, for the certificates and for the
    // MAC. The limit allows this work.
    for _ in 0..<258 {
      try work.add(iterationCount: Int(EncryptedPrivateKeyInfo.iterationCount))
    }
    let error = #expect(throws: KeychainError.self) { try work.add(iterationCount: 6_000_000) }
    #expect(error?.code == .unsupportedFormat)
    #expect(work.isTooMuch)
    work = KeyDerivationCost()
    try work.add(iterationCount: 10_000_000)
    #expect(throws: KeychainError.self) { try work.add(iterationCount: 10_000_001) }
  }

  /// OpenSSL supports PBMAC1 from version 3.4. The parameters of PBMAC1 contain the number of rounds.
  @Test func theWorkOfPBMAC1IsBounded() throws {
    func algorithm(_ rounds: [UInt8]) throws -> [UInt8] {
      let sha256 = DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, [0x2A, 3]))
      let pbkdf2 =
        DERWriter.element(
          .objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C])
        + DERWriter.element(
          .sequence, DERWriter.element(.octetString, [1, 2, 3, 4]) + DERWriter.number(rounds))
      return DERWriter.element(
        .sequence,
        DERWriter.element(
          .objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0E])
          + DERWriter.element(.sequence, DERWriter.element(.sequence, pbkdf2) + sha256))
    }
    var work = KeyDerivationCost()
    try work.add(algorithm: algorithm([0x0F, 0x42, 0x40]))
    // 1 000 000 rounds are a tenth of the largest work for one key. A round with SHA-1 counts four times.
    #expect(work.done == 0.4)
    let error = #expect(throws: KeychainError.self) {
      try work.add(algorithm: algorithm([0x7F, 0xFF, 0xFF, 0xFF]))
    }
    #expect(error?.code == .unsupportedFormat)
  }

  @Test func noMoreIsWrittenThanIsRead() throws {
    let certificate = ExternalItem.certificate(
      try Certificate(der: KeyFile.content(of: "certificate.der")))
    for (count, isWritten) in [(256, true), (257, false)] {
      let writer = ExternalItemWriter(
        .pkcs12, isPEM: false, passphrase: PassphraseSource { () throws(KeychainError) in [1] },
        iterationCount: 1)
      let items = [ExternalItem](repeating: certificate, count: count)
      #expect(((try? writer.write(items)) != nil) == isWritten)
    }
  }

  @Test func keysAndCertificatesAreCounted() throws {
    let openssl = try OpenSSLCommand()
    let pair = try KeyFile.content(of: "sequence-with-certificate.pem")
    let certificate = try #require(
      try openssl.run(["x509", "-in", openssl.file("pair.pem", pair)]))
    for (count, expected) in [(254, nil), (255, KeychainError.Code.decode)] {
      let further = Array(repeatElement(certificate, count: count).joined())
      let written = try #require(
        try openssl.run([
          "pkcs12", "-export", "-in", openssl.file("pair.pem", pair), "-passout", "pass:geheim",
          "-certfile", openssl.file("further.pem", further),
        ]))
      // The file also contains the private key and its certificate. The file therefore contains 256 or 257 keys and
      // certificates.
      #expect(code(written, "geheim") == expected, "\(count)")
    }
    #expect(code([UInt8](repeating: 0, count: 1 << 24 + 1), "") == .dataTooLarge)
  }

  @Test func malformedFilesAreErrors() throws {
    let whole = try file("name-all-pwd.p12")
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(code(Array(whole.prefix(count)), "password") == .decode, "\(count) bytes")
    }
    for place in stride(from: 0, to: whole.count, by: 3) {
      var bytes = whole
      bytes[place] ^= 0xFF
      guard let code = code(bytes, "password") else {
        // Some bytes of the file are neither authenticated nor used. The reader accepts a change of these bytes.
        continue
      }
      #expect([.decode, .authenticationFailed].contains(code), "place \(place)")
    }
  }

  @Test func theReaderOfAllFormatsKnowsIt() throws {
    let bytes = try file("name-all-pwd.p12")
    let content = try read(bytes, passphrase: Array("password".utf8))
    #expect(content.format == .pkcs12)
    #expect(content.type == .aggregate)
    #expect(content.items.map(\.type) == [.aggregate, .certificate, .certificate])
    let wrong = #expect(throws: KeychainError.self) { try read(bytes, passphrase: [1]) }
    #expect(wrong?.code == .pkcs12VerifyFailure)
    let missing = #expect(throws: KeychainError.self) { try read(bytes) }
    #expect(missing?.code == .passphraseRequired)
    let armoured = try PEMBlock.write(.pkcs12, bytes)
    #expect(try read(armoured, passphrase: Array("password".utf8)).items.count == 3)
  }
}
