import KeychainModel
import ProgramSupport
import Testing

@testable import SecurityCommands

/// The common behaviour of all commands: usage, help, statuses, echo and streams.
@Suite struct FrameTests {
  @Test func withoutACommandTheListIsPrintedAndTheStatusIsThatOfUsage() {
    let run = ToolRun([])
    #expect(run.status == 2)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("Usage: security [-h] [-i] [-l] [-p prompt] [-P] [-q] [-v]"))
    #expect(
      run.output.contains(
        "\n    dump-keychain                        Print the items of a keychain.\n"))
    #expect(!run.output.contains("create-key-loop"))
  }

  @Test func helpPrintsTheListOrTheUsageOfACommand() {
    #expect(ToolRun(["help"]).status == 0)
    #expect(ToolRun(["-h"]).output == ToolRun([]).output)
    let usage = ToolRun(["help", "error"])
    #expect(usage.status == 0)
    #expect(usage.output == "Usage: error code ...\n        Say what status codes mean.\n")
    #expect(ToolRun(["-h", "err"]).output == usage.output)
    #expect(ToolRun(["help", "nothing"]).status == 1)
    #expect(ToolRun(["-h", "nothing"]).status == 1)
    #expect(
      ToolRun(["help", "cms"]).output == """
        Usage: cms -C|-D|-E|-S [options]
            On macOS it encrypts, decrypts, wraps or signs messages.
            Not available here: CMS messages are not available.
                Encode or decode CMS messages.\n
        """)
  }

  @Test func everyCommandAndTheToolExplainThemselves() {
    #expect(ToolRun(["--help"]).output == ToolRun(["-h"]).output)
    #expect(ToolRun(["--help"]).status == 0)
    #expect(ToolRun(["--help", "error"]).output == ToolRun(["help", "error"]).output)
    for command in CommandTable.commands {
      let name = Word(command.name.utf8)
      let usage = ToolRun([name, "--help"])
      #expect(usage.status == 0)
      #expect(usage.errors.isEmpty)
      #expect(usage.output == ToolRun(["help", name]).output)
    }
    let keychain = FakeKeychain()
    let words: [Word] = ["add-generic-password", "-a", "a", "-s", "s", "-w", "--help"]
    #expect(ToolRun(words, in: keychain).status == 0)
    #expect(keychain.items.first?.secret == Array("--help".utf8))
  }

  @Test func versionIsThatOfAllPrograms() {
    let run = ToolRun(["--version"])
    #expect(run.status == 0)
    #expect(run.output == "security (Latchkey) \(ProgramVersion.number)\n")
  }

  @Test func wrongUseOfACommandPrintsItsUsageToStandardError() {
    let run = ToolRun(["delete-generic-password"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("Usage: delete-generic-password "))
    #expect(run.errors.hasSuffix("\n        Delete the first item that matches.\n"))
    #expect(ToolRun(["find-generic-password", "-h"]).status == 2)
    #expect(
      ToolRun(["find-generic-password", "-x"]).errors.hasPrefix("security: illegal option -- x\n"))
  }

  @Test func wrongGlobalOptionPrintsTheUsageOfTheTool() {
    let run = ToolRun(["-z", "help"])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("security: illegal option -- z\nUsage: security "))
    #expect(ToolRun(["-l", "help"]).status == 1)
    #expect(ToolRun(["-i", "help"]).status == 2)
  }

  @Test func valueThatIsAnOptionIsWarnedOfAndNotShown() {
    let keychain = FakeKeychain()
    let words: [Word] = ["add-generic-password", "-a", "-s", "-s", "mail", "-w", "-U"]
    let run = ToolRun(words, in: keychain)
    #expect(run.status == 0)
    #expect(keychain.items.first?.secret == Array("-U".utf8))
    #expect(keychain.items.first?.attributes[.account] == .string("-s"))
    #expect(
      run.errors == """
        security: -a: the word behind it is taken as its value, although it is an option, too.
        security: -w: the word behind it is taken as its value, although it is an option, too.\n
        """)
  }

  @Test(arguments: [
    (-25300, 44), (-25299, 45), (-25293, 51), (-25308, 36), (-25291, 53), (-50, 206), (-34018, 30),
  ]) func exitStatusIsTheLowEightBitsOfTheStatus(status: Int32, exit: Int32) throws {
    let keychain = FakeKeychain()
    let code = try #require(KeychainError.Code(rawValue: status))
    keychain.change { $0.failures = [KeychainError(code, "because")] }
    #expect(ToolRun(["find-generic-password", "-s", "x"], in: keychain).status == exit)
  }

  @Test func errorLinesNameThePlaceAndTheStatusText() {
    let keychain = FakeKeychain()
    let run = ToolRun(["find-generic-password", "-s", "x"], in: keychain)
    #expect(
      run.errors == """
        security: SecKeychainSearchCopyNext: \
        The specified item could not be found in the keychain.\n
        """)
    keychain.change { $0.failures = [KeychainError(.interactionNotAllowed, "It is locked.")] }
    let locked = ToolRun(["find-generic-password", "-s", "x"], in: keychain)
    #expect(
      locked.errors == """
        security: SecKeychainSearchCopyNext: User interaction is not allowed.
        security: It is locked.\n
        """)
  }

  @Test func echoQuotesEveryWordAndHidesSecrets() {
    func echo(_ words: Word...) -> String {
      String(ToolRun(["-v"] + words).errors.prefix { $0 != "\n" })
    }
    #expect(echo("error", "-50", "a b") == #""error" "-50" "a b""#)
    #expect(
      echo("add-generic-password", "-a", "x", "-s", "y", "-w", "secret")
        == #""add-generic-password" "-a" "x" "-s" "y" "-w" "********""#)
    #expect(
      echo("add-gen", "-Upsecret", "-X", "00", "-w")
        == #""add-gen" "-Up********" "-X" "********" "-w""#)
    #expect(
      echo("add-internet-password", "-p", "/path", "-wsecret")
        == #""add-internet-password" "-p" "/path" "-w********""#)
    #expect(
      echo("add-generic-password", "-a", "x", "-Z", "-w", "secret")
        == #""add-generic-password" "-a" "x" "********" "********" "********""#)
    #expect(
      echo("unlock-keychain", "-p", "secret") == #""unlock-keychain" "-p" "********""#)
    #expect(
      echo("set-key-partition-list", "-S", "apple:", "-k", "secret")
        == #""set-key-partition-list" "-S" "apple:" "-k" "********""#)
    #expect(echo("find-key", "-p", "secret") == #""find-key" "********" "********""#)
    #expect(echo("unknown", "secret") == #""unknown" "********""#)
  }

  @Test func outputThatCannotBeWrittenIsAFailure() {
    let streams = MemoryStreams()
    streams.outputFailure = StreamFailure(error: 32)
    let run = ToolRun(["help"], streams: streams)
    #expect(run.status == 1)
    #expect(run.errors == "security: standard output: Broken pipe\n")
  }

  @Test func outputIsWrittenInOnePiece() {
    let streams = MemoryStreams()
    _ = ToolRun(["help"], streams: streams)
    #expect(streams.written.count == 1)
  }
}
