import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats

/// Malformed input causes an error or is read as a complete key. Malformed input never causes a crash.
@Suite struct MalformedKeyTests {
  private static let files = [
    "rsa.pkcs1.der", "rsa.pkcs8.der", "rsa.pkcs1-public.der", "rsa.spki.der", "rsa.openssh",
    "rsa.pub", "p256.sec1.der", "p256.sec1-bare.der", "p256.pkcs8.der", "p256.spki.der",
    "p256.spki-compressed.der", "p256.pbes2.der", "p256.traditional-aes.pem", "p256.sec1.pem",
    "p256.sec1-explicit.pem", "p256.openssh", "p256.pub", "certificate.der", "identity.p12",
  ]

  private static let passphrase = Array("geheim".utf8)

  @Test(arguments: files) func truncatedInputIsAnError(name: String) throws {
    let whole = try KeyFile.content(of: name)
    // A text file without its last line feed is complete. An OpenSSH public key line without its comment is complete as
    // well.
    let comment = Array(" anna@example.org".utf8)
    let rest = name == "rsa.pub" ? comment.count : 0
    let end = whole.count - rest - (whole.last == 0x0A ? 1 : 0)
    for count in 0..<end {
      #expect(throws: KeychainError.self, "\(name), \(count) bytes") {
        try read(Array(whole.prefix(count)), passphrase: Self.passphrase)
      }
    }
  }

  @Test(arguments: files) func changedInputIsAnErrorOrAWholeKey(name: String) throws {
    let whole = try KeyFile.content(of: name)
    for place in whole.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = whole
        bytes[place] ^= change
        check(bytes, name)
      }
    }
  }

  @Test(arguments: files) func lengthenedInputIsAnErrorOrAWholeKey(name: String) throws {
    let whole = try KeyFile.content(of: name)
    for extra: [UInt8] in [[0], [0x30], [0x0A, 0x0A], whole] { check(whole + extra, name) }
  }

  /// Reads a file. If the reader returns a key, expects that the key can be written, and that the written key can be
  /// read.
  private func check(_ bytes: [UInt8], _ name: String) {
    guard let content = try? read(bytes, passphrase: Self.passphrase) else { return }
    for item in content.items {
      guard case .key(.asymmetric(let key)) = item else { continue }
      do {
        let written = try ExternalItemWriter(.openSSL, isPEM: false).write([item])
        let again = try onlyKey(read(written))
        #expect(try again.externalRepresentation() == key.externalRepresentation())
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
  }

  @Test func noPassphraseOpensAnotherFile() throws {
    let bytes = try KeyFile.content(of: "rsa.traditional-aes.pem")
    // About one in several hundred wrong passphrases produces valid padding.
    for number in 0..<1000 {
      let error = #expect(throws: KeychainError.self) {
        try read(bytes, passphrase: Array("falsch \(number)".utf8))
      }
      #expect(error?.code == .authenticationFailed)
    }
  }
}
