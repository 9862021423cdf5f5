import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

/// Tests `add-certificates`, `find-certificate` and `delete-certificate`. `CertificateTests` tests the commands for
/// identities with the built tool.
@Suite struct CertificateCommandTests {
  private let keychain = FakeKeychain()
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    let both = try dataFile("Vectors/certificate-and-key.pem")
    // In the file, the certificate precedes the key.
    let lines = both.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.firstIndex(of: "-----END CERTIFICATE-----"))
    try folder.write(Array((lines[...end].joined(separator: "\n") + "\n").utf8), to: "one.pem")
    try folder.write(Array(both.utf8), to: "both.pem")
  }

  private func run(_ words: [Word], input: String = "") -> ToolRun {
    ToolRun(words, in: keychain, input: input)
  }

  private func file(_ name: String) -> Word { Word(folder(name).utf8) }

  @Test func certificateIsAddedOnceAndPrinted() throws {
    let added = run(["add-certificates", file("one.pem")])
    #expect(added.status == 0)
    #expect(added.output.isEmpty)
    #expect(keychain.items.map(\.itemClass) == [.certificate])
    let again = run(["add-certificates", file("missing.pem"), file("one.pem")])
    #expect(again.status == 1)
    #expect(again.errors.contains("missing.pem: "))
    #expect(again.errors.contains("one.pem: already in default keychain\n"))
    #expect(run(["find-certificate", "-p"]).output == (try folder.text("one.pem")))
    let lines = run(["find-certificate", "-a", "-Z", "-m"]).output.split(separator: "\n")
    try #require(lines.count > 3)
    #expect(lines[0].hasPrefix("SHA-256 hash: "))
    #expect(lines[0].count == 14 + 64)
    #expect(lines[1].hasPrefix("SHA-1 hash: "))
    #expect(lines[1].count == 12 + 40)
    #expect(lines[2] == "email addresses: ")
    #expect(lines.contains("class: 0x80001000 "))
    #expect(lines.contains { $0.hasPrefix("    \"hpky\"<blob>=0x") })
    #expect(lines.contains { $0.hasPrefix("    \"subj\"<blob>=0x30") })
  }

  @Test func whatIsNoFileOfCertificatesIsRefused() throws {
    try folder.write(Array("hello".utf8), to: "text")
    for name in ["both.pem", "text", "missing"] {
      let refused = run(["add-certificates", file(name)])
      #expect(refused.status == 1, "\(name)")
      #expect(!refused.errors.isEmpty, "\(name)")
    }
    #expect(run(["add-certificates"]).status == 2)
    #expect(keychain.items.isEmpty)
  }

  @Test func nothingFoundIs44OnlyWhenOneWasWanted() {
    #expect(run(["find-certificate", "-c", "x"]).status == 44)
    let all = run(["find-certificate", "-a", "-c", "x"])
    #expect(all.status == 0)
    #expect(all.output.isEmpty)
    #expect(all.errors.isEmpty)
  }

  @Test func oneCertificateIsDeletedByNameOrHash() throws {
    #expect(run(["delete-certificate"]).status == 2)
    #expect(run(["delete-certificate", "-Z", "12"]).status == 2)
    let missing = run(["delete-certificate", "-c", "x y"])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("Unable to delete certificate matching \"x y\""))
    #expect(run(["add-certificates", file("one.pem")]).status == 0)
    let lines = run(["find-certificate", "-Z"]).output.split(separator: "\n")
    try #require(lines.count > 1)
    let hash = Word(lines[1].dropFirst(12).utf8)
    #expect(run(["delete-certificate", "-Z", hash, "-t"]).status == 0)
    #expect(keychain.items.isEmpty)
  }
}

extension TemporaryDirectory {
  fileprivate func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }
}
