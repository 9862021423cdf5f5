import KeychainModel
import Testing

@testable import Keychain

/// Tests which preferences apply to a name (specification: keys-and-certificates 7.6).
@Suite struct PreferenceNameTests {
  @Test func aNameStandsForItselfFirst() {
    #expect(PreferenceName.covering("mail") == ["mail"])
    #expect(PreferenceName.covering("Mail Server") == ["Mail Server", "mail server"])
    #expect(
      PreferenceName.covering("Anna@Example.org") == ["Anna@Example.org", "anna@example.org"])
  }

  @Test func aURLLiesInFoldersThenInItsHostThenInDomains() {
    #expect(
      PreferenceName.covering("https://www.example.org/a/b?c=/d/") == [
        "https://www.example.org/a/b?c=/d/", "https://www.example.org/a/",
        "https://www.example.org/", "www.example.org", "*.example.org", "*.org",
      ])
    #expect(
      PreferenceName.covering("https://host") == ["https://host", "https://host/", "host"])
    #expect(
      PreferenceName.covering("https://host/a/#/b/") == [
        "https://host/a/#/b/", "https://host/a/", "https://host/", "host",
      ])
  }

  @Test func hostsAreComparedInSmallLetters() {
    #expect(
      PreferenceName.covering("HTTPS://A.Example/Path/") == [
        "HTTPS://A.Example/Path/", "https://a.example/Path/", "HTTPS://A.Example/",
        "https://a.example/", "a.example", "*.example",
      ])
  }

  @Test func hostsAreKeptInSmallLetters() {
    for (name, kept) in [
      ("WWW.Example.org", "www.example.org"), ("*.Example.org", "*.example.org"),
      ("*.Org", "*.org"),
      ("HTTPS://Mail.Example.org/X/?Y", "https://mail.example.org/X/?Y"),
      ("Mail Server", "Mail Server"), ("Anna@Example.org", "Anna@Example.org"), ("Host", "Host"),
      ("M\u{FC}ller.de", "M\u{FC}ller.de"), ("*.", "*."), ("", ""),
    ] {
      #expect(PreferenceName.kept(name) == kept)
      #expect(PreferenceName.kept(kept) == kept)
      #expect(PreferenceName.covering(name).contains(kept))
    }
  }

  @Test func usersAndPortsAreNoPartOfAHost() {
    #expect(
      PreferenceName.covering("https://example.org@b.example:8443").suffix(2)
        == ["b.example", "*.example"])
    #expect(PreferenceName.covering("https://[2001:db8::1]:443/").last == "2001:db8::1")
    #expect(PreferenceName.covering("https://192.0.2.7/").last == "192.0.2.7")
  }

  @Test func whatIsNoURLHasNoFolders() {
    for name in ["https://", "https:///a/", "://a/", "a/b://c/", "a@b://c/"] {
      #expect(!PreferenceName.covering(name).contains { $0 != name && $0.hasSuffix("/") })
    }
    #expect(PreferenceName.covering("") == [""])
    #expect(PreferenceName.covering(".") == ["."])
    #expect(PreferenceName.covering("a.") == ["a."])
  }

  /// Different programs find different hosts in these URLs.
  @Test(arguments: [
    "https://[bank.com]evil.com/", "https://[bank.com]/", "https://evil.com\\@bank.com/",
    "https://x\n.bank.com/", "https://bank.com /", "https://\tbank.com/", "https://bank.com\0/",
    "https://[::1]x:443/", "https://[::1]:x/", "https://[::1", "https://[]/", "HTTPS://[bank.com]/",
    "https://bank.com:80:evil.com/", "https://bank.com:x/", "https://[::1\0]/",
  ])
  func aURLThatIsReadInDifferentWaysIsOnlyItself(url: String) {
    #expect(PreferenceName.covering(url) == [url])
  }

  @Test(arguments: [
    "a/../b", "a/..", "a/./b", ".", "a/%2e%2E/b", "a/.%2e/b", "a/%2E/b", "a\\..\\b", "a/.\t./b",
    "a\n/b",
  ])
  func aPathThatIsChangedBeforeItIsAskedForLiesInNoFolder(path: String) {
    let url = "https://bank.com/" + path
    #expect(PreferenceName.covering(url) == [url, "bank.com", "*.com"])
  }

  @Test(arguments: [
    "https://evil.com%2f.bank.com/", "evil.com/x.bank.com", "evil.com%00.bank.com",
    "https://evil.com;.bank.com", "evil.com .bank.com", "evil.com?.bank.com", "evil.com#.bank.com",
    "https://evil.com\u{2F}.bank.com", "https://evil\u{FF0E}com\u{3002}.bank.com",
  ])
  func whatIsNoNameOfAHostLiesInNoDomain(name: String) {
    #expect(!PreferenceName.covering(name).contains { $0.hasPrefix("*.") && $0.contains("bank") })
  }

  @Test func dotsInOtherPlacesOfAURLAreNone() {
    #expect(
      PreferenceName.covering("https://host/..a/...?b=/../") == [
        "https://host/..a/...?b=/../", "https://host/..a/", "https://host/", "host",
      ])
    #expect(PreferenceName.covering("https://[::1]:/") == ["https://[::1]:/", "::1"])
  }

  @Test func longNamesTakeNoTime() {
    let deep = "https://host/" + String(repeating: "a/", count: 3000)
    #expect(PreferenceName.covering(deep).count < 200)
    let long = "https://host/" + String(repeating: "a/", count: 1 << 18)
    #expect(PreferenceName.covering(long) == [long])
    #expect(PreferenceName.covering(String(repeating: "a.", count: 500)).count == 1)
  }

  @Test func usages() throws {
    typealias Usage = PreferenceUsage
    #expect(Usage(rawValue: 0x8000_0000) == [])
    #expect(Usage.sign.rank(for: .sign) == 0)
    #expect(Usage([.sign, .decrypt]).rank(for: .sign) == 1)
    #expect(Usage([]).rank(for: .sign) == 2)
    #expect(Usage.sign.rank(for: []) == 3)
    #expect(Usage([]).rank(for: []) == 0)
    #expect(Usage.sign.rank(for: [.sign, .decrypt]) == nil)
    #expect(Usage.sign.rank(for: .verify) == nil)
    #expect(throws: KeychainError.self) {
      try CertificatePreference(.identity, for: "name", Usage(rawValue: 512))
    }
    #expect(throws: KeychainError.self) { try CertificatePreference(.identity, for: "", []) }
  }
}
