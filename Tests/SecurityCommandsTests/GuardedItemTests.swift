import Keychain
import KeychainCrypto
import KeychainModel
import KeychainPrompt
import LockTestSupport
import RowSealing
import Synchronization
import Testing

@testable import SecurityCommands

/// Commands for items whose access control requires a passcode.
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

  /// Runs commands in one session.
  ///
  /// - Parameter answer: The passcode that a person enters at each question; nil if no person can be asked.
  /// - Returns: The run, and how many times the person was asked.
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

  @Test func lockingEndsWhatWasProven() {
    let find = "find-generic-password -s guarded -w\n"
    let commands = find + "lock-keychain\nunlock-keychain -p one\n" + find
    let (run, asked) = run(["-i"], answer: "one", input: commands)
    #expect(run.output == "secret of guarded\nsecret of guarded\n", "\(run.errors)")
    #expect(asked == 2)
  }

  @Test func proofForOneIsNoneForAll() {
    let commands = "find-generic-password -s guarded -w\ndump-keychain -d\n"
    let (run, asked) = run(["-i"], answer: "one", input: commands)
    #expect(run.output.hasPrefix("secret of guarded\n"))
    #expect(!run.output.dropFirst(18).contains("secret of guarded"))
    #expect(run.output.contains("secret of open"))
    #expect(run.errors.contains("left out: 1"), "\(run.errors)")
    #expect(asked == 1)
  }

  @Test func deletingTakesNoProof() {
    let (run, asked) = run(["delete-generic-password", "-s", "guarded"], answer: nil)
    #expect(run.status == 0 && asked == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("its attributes are not shown"))
    #expect(run.errors.contains("password has been deleted."))
    let (again, _) = self.run(["delete-generic-password", "-s", "guarded"], answer: nil)
    #expect(again.status == 44)
    let (open, _) = self.run(["delete-generic-password", "-s", "open"], answer: nil)
    #expect(open.status == 0 && open.output.contains("\"svce\"<blob>=\"open\""))
  }

  @Test func wrongPasswordIsAskedForAgainByTheNextCommand() throws {
    let password = AccessCredential(applicationPassword: try passcode("right"))
    _ = try machine.process().perform(
      .add(
        AddRequest(
          .genericPassword,
          attributes: AttributeSet([
            .service: .string("password"), .accessControl: .number(1 << 31),
          ]), secret: Array("shown".utf8))), as: .tool, with: password)
    let answers = Mutex(["wrong", "right"])
    let prompter = ClosurePrompter { _ throws(AuthenticationFailure) in
      let answer = answers.withLock { $0.isEmpty ? "" : $0.removeFirst() }
      return try? passcode(answer)
    }
    let command = "find-generic-password -s password -w\n"
    let run = ToolRun(
      ["-i"], in: machine.process(),
      streams: MemoryStreams(input: [Array((command + command + command).utf8)]),
      prompter: prompter)
    #expect(run.output == "shown\nshown\n")
    let left = answers.withLock { $0.count }
    #expect(left == 0)
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
