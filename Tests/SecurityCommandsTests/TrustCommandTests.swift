import Glibc
import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands for trust settings, for one user and for all users.
@Suite struct TrustCommandTests {
  private let folder: TemporaryDirectory
  private let keychain: LocalKeychain
  private let root: Word

  init() throws {
    folder = try TemporaryDirectory()
    var location = StoreLocation(home: folder("home"))
    location.adminDirectory = folder("admin")
    keychain = LocalKeychain(location)
    try folder.write(Array(Self.pem.utf8), to: "root.pem")
    root = Word(folder("root.pem").utf8)
  }

  /// A root certificate that `openssl req` created. It is valid until 2126.
  private static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBlTCCATugAwIBAgIUYzEQz7mmwluniqEI9ff0gtB4/EEwCgYIKoZIzj0EAwIw
    FzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MCAXDTI2MTEyMTEyNTU0MloYDzIxMjYx
    MDI4MTI1NTQyWjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIB
    BggqhkjOPQMBBwNCAASOVKsgVNKOp5MpVjQci0xa4UEyDI9ZH9XuJYAdvx0ANeaI
    T2Vmku7CVYAOtkoFpyOKUi4E4LO70X9LEuEyvA6zo2MwYTAdBgNVHQ4EFgQUj3VL
    tot1NfQsrRW1FUDKHBP93DcwHwYDVR0jBBgwFoAUj3VLtot1NfQsrRW1FUDKHBP9
    3DcwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwID
    SAAwRQIgdaw9Y41FyH2PY6p9S3JO0IXvP9PRwVsZ0PgHEVj9I+ICIQD9qzAe9Zkz
    k+CIBdjeRUNFXJbIQTxmVsAr6R9weQWjpw==
    -----END CERTIFICATE-----

    """

  private func run(_ words: Word...) -> ToolRun { ToolRun(words, in: keychain) }

  private func verify() -> ToolRun { run("verify-cert", "-c", root, "-d", "2027-01-01", "-N") }

  /// A setting may name a program of another operating system. `dump-trust-settings` prints the effect that such a
  /// setting has on Linux.
  @Test func settingsForProgramsOfOtherSystemsAreShown() throws {
    func setting(_ result: Int) -> String {
      """
      <dict><key>kSecTrustSettingsApplication</key><data>AQ==</data>
      <key>kSecTrustSettingsResult</key><integer>\(result)</integer></dict>
      """
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>trustVersion</key><integer>1</integer><key>trustList</key><dict>
      <key>0123456789ABCDEF0123456789ABCDEF01234567</key><dict>
      <key>issuerName</key><data></data><key>serialNumber</key><data>Ag==</data>
      <key>modDate</key><date>2026-01-01T00:00:00Z</date>
      <key>trustSettings</key><array>\(setting(3))\(setting(1))</array></dict></dict></dict></plist>
      """
    try folder.write(Array(text.utf8), to: "settings.plist")
    #expect(run("trust-settings-import", Word(folder("settings.plist").utf8)).status == 0)
    let lines = run("dump-trust-settings").output.split(separator: "\n").filter {
      $0.contains("Application")
    }
    #expect(
      lines.map { $0.drop { $0 != "<" } } == [
        "<of another system: denies for all programs>", "<of another system: trusts nothing here>",
      ])
  }

  @Test func theAdministratorDecidesForAllUsers() {
    #expect(verify().status == 1)
    #expect(run("add-trusted-cert", "-d", root).status == 0)
    #expect(verify().output == "...certificate verification successful.\n")
    #expect(
      run("dump-trust-settings", "-d").output == """
        Number of trusted certs = 1
        Cert 0: Example Root
           Number of trust settings : 0

        """)
    #expect(run("dump-trust-settings").status == 1)
    #expect(run("add-trusted-cert", "-r", "deny", root).status == 0)
    #expect(verify().errors == "SecTrustEvaluate result: kSecTrustResultDeny\n")
    #expect(run("remove-trusted-cert", "-d", root).status == 0)
    #expect(run("remove-trusted-cert", "-d", root).status == 44)
    #expect(run("remove-trusted-cert", root).status == 0)
    #expect(verify().status == 1)
    // The commands have created no keychain.
    #expect(folder.names() == ["admin", "home", "root.pem"])
    #expect(
      TemporaryDirectory.names(folder("home")).sorted() == [
        "latchkey.lock", "trust-settings.plist",
      ]
    )
  }

  @Test func settingsOfUsersAreSwitchedOffAndOn() {
    let state = { run("user-trust-settings-enable").output }
    #expect(state() == "User-level Trust Settings are Enabled\n")
    #expect(run("add-trusted-cert", root).status == 0)
    #expect(verify().status == 0)
    #expect(run("user-trust-settings-enable", "-d").status == 0)
    #expect(state() == "User-level Trust Settings are Disabled\n")
    #expect(verify().status == 1)
    let refused = run("add-trusted-cert", "-r", "deny", root)
    #expect(refused.status == 53)
    #expect(
      refused.errors.hasSuffix("the administrator switched the trust settings of users off\n"))
    // The exported file contains only the trust decisions. The file does not show whether the settings of users are
    // switched off.
    #expect(run("add-trusted-cert", "-d", "-r", "unspecified", root).status == 0)
    let file = Word(folder("settings").utf8)
    #expect(run("trust-settings-export", "-d", file).status == 0)
    #expect(run("trust-settings-import", "-d", file).status == 0)
    #expect(state() == "User-level Trust Settings are Disabled\n")
    #expect(run("user-trust-settings-enable", "-e").status == 0)
    #expect(verify().status == 0)
    #expect(run("user-trust-settings-enable", "-d", "-e").status == 2)
  }

  /// The user root does not run this test, because root may write to every folder.
  @Test(.enabled(if: geteuid() != 0, "root is the administrator"))
  func whoIsNoAdministratorIsTold() {
    mkdir(folder("admin"), 0o555)
    let run = run("add-trusted-cert", "-d", root)
    #expect(run.status == 195)
    #expect(run.errors.contains("only the administrator"))
  }

  @Test func theSystemsSettingsArePrinted() {
    // In `add-trusted-cert`, `-s` names a host. In `dump-trust-settings`, `-s` selects the settings of the system.
    #expect(run("add-trusted-cert", "-s", "a", root).status == 0)
    let dump = run("dump-trust-settings", "-s")
    #expect(dump.status == 1 || dump.output.hasPrefix("Number of trusted certs = "))
  }

  /// OpenSSL produces the text of `verify-cert -t`, and copies control characters from the extensions of the
  /// certificate.
  @Test func extensionsOfStrangersAreShownWithoutControlCharacters() throws {
    try folder.write(Array(dataFile("Vectors/control-extension.pem").utf8), to: "odd.pem")
    let shown = run("verify-cert", "-t", "-c", Word(folder("odd.pem").utf8))
    #expect(shown.output.contains("                a\\u{1b}]0;x\\u{7}"))
    #expect(shown.output.contains("X509v3 Basic Constraints: critical\n                CA:TRUE\n"))
    #expect(shown.output.contains("Signature Algorithm: ecdsa-with-SHA256\n"))
    // The text of the extension also contains a line that looks like a message of the tool.
    #expect(shown.output.contains("                ...certificate verification successful."))
    #expect(!shown.output.split(separator: "\n").contains { $0.hasPrefix("...cert") })
    #expect(
      !shown.output.unicodeScalars.contains {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
      })
  }

  /// Names in a certificate must not send control characters to the terminal, and must not add lines to the output.
  @Test func namesOfStrangersAreShownWithoutControlCharacters() throws {
    for name in ["pem", "key"] {
      try folder.write(
        Array(dataFile("Vectors/control-characters.\(name)").utf8), to: "odd.\(name)")
    }
    let odd = Word(folder("odd.pem").utf8)
    #expect(run("add-trusted-cert", odd).status == 0)
    #expect(run("import", Word(folder("odd.key").utf8)).status == 0)
    #expect(run("add-certificates", odd).status == 0)
    #expect(run("set-identity-preference", "-c", "AAAA", "-s", "x").status == 0)
    for words: [Word] in [
      ["dump-trust-settings"], ["verify-cert", "-v", "-c", odd], ["find-identity"],
      ["find-certificate", "-m"], ["get-identity-preference", "-s", "x", "-c"],
    ] {
      let shown = ToolRun(words, in: keychain)
      #expect(shown.status == 0)
      #expect(shown.output.contains("2) AAAA"), "\(words[0].text)")
      #expect(
        !shown.output.unicodeScalars.contains {
          $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
        }, "\(words[0].text)")
      #expect(!shown.output.split(separator: "\n").contains { $0.hasPrefix("  2) ") })
    }
  }
}
