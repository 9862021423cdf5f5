import Testing

/// The tool returns the same bytes that were stored, whichever way a secret was passed.
@Suite struct SecretTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  private func stored(_ service: String) throws -> String {
    try tool("find-generic-password", "-s", service, "-w").text
  }

  @Test func everyByteComesBackFromHexadecimalDigits() throws {
    let bytes = UInt8.min...UInt8.max
    let adds = bytes.map { "add-generic-password -a a -s \($0) -X \(hex([$0]))\n" }
    #expect(try tool("-i", input: adds.joined().utf8).status == 0)
    let finds = try tool("-i", input: bytes.map { "find-gen -s \($0) -w\n" }.joined().utf8)
    let expected = bytes.map { byte in
      (0x20...0x7E).contains(byte) ? String(Unicode.Scalar(byte)) : hex([byte])
    }
    #expect(finds.status == 0)
    #expect(finds.text == expected.map { "\($0)\n" }.joined())
  }

  @Test func allBytesTogetherComeBack() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    try tool("add-generic-password", "-a", "a", "-s", "digits", "-X", hex(bytes))
    #expect(try stored("digits") == "\(hex(bytes))\n")
    try tool("add-generic-password", "-a", "a", "-s", "input", "-w", input: bytes + [0x0A, 0x0A])
    #expect(try stored("input") == "\(hex(bytes))0a\n")
  }

  @Test func keyFromAFileOrAPipeIsWholeAndScriptsGiveALine() throws {
    let run = try tool.shell(
      """
      cd "$(mktemp -d)"
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 >key.pem
      "$SECURITY" add-generic-password -a a -s file -w <key.pem
      { head -n 2 key.pem; tail -n +3 key.pem; } | "$SECURITY" add-generic-password -a a -s pipe -w
      printf 'add-generic-password -a a -s line -w\none\nhelp help\n' | "$SECURITY" -i | head -n 1
      for name in file pipe; do
        "$SECURITY" find-generic-password -s $name -w | perl -ne 'chomp; print pack "H*", $_' | openssl pkey -noout && echo whole
      done
      "$SECURITY" find-generic-password -s line -w
      rm -r "$PWD"
      """)
    #expect(run.text == "Usage: help [command ...]\nwhole\nwhole\none\n", "\(run.errors)")
  }

  @Test func emptySecretsAreSecrets() throws {
    try tool("add-generic-password", "-a", "a", "-s", "none")
    try tool("add-generic-password", "-a", "a", "-s", "digits", "-X", "")
    try tool("add-generic-password", "-a", "a", "-s", "word", "-w", "")
    try tool("add-generic-password", "-a", "a", "-s", "input", "-w", input: "\n".utf8)
    for service in ["none", "digits", "word", "input"] {
      let found = try tool("find-generic-password", "-s", service, "-w")
      #expect(found.status == 0)
      #expect(found.text == "\n")
    }
  }

  @Test func endOfInputIsNoSecret() throws {
    let added = try tool("add-generic-password", "-a", "a", "-s", "s", "-w")
    #expect(added.status == 1)
    #expect(try tool("find-generic-password", "-s", "s").status == 44)
  }

  @Test func longSecretsComeBack() throws {
    let secret = String(repeating: "x", count: 3_000_000)
    try tool("add-generic-password", "-a", "a", "-s", "s", "-w", input: secret.utf8)
    #expect(try stored("s") == "\(secret)\n")
  }

  @Test func secretBeyondTheLimitIsRefused() throws {
    let added = try tool.shell(
      "head -c 67108865 /dev/zero | \"$SECURITY\" add-generic-password -a a -s s -w")
    #expect(added.status == Int32(-25302) & 0xFF)
    #expect(try tool("find-generic-password", "-s", "s").status == 44)
  }

  @Test func attributesMayBeLongAndInAnyScript() throws {
    let long = String(repeating: "ä", count: 50_000)
    for (number, text) in [long, "", "\u{1F511} кључ", "e\u{301}", "\u{E9}", "a\nb\\c\"d"]
      .enumerated()
    {
      let added = try tool(
        "add-generic-password", "-a", text, "-s", text, "-j", text, "-w", "\(number)")
      #expect(added.status == 0)
      #expect(try tool("find-generic-password", "-a", text, "-s", text, "-w").text == "\(number)\n")
      #expect(try tool("find-generic-password", "-j", text, "-w").text == "\(number)\n")
    }
    let inLine = try tool("-i", input: "add-generic-password -a a -s '\(long)'\n".utf8)
    #expect(inLine.status == 1)
    #expect(inLine.errors == "security: the line is longer than 4096 bytes\n")
  }

  @Test func attributesThatAreNotTextComeBack() throws {
    let added = try tool.shell(
      #"a=$(printf '\377\376'); "$SECURITY" add-generic-password -a "$a" -s s && "$SECURITY" find-generic-password -a "$a""#
    )
    #expect(added.status == 0)
    #expect(added.text.contains("\n    \"acct\"<blob>=0xFFFE \n"))
  }
}
