import CTestSupport
import Glibc
import Testing

@Suite struct StatusTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func statusesAreThoseOfMacOS() throws {
    #expect(try tool().status == 2)
    #expect(try tool("unknown").status == 1)
    #expect(try tool("find-generic-password", "-x").status == 2)
    #expect(try tool("find-generic-password", "-s", "s").status == 44)
    #expect(try tool("delete-internet-password", "-s", "s").status == 44)
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s").status == 0)
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s").status == 45)
    #expect(try tool("find-generic-password", "-s", "s", "other.keychain").status == 50)
    #expect(try tool("create-keychain", "-p", "", "x").status == 0)
    #expect(try tool("create-keychain", "-p", "", "x").status == 48)
    #expect(try tool("delete-keychain", "x").status == 0)
    #expect(try tool("delete-keychain", "x").status == 50)
    #expect(try tool("error", "-25300").status == 1)
    #expect(try tool("-i", input: "find-generic-password -s none\n".utf8).status == 44)
    #expect(
      try tool("find-generic-password", "-s", "s", "\(tool.home.path)/keychain.db").status == 0)
  }

  @Test func wrongFoldersAreReportedWithTheirReason() throws {
    let relative = try tool.shell("LATCHKEY_HOME=relative \"$SECURITY\" find-generic-password -s s")
    #expect(relative.status == 53)
    #expect(relative.errors.contains("LATCHKEY_HOME must be an absolute path"))
    let wide = try tool.shell(
      "chmod 755 \"$LATCHKEY_HOME\" && \"$SECURITY\" add-generic-password -a a -s s")
    #expect(wide.status == 53)
    #expect(wide.errors.filter { $0 == "\n" }.count == 2)
  }

  @Test func helpNeedsNoKeychain() throws {
    #expect(try tool.shell("LATCHKEY_HOME=relative \"$SECURITY\" help").status == 0)
    #expect(try tool.shell("LATCHKEY_HOME=relative \"$SECURITY\" error 1").status == 1)
  }

  @Test func readersThatGoAwayEndTheToolQuietly() throws {
    try tool("add-generic-password", "-a", "a", "-s", "s")
    let pipe = lk_test_broken_pipe()
    defer { close(pipe) }
    let process = try tool.start(["dump-keychain"], descriptors: [STDIN_FILENO, pipe, pipe])
    #expect(try process.wait() == .signal(SIGPIPE))
    let ignoring = try tool.shell("trap '' PIPE; (\"$SECURITY\" dump-keychain; echo $? >&2) | true")
    #expect(ignoring.errors.hasSuffix("1\n"))
  }

  @Test func closedAndFullOutputsAreFailures() throws {
    try tool("add-generic-password", "-a", "a", "-s", "s", "-w", "secret")
    let closed = try tool.shell("\"$SECURITY\" find-generic-password -s s >&-")
    #expect(closed.status == 1)
    #expect(closed.errors == "security: standard output: Bad file descriptor\n")
    let full = try tool.shell("\"$SECURITY\" find-generic-password -s s >/dev/full")
    #expect(full.status == 1)
    let none = try tool.shell("\"$SECURITY\" find-generic-password -s s -w <&- >&- 2>&-")
    #expect(none.status == 1)
    #expect(try tool("find-generic-password", "-s", "s", "-w").text == "secret\n")
    let noInput = try tool.shell("\"$SECURITY\" -i <&-")
    #expect(noInput.status == 1)
  }
}
