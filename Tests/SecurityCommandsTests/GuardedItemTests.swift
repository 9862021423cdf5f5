import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import LockTestSupport
import Synchronization
import Testing

@testable import SecurityCommands

/// What the tool does with items whose access control asks for a proof.
@Suite struct GuardedItemTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
    let keychain = machine.process()
    try keychain.setPasscode(passcode("one"))
    for (name, flags) in [("guarded", Int64(1)), ("open", 0)] {
      _ = try keychain.perform(
        .add(
          AddRequest(
            .genericPassword,
            attributes: AttributeSet([
              .service: .string(name), .accessGroup: .string("login"),
              .accessControl: .number(flags),
            ]), secret: Array("secret of \(name)".utf8))), as: .tool)
    }
  }

  /// Runs commands of one session; a person answers with the passcode, or nobody is there.
  private func run(_ words: [Word], answer: String?, input: String = "") -> (ToolRun, Int) {
    let asked = Mutex(0)
    let prompter = ClosurePrompter { _ throws(AuthenticationFailure) in
      asked.withLock { $0 += 1 }
      guard let answer, let passcode = try? passcode(answer) else {
        throw AuthenticationFailure(.notInteractive)
      }
      return passcode
    }
    let run = ToolRun(
      words, in: machine.process(), streams: MemoryStreams(input: [Array(input.utf8)]),
      prompter: prompter)
    return (run, asked.withLock { $0 })
  }

  @Test func personIsAskedOnceInASession() {
    let commands = "find-generic-password -s guarded -w\nfind-generic-password -s guarded -w\n"
    let (run, asked) = run(["-i"], answer: "one", input: commands)
    #expect(run.status == 0)
    #expect(run.output == "secret of guarded\nsecret of guarded\n")
    #expect(asked == 1)
  }

  @Test func whatHandsOverEverythingLeavesThemOutAndSaysSo() {
    for words: [Word] in [
      ["dump-keychain", "-d"], ["dump-keychain"],
      ["export-passwords", "--format", "csv", "--yes"],
    ] {
      let (run, asked) = run(words, answer: "one")
      #expect(run.status == 1)
      #expect(!run.output.contains("secret of guarded"))
      #expect(run.output.contains("open"))
      #expect(run.errors.contains("ask"), "\(run.errors)")
      #expect(asked == 0)
    }
  }

  @Test func nobodyToAskAndTheWrongAnswerAreFailures() {
    let (alone, _) = run(["find-generic-password", "-s", "guarded", "-w"], answer: nil)
    #expect(alone.status == 36)
    #expect(alone.output.isEmpty)
    let (wrong, asked) = run(["find-generic-password", "-s", "guarded", "-w"], answer: "two")
    #expect(wrong.status == 51)
    #expect(wrong.output.isEmpty)
    #expect(asked == 3)
  }
}
