import Testing

/// Programs that run `security` and read its output.
@Suite struct ClientTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The library zalando/go-keyring passes one line to `-i`. The library reads the status, and reads standard output
  /// and standard error together.
  @Test func goKeyringSetsGetsListsAndDeletes() throws {
    let absent = try tool("find-generic-password", "-s", "app", "-wa", "anna")
    #expect(absent.status == 44)
    #expect(absent.errors.contains("could not be found"))

    for password in ["go-keyring-base64:aGVsbG8=", "go-keyring-base64:d29ybGQ="] {
      let set = try tool(
        "-i", input: "add-generic-password -U -s app -a anna -w \(password)\n".utf8)
      #expect(set.status == 0)
      #expect(set.errors.isEmpty)
      let get = try tool("find-generic-password", "-s", "app", "-wa", "anna")
      #expect(get.text == "\(password)\n")
      #expect(get.errors.isEmpty)
    }

    let keychain = try tool("default-keychain").text.filter { !" \"\n".contains($0) }
    let dump = try tool("dump-keychain", keychain)
    let lines = dump.text.split(separator: "\n")
    #expect(lines.first == "keychain: \"\(keychain)\"")
    #expect(lines.contains("    \"svce\"<blob>=\"app\""))
    #expect(lines.contains("    \"acct\"<blob>=\"anna\""))

    try tool("add-generic-password", "-s", "app", "-a", "ben")
    #expect(try tool("delete-generic-password", "-s", "app").status == 0)
    #expect(try tool("delete-generic-password", "-s", "app").status == 0)
    let gone = try tool("delete-generic-password", "-s", "app", "-a", "anna")
    #expect(gone.status == 44)
    #expect(gone.errors.contains("could not be found"))
  }

  @Test func shellWordsWithAnApostropheArriveInPieces() throws {
    // Like macOS, `-i` does not join adjacent quoted pieces. The tool must not store one of the pieces as the password.
    let line = #"add-generic-password -U -s app -a anna -w 'it'"'"'s'"#
    #expect(try tool("-i", input: "\(line)\n".utf8).status == 2)
    #expect(try tool("find-generic-password", "-s", "app").status == 44)
  }

  /// A git credential helper makes these calls. The attributes are the parts of a URL.
  @Test func gitHelperStoresFillsAndErases() throws {
    let url = [
      "-s", "git.example.com", "-a", "anna", "-r", "htps", "-P", "8443", "-p", "team/x.git",
    ]
    let add = try tool(["add-internet-password", "-U"] + url + ["-t", "dflt", "-w", "token"])
    #expect(add.status == 0)
    let find = try tool(
      "find-internet-password", "-s", "git.example.com", "-r", "htps", "-P", "8443", "-g")
    #expect(find.text.contains("\n    \"acct\"<blob>=\"anna\"\n"))
    #expect(find.text.contains("\n    \"ptcl\"<uint32>=\"htps\"\n"))
    #expect(find.text.contains("\n    \"path\"<blob>=\"team/x.git\"\n"))
    #expect(find.errors == "password: \"token\"\n")
    #expect(try tool("find-internet-password", "-s", "git.example.com", "-r", "http").status == 44)
    #expect(try tool("delete-internet-password", "-s", "git.example.com", "-P", "8443").status == 0)
    #expect(try tool("find-internet-password", "-s", "git.example.com").status == 44)
  }

  @Test func dumpTellsEverythingThatWasStored() throws {
    for number in 0..<20 {
      try tool(
        "add-generic-password", "-a", "account \(number)", "-s", "service \(number)",
        "-w", "secret \(number)")
    }
    let lines = try tool("dump-keychain", "-d").text.split(separator: "\n")
    func values(after beginning: String) -> [String] {
      lines.filter { $0.hasPrefix(beginning) }
        .map { String($0.dropFirst(beginning.count).dropLast()) }
    }
    #expect(values(after: "    \"acct\"<blob>=\"") == (0..<20).map { "account \($0)" })
    #expect(values(after: "    \"svce\"<blob>=\"") == (0..<20).map { "service \($0)" })
    #expect(values(after: "\"secret ") == (0..<20).map { "\($0)" })

    // A second keychain with the same items gives the same dump.
    let other = try Tool()
    for number in 0..<20 {
      try other(
        "add-generic-password", "-a", values(after: "    \"acct\"<blob>=\"")[number],
        "-s", values(after: "    \"svce\"<blob>=\"")[number], "-w", "secret \(number)")
    }
    let isCommon: (Substring) -> Bool = {
      !$0.contains("dat\"<timedate>") && !$0.hasPrefix("keychain")
    }
    #expect(
      try other("dump-keychain", "-d").text.split(separator: "\n").filter(isCommon)
        == lines.filter(isCommon))
  }

  @Test func concurrentToolsLoseNothing() throws {
    let added = try tool.shell(
      """
      for i in 1 2 3 4 5 6 7 8; do
        "$SECURITY" add-generic-password -U -a a -s shared -w "$i" &
        "$SECURITY" add-generic-password -a a -s "own $i" -w "$i" &
      done
      wait
      "$SECURITY" dump-keychain | grep -c svce
      """)
    #expect(added.errors.isEmpty)
    #expect(added.text == "9\n")
  }
}
