import Glibc
import TestSupport
import Testing

/// Checks the unit in `Examples/systemd` with the programs of systemd.
@Suite struct UnitTests {
  static let hasAnalyze = access("/usr/bin/systemd-analyze", X_OK) == 0
  static let hasCreds = access("/usr/bin/systemd-creds", X_OK) == 0
  private let place: Place

  init() throws { place = try Place() }

  /// Returns the unit with a program to start that exists. Otherwise systemd-analyze would report an error.
  private func unit() throws -> String {
    let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let unit = try TemporaryDirectory.readFile(
      "/\(path)/Examples/systemd/example-server.service")
    let lines = String(decoding: unit, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains("ExecStart=/usr/local/bin/example-server"))
    return lines.map { $0.hasPrefix("ExecStart=") ? "ExecStart=/bin/true" : String($0) }
      .joined(separator: "\n")
  }

  private func expectVerified(_ unit: String) throws {
    try place.folder.write(Array(unit.utf8), to: "example-server.service")
    let run = try place.run("systemd-analyze verify \"$PLACE/example-server.service\"")
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  @Test(.enabled(if: hasAnalyze, "needs systemd-analyze"))
  func unitIsVerified() throws {
    let unit = try unit()
    try expectVerified(unit)
    for line in [
      "LoadCredentialEncrypted=latchkey.device-key:", "StateDirectory=example-server",
      "Environment=LATCHKEY_HOME=%S/example-server/keychain", "ProtectSystem=strict",
      "DynamicUser=yes",
    ] {
      #expect(unit.contains("\n\(line)"))
    }
  }

  @Test(.enabled(if: hasAnalyze && hasCreds, "needs systemd-analyze and systemd-creds"))
  func unitWithTheCredentialInIt() throws {
    let made = try place.run(
      """
      head -c 32 /dev/urandom |
        systemd-creds -p encrypt --with-key=tpm2-absent --name=latchkey.device-key - - 2>/dev/null
      """)
    #expect(made.text.hasPrefix("SetCredentialEncrypted=latchkey.device-key: "))
    let lines = try unit().split(separator: "\n", omittingEmptySubsequences: false)
    let unit = lines.map { line in
      line.hasPrefix("LoadCredentialEncrypted=") ? made.text : String(line)
    }
    try expectVerified(unit.joined(separator: "\n"))
  }

  /// Follows the README: `device.key` becomes a credential, and the credential opens the keychain.
  @Test(.enabled(if: hasCreds, "needs systemd-creds"))
  func fileBecomesACredentialAndOpensTheKeychain() throws {
    let run = try place.run(
      """
      "$SECURITY" add-generic-password -a a -s s -w w
      systemd-creds encrypt --with-key=tpm2-absent --name=latchkey.device-key \\
        "$LATCHKEY_HOME/device.key" "$PLACE/encrypted" 2>/dev/null
      rm "$LATCHKEY_HOME/device.key"
      mkdir -m 500 "$PLACE/credentials"
      umask 077
      systemd-creds decrypt --name=latchkey.device-key "$PLACE/encrypted" \\
        "$PLACE/credentials/latchkey.device-key" 2>/dev/null
      CREDENTIALS_DIRECTORY=$PLACE/credentials "$SECURITY" find-generic-password -s s -w
      """)
    #expect(run.text == "w\n", "\(run.errors)")
  }
}
