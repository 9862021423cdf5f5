import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats

@Suite struct WritingTests {
  private static func keys() throws -> [AsymmetricKey] {
    try [.generateRSA(bitCount: 1024)] + EllipticCurve.allCases.map { try .generate(on: $0) }
  }

  private func source(_ text: String) -> PassphraseSource {
    PassphraseSource { () throws(KeychainError) in Array(text.utf8) }
  }

  private func written(
    _ key: AsymmetricKey, _ format: ExternalFormat, isPEM: Bool, passphrase: String? = nil
  ) throws -> [UInt8] {
    try ExternalItemWriter(
      format, isPEM: isPEM, passphrase: passphrase.map(source), iterationCount: 1000
    ).write([.key(.asymmetric(key))])
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    for key in try Self.keys() {
      for isPEM in [false, true] {
        for format: ExternalFormat in [.openSSL, .bsafe, .wrappedPKCS8, .unknown, .pemSequence] {
          let bytes = try written(
            key, format, isPEM: isPEM, passphrase: format == .wrappedPKCS8 ? "géheim" : nil)
          let again = try onlyKey(read(bytes, passphrase: Array("géheim".utf8)))
          #expect(try again.externalRepresentation() == key.externalRepresentation())
        }
        let open = try key.publicKey()
        let bytes = try written(open, .openSSL, isPEM: isPEM)
        #expect(try onlyKey(read(bytes)).publicRepresentation == key.publicRepresentation)
      }
    }
  }

  @Test func openSSLReadsWhatIsWritten() throws {
    let folder = try TemporaryDirectory()
    for key in try Self.keys() {
      let expected = try written(key, .openSSL, isPEM: false)
      for format: ExternalFormat in [.openSSL, .bsafe, .wrappedPKCS8] {
        for isPEM in [false, true] {
          let bytes = try written(key, format, isPEM: isPEM, passphrase: "geheim")
          try folder.write(bytes, to: "key")
          try Program.run(
            "openssl", "pkey", "-in", folder("key"), "-inform", isPEM ? "PEM" : "DER",
            "-passin", "pass:geheim", "-traditional", "-outform", "DER", "-out", folder("out"))
          #expect(try folder.read("out") == expected)
        }
      }
      try folder.write(written(key.publicKey(), .openSSL, isPEM: true), to: "public")
      try Program.run("openssl", "pkey", "-pubin", "-in", folder("public"), "-pubcheck", "-noout")
    }
  }

  /// If there is a passphrase, every private key is written encrypted. This applies to any number of keys, with and
  /// without a named format.
  @Test func whoGivesAPassphraseGetsNothingInTheClear() throws {
    let key = ExternalItem.key(.asymmetric(try .generate(on: .p256)))
    let secret = ExternalItem.key(
      .symmetric(
        SymmetricKey(
          typeNumber: SymmetricKey.aesTypeNumber, bytes: [UInt8](repeating: 7, count: 16))))
    func write(_ items: [ExternalItem], _ format: ExternalFormat) throws -> [UInt8] {
      try ExternalItemWriter(
        format, isPEM: true, passphrase: source("geheim"), iterationCount: 1
      ).write(items)
    }
    for items in [[key], [key, key]] {
      for format: ExternalFormat in [.unknown, .pemSequence] {
        let text = String(decoding: try write(items, format), as: UTF8.self)
        #expect(text.split(separator: "BEGIN ENCRYPTED PRIVATE KEY").count == items.count + 1)
        #expect(!text.contains("BEGIN EC PRIVATE KEY"))
        for others in [[secret], items + [secret]] {
          let error = #expect(throws: KeychainError.self) { try write(others, format) }
          #expect(error?.code == .unsupportedFormat)
        }
      }
    }
    _ = try write([ExternalItem](repeating: key, count: 256), .unknown)
    #expect(throws: KeychainError.self) {
      try write([ExternalItem](repeating: key, count: 257), .unknown)
    }
  }

  @Test func opensshReadsWhatIsWritten() throws {
    let folder = try TemporaryDirectory()
    for key in try Self.keys() {
      guard ![.ellipticCurve(.p192), .ellipticCurve(.p224)].contains(key.kind) else {
        let error = #expect(throws: KeychainError.self) { try written(key, .ssh2, isPEM: true) }
        #expect(error?.code == .unsupportedFormat)
        continue
      }
      let bytes = try written(key, .ssh2, isPEM: false)
      #expect(try onlyKey(read(bytes)).externalRepresentation() == key.externalRepresentation())
      try folder.write(bytes, to: "key")
      #expect(chmod(folder("key"), 0o600) == 0)
      let line = try written(key.publicKey(), .ssh2, isPEM: true)
      let printed = try Program.run("ssh-keygen", "-y", "-f", folder("key"))
      #expect(
        printed.split(separator: UInt8(ascii: " ")).prefix(2).map { $0.filter { $0 != 10 } }
          == line.split(separator: UInt8(ascii: " ")).map { $0.filter { $0 != 10 } })
    }
  }

  @Test func formatsThatDoNotFitAreRefused() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let cases: [(AsymmetricKey, ExternalFormat, KeychainError.Code)] = [
      (key, .ssh1, .unsupportedFormat), (key, .rawKey, .unsupportedFormat),
      (key, .wrappedPKCS8, .passphraseRequired), (key, .wrappedOpenSSL, .unsupportedFormat),
      (key, .wrappedSSH, .unsupportedFormat), (key, .x509Certificate, .unsupportedFormat),
      (key, .pkcs12, .passphraseRequired), (key, .pkcs7, .unsupportedFormat),
      (key, .netscapeCertificateSequence, .unimplemented),
      (try key.publicKey(), .bsafe, .unsupportedFormat),
      (try key.publicKey(), .wrappedPKCS8, .unsupportedFormat),
    ]
    for (key, format, code) in cases {
      let error = #expect(throws: KeychainError.self) { try written(key, format, isPEM: true) }
      #expect(error?.code == code, "\(format)")
    }
    let item = ExternalItem.key(.asymmetric(key))
    for items in [[], [item, item]] {
      let error = #expect(throws: KeychainError.self) {
        try ExternalItemWriter(.openSSL, isPEM: true).write(items)
      }
      #expect(error?.code == .parameter)
    }
  }

  @Test func aSequenceWithAPassphraseHoldsNoPrivateKeyInTheClear() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let items: [ExternalItem] = [
      .key(.asymmetric(key)), .key(.asymmetric(try key.publicKey())),
    ]
    let bytes = try ExternalItemWriter(
      .pemSequence, isPEM: true, passphrase: source("geheim"), iterationCount: 1000
    ).write(items)
    let labels = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("-----BEGIN") }
    #expect(labels == ["-----BEGIN ENCRYPTED PRIVATE KEY-----", "-----BEGIN PUBLIC KEY-----"])
    #expect(try read(bytes, passphrase: Array("geheim".utf8)).items.count == 2)
  }

  @Test func theHashIsABlockOfItsOwn() throws {
    let text = String(
      decoding: try AsymmetricKey.generate(on: .p256).publicKeyHashText(), as: UTF8.self)
    #expect(text.hasPrefix("-----BEGIN PUBLIC KEY HASH-----\n"))
    #expect(text.split(separator: "\n")[1].count == 28)
  }
}
