import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import KeyFormats
@testable import SecurityCommands

/// The commands `import` and `export`.
@Suite struct KeyTransferTests {
  private let keychain = FakeKeychain()
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ words: [Word], input: String = "") -> ToolRun {
    ToolRun(words, in: keychain, input: input)
  }

  private func file(_ name: String) -> Word { Word(folder(name).utf8) }

  private func write(
    _ items: [ExternalItem], _ format: ExternalFormat, to name: String, passphrase: String? = nil
  ) throws {
    let source = passphrase.map { text in
      PassphraseSource { () throws(KeychainError) in Array(text.utf8) }
    }
    let writer = ExternalItemWriter(format, isPEM: true, passphrase: source, iterationCount: 1000)
    try folder.write(writer.write(items), to: name)
  }

  @Test func importedKeyPrintsAsOnMacOS() throws {
    try folder.write(Array(try dataFile("Vectors/p256.pem").utf8), to: "key.pem")
    let imported = run(["import", file("key.pem"), "-A", "-T", "/usr/bin/codesign"])
    #expect(imported.status == 0)
    #expect(imported.output == "1 key imported.\n")
    let found = run(["find-key", "-t", "private"])
    #expect(found.output == (try dataFile("Golden/imported-key.txt")))
  }

  @Test func keyThatMayNotLeaveIsNotExported() throws {
    try folder.write(Array(try dataFile("Vectors/p256.pem").utf8), to: "key.pem")
    #expect(run(["import", file("key.pem"), "-x"]).status == 0)
    let exported = run(["export"])
    #expect(exported.output.isEmpty)
    #expect(exported.errors.contains("keys that may not leave the keychain and are left out: 1"))
  }

  @Test func allKeysOfAFileAreImportedOrNone() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let other = try AsymmetricKey.generate(on: .p384)
    let all: [ExternalItem] = [.key(.asymmetric(key)), .key(.asymmetric(try key.publicKey()))]
    try write(all + [.key(.asymmetric(other))], .pemSequence, to: "all.pem")
    #expect(
      run(["import", "-k", "login", file("all.pem"), "-t", "agg"]).output == "3 keys imported.\n")
    #expect(keychain.items.count == 3)
    let again = run(["import", file("all.pem")])
    #expect(again.status == 1)
    #expect(
      again.errors.hasPrefix("security: SecKeychainItemImport: The specified item already exists"))
    #expect(keychain.items.count == 3)
    // Two of the three keys are already in the keychain. These two keys stay, and only the new key is reported.
    try write(all + [.key(.asymmetric(try .generate(on: .p256)))], .pemSequence, to: "more.pem")
    #expect(run(["import", file("more.pem")]).output == "1 key imported.\n")
    #expect(keychain.items.count == 4)
  }

  @Test func aPassphraseIsAskedForWhenItIsNeeded() throws {
    let key: ExternalItem = .key(.asymmetric(try AsymmetricKey.generate(on: .p256)))
    try write([key], .wrappedPKCS8, to: "key.pem", passphrase: "geheim")
    try write([key], .openSSL, to: "open.pem")
    #expect(run(["import", file("key.pem"), "-P", "falsch"]).status == 1)
    #expect(
      run(["import", file("key.pem")]).errors
        == "security: there is no password on standard input\n")
    #expect(run(["import", file("key.pem")], input: "falsch\ngeheim\n").status == 1)
    #expect(keychain.items.isEmpty)
    #expect(run(["import", file("key.pem")], input: "geheim\n").status == 0)
    #expect(ToolRun(["import", file("open.pem")], in: FakeKeychain(), input: "").status == 0)
    #expect(
      ToolRun(["import", file("key.pem"), "-P", "geheim"], in: FakeKeychain(), input: "").status
        == 0)
  }

  @Test func aPersonMayBeWrongTwice() throws {
    let key: ExternalItem = .key(.asymmetric(try AsymmetricKey.generate(on: .p256)))
    try write([key], .wrappedPKCS8, to: "key.pem", passphrase: "geheim")
    for (wrong, status) in [(0, 0), (2, 0), (3, 1)] as [(Int, Int32)] {
      let lines = Array(repeating: "falsch\n", count: wrong) + ["geheim\n"]
      let streams = MemoryStreams(input: lines.map { Array($0.utf8) }, inputIsTerminal: true)
      let imported = ToolRun(["import", file("key.pem")], in: FakeKeychain(), streams: streams)
      #expect(imported.status == status)
      let asked = imported.errors.split(separator: "passphrase of ").count - (status == 0 ? 0 : 1)
      #expect(asked >= min(wrong + 1, 3) - 1)
    }
  }

  @Test(
    arguments: [
      ["-x"], ["-a", "name", "value"], ["-f", "frob"], ["-t", "frob"], ["-k", "System.keychain"],
      ["-f", "pkcs12"],
    ] as [[Word]])
  func whatCannotBeDoneIsRefused(_ options: [Word]) throws {
    try folder.write(Array("hello".utf8), to: "file")
    let refused = run(["import", file("file")] + options)
    #expect(refused.status != 0)
    #expect(!refused.errors.isEmpty)
    #expect(keychain.requests.isEmpty)
    #expect(run(["import", file("missing")]).status == 1)
    #expect(run(["import"]).status == 2)
  }

  @Test(
    arguments: [
      ["import", "file", "-P", "geheim"], ["import", "-P", "geheim", "file"],
      ["import", "file", "-Pgeheim", "-A"], ["import-keychain-backup", "file", "-P", "geheim"],
    ] as [[Word]])
  func passphraseIsNotRepeatedWhereverItStands(_ words: [Word]) {
    let echoed = run(["-v"] + words).errors
    #expect(echoed.contains("********"))
    #expect(!echoed.contains("geheim"))
  }

  @Test func certificatesAreImportedAndExportedBesideKeys() throws {
    try folder.write(Array(try dataFile("Vectors/certificate-and-key.pem").utf8), to: "both.pem")
    #expect(
      run(["import", file("both.pem")]).output == "1 key imported.\n1 certificate imported.\n")
    #expect(run(["import", file("both.pem")]).status == 1)
    let both = run(["export"]).output
    #expect(both.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(both.hasSuffix("-----END EC PRIVATE KEY-----\n"))
    #expect(run(["export", "-t", "certs"]).outputBytes.first == 0x30)
    let identities = run(["export", "-t", "identities"]).output
    #expect(identities.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(identities.hasSuffix("-----END EC PRIVATE KEY-----\n"))
  }

  @Test func whatIsExportedIsImportedAgain() throws {
    #expect(run(["create-keypair", "-a", "ec", "one"]).status == 0)
    #expect(run(["create-keypair", "-s", "1024", "two"]).status == 0)
    for options in [
      ["-t", "allKeys"], ["-t", "allKeys", "-w", "-P", "geheim"],
      ["-t", "allKeys", "-f", "pemseq", "-p"],
    ] as [[Word]] {
      let exported = run(["export", "-o", file("out")] + options)
      #expect(exported.status == 0)
      let count = try folder.read("out").count
      #expect(exported.errors == "...\(count) bytes written to \(folder("out"))\n")
      #expect(exported.output.isEmpty)
      let other = FakeKeychain()
      #expect(
        ToolRun(["import", file("out"), "-P", "geheim"], in: other).output == "4 keys imported.\n")
      #expect(other.items.map(\.secret) == keychain.items.map(\.secret))
      #expect(
        other.items.map { $0.attributes[.applicationLabel] }
          == keychain.items.map { $0.attributes[.applicationLabel] })
    }
    #expect(run(["-q", "export", "-o", file("out")]).errors.isEmpty)
  }

  @Test func formatOfOneKeyIsThatOfOpenSSL() throws {
    #expect(run(["create-keypair", "-a", "ec", "one"]).status == 0)
    #expect(run(["export", "-p"]).output.hasPrefix("-----BEGIN EC PRIVATE KEY-----\n"))
    #expect(
      run(["export", "-p", "-t", "pubKeys"]).output.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
    #expect(run(["export"]).outputBytes.first == 0x30)
    #expect(run(["export", "-p", "-f", "bsafe"]).output.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(
      run(["export", "-t", "pubKeys", "-f", "openssh2"]).output.hasPrefix("ecdsa-sha2-nistp256 "))
    let wrapped = run(["export", "-p", "-f", "pkcs8"], input: "geheim\n")
    #expect(wrapped.output.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    #expect(
      run(["export", "-p", "-w"], input: "geheim\n").output.hasPrefix("-----BEGIN ENCRYPTED"))
  }

  @Test func aPassphraseWrapsWhateverTheNumberOfKeys() throws {
    for name: Word in ["one", "two"] {
      #expect(run(["create-keypair", "-a", "ec", name]).status == 0)
      for options in [
        ["-P", "geheim"], ["-P", "geheim", "-w"], ["-P", "geheim", "-t", "privKeys"],
      ]
        as [[Word]]
      {
        let exported = run(["export", "-p"] + options)
        #expect(exported.status == 0)
        #expect(exported.output.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"), "\(options)")
        #expect(!exported.output.contains("EC PRIVATE KEY"), "\(options)")
      }
    }
    // Public keys are exported without encryption, even if a passphrase is given.
    #expect(
      run(["export", "-p", "-t", "pubKeys", "-P", "geheim"]).output.hasPrefix("-----BEGIN PUBLIC"))
    // A symmetric key cannot be exported encrypted.
    let key = SymmetricKey(
      typeNumber: SymmetricKey.aesTypeNumber, bytes: [UInt8](repeating: 7, count: 16))
    try write([.key(.symmetric(key))], .rawKey, to: "raw.pem")
    #expect(run(["import", file("raw.pem")]).status == 0)
    for options in [["-P", "geheim"], ["-P", "geheim", "-w"]] as [[Word]] {
      let refused = run(["export", "-p", "-t", "allKeys"] + options)
      #expect(refused.status != 0)
      #expect(refused.outputBytes.isEmpty)
      #expect(refused.errors.contains("symmetric keys cannot be wrapped"))
    }
  }

  @Test func nothingIsExportedInTheClearThatWasToBeWrapped() throws {
    #expect(run(["create-keypair", "-a", "ec", "one"]).status == 0)
    for options in [
      ["-f", "openssl", "-w"], ["-f", "openssl", "-P", "geheim"], ["-f", "bsafe", "-w"],
      ["-w", "-P", ""], ["-w"], ["-f", "pkcs8"], ["-f", "openssh2", "-P", "x"],
      ["-t", "certs"], ["-t", "identities"], ["-t", "frob"], ["-f", "pkcs12"], ["operand"],
    ] as [[Word]] {
      let refused = run(["export"] + options)
      #expect(refused.status != 0, "\(options)")
      #expect(refused.outputBytes.isEmpty, "\(options)")
      #expect(!refused.errors.isEmpty, "\(options)")
    }
    #expect(ToolRun(["export"], in: FakeKeychain()).status == 44)
  }

  @Test func whatIsLeftOutIsCounted() throws {
    #expect(run(["create-keypair", "-a", "ec", "one"]).status == 0)
    keychain.change { state in
      var item = state.items[1]
      item.identifier = RowIdentifier(high: 9, low: 9)
      item.secret = [1, 2, 3]
      state.items.append(item)
      state.losses = [2]
    }
    let exported = run(["export", "-p"])
    #expect(exported.status == 1)
    #expect(exported.output.hasPrefix("-----BEGIN EC PRIVATE KEY-----\n"))
    #expect(
      exported.errors.hasPrefix(
        "security: items that hold no key or certificate and are left out: 1\n"))
    #expect(exported.errors.hasSuffix("left out: 2; verify-keychain says why\n"))
  }
}
