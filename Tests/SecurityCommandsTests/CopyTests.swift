import Keychain
import KeychainCrypto
import KeychainModel
import Testing

@testable import ProgramSupport
@testable import SecurityCommands

/// The command `copy` at a terminal, and the start of the process that later clears the clipboard.
@Suite struct CopyTests {
  private let keychain = FakeKeychain()

  init() {
    for (name, account) in [("Shop", "anna"), ("Shop", "ben"), ("Mail", "anna"), ("Shopping", "x")] {
      let words: [Word] = ["-s", Word(name.utf8), "-a", Word(account.utf8), "-w", "hunter2"]
      #expect(ToolRun(["add-generic-password"] + words, in: keychain).status == 0)
    }
    _ = ToolRun(
      [
        "add-generic-password", "-s", "otp:Mail", "-a", "anna", "-C", "totp", "-w",
        "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      ], in: keychain)
  }

  private final class Clearings {
    var started: [ClipboardClearing] = []
    var detach: [Bool] = []
    var failureToStart: ChildFailure?
    var failure: ChildFailure?

    /// Does not start the clearing process. Instead, records how this process would clear the clipboard, and checks the
    /// arguments of this process.
    func start(_ command: DetachableCommand) throws(ChildFailure) {
      if let failureToStart { throw failureToStart }
      let words = command.words
      #expect(words.count == 6)
      #expect(words.first == "clear-clipboard" && words.last == "--apart")
      let clearing = Clipboard(rawValue: words[2]).flatMap { clipboard in
        ClipboardClearing(
          clipboard, after: UInt32(words[4]) ?? 0, order: Array(command.input.dropLast()))
      }
      #expect(clearing != nil)
      if let clearing { started.append(clearing) }
    }
  }

  private func copy(
    _ words: [Word], terminals: Set<OutputStream> = [.output, .error],
    terminalType: String? = "xterm",
    _ clearings: Clearings = .init()
  ) -> ToolRun {
    let streams = MemoryStreams(terminals: terminals)
    let keychain = keychain
    let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
    session.environment = { $0 == "TERM" ? terminalType : nil }
    session.wallClock = { 59 }
    session.start = { (command) throws(ChildFailure) in
      try clearings.start(command)
      return { (isWanted) throws(ChildFailure) in
        clearings.detach.append(isWanted)
        if let failure = clearings.failure { throw failure }
        return 0
      }
    }
    return ToolRun(["copy"] + words, in: session, streams: streams)
  }

  @Test func passwordIsHandedToTheTerminalAndClearedAfter45Seconds() throws {
    let clearings = Clearings()
    let run = copy(["-s", "Mail"], clearings)
    #expect(run.status == 0)
    #expect(run.output == "\u{1B}]52;c;aHVudGVyMg==\u{7}")
    #expect(run.errors == "copied: Mail anna (osc52); it is cleared in 45 s\n")
    let clearing = try #require(clearings.started.first)
    #expect(clearing.seconds == 45)
    #expect(clearings.detach == [true])
    let order = String(decoding: clearing.order, as: UTF8.self)
    #expect(order.utf8.count == 130)
    #expect(!order.contains("hunter2"))
    let again = ClipboardClearing(.terminal, after: 45, order: Array(clearing.order.dropLast()))
    #expect(again?.key == clearing.key && again?.digest == clearing.digest)
    #expect(Set(clearing.key).count > 1)
  }

  @Test func standardErrorWillDoWhenOutputIsRedirected() {
    let run = copy(["-s", "Mail"], terminals: [.error])
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("\u{1B}]52;c;aHVudGVyMg==\u{7}copied: "))
  }

  @Test func delayIsChosen() {
    let clearings = Clearings()
    #expect(copy(["-s", "Mail", "--clear", "3"], clearings).status == 0)
    #expect(clearings.started.map(\.seconds) == [3])
    #expect(copy(["-s", "Mail", "--clear", "0"], clearings).errors.contains("it is not cleared"))
    #expect(clearings.started.count == 1)
    for delay: Word in ["-1", "x", "86401", ""] {
      #expect(copy(["-s", "Mail", "--clear", delay], clearings).status == 2)
    }
  }

  @Test func clipboardThatNothingWouldClearIsClearedAtOnce() {
    let clearings = Clearings()
    clearings.failure = ChildFailure(reason: "no process")
    let run = copy(["-s", "Mail"], clearings)
    #expect(run.status == 1)
    #expect(run.output == "\u{1B}]52;c;aHVudGVyMg==\u{7}\u{1B}]52;c;IA==\u{7}\u{1B}]52;c;!\u{7}")
  }

  /// The clearing process starts before the secret is copied. Therefore, a tool that is killed between these two steps
  /// does not leave the secret in the clipboard.
  @Test func nothingIsCopiedThatNothingWouldClear() {
    let clearings = Clearings()
    clearings.failureToStart = ChildFailure(reason: "no process")
    let run = copy(["-s", "Mail"], clearings)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(clearings.detach.isEmpty)
  }

  @Test func clearingOfWhatWasNotCopiedEnds() {
    let word = Word(String(repeating: "x", count: 50_000).utf8)
    #expect(
      ToolRun(["add-generic-password", "-s", "Long", "-a", "x", "-w", word], in: keychain).status
        == 0)
    let clearings = Clearings()
    let run = copy(["-s", "Long"], clearings)
    #expect(run.errors.contains("a terminal takes no more than"))
    #expect(clearings.detach == [false])
  }

  @Test(arguments: [nil, "dumb"] as [String?])
  func terminalThatKnowsNoSequenceGetsNone(_ type: String?) {
    let run = copy(["-s", "Mail"], terminalType: type)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("security: copy: there is no clipboard: "))
    #expect(copy(["-s", "Mail", "--with", "osc52"], terminalType: type).status == 1)
  }

  @Test func seedIsCopiedWhenItIsAskedFor() {
    let url: Word = "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ"
    #expect(
      ToolRun(["add-generic-password", "-s", "Own", "-a", "x", "-w", url], in: keychain).status == 0
    )
    for service: Word in ["otp:Mail", "Own"] {
      let run = copy(["-s", service])
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("--otp copies the present one, --seed the seed"))
      #expect(copy(["-s", service, "--seed"]).output.hasPrefix("\u{1B}]52;c;"))
    }
    #expect(copy(["-s", "Mail", "--seed", "--otp"]).status == 2)
  }

  @Test func withoutAClipboardNothingIsRead() {
    keychain.change { $0.requests = [] }
    let run = copy(["-s", "Mail"], terminals: [])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("security: copy: there is no clipboard: "))
    #expect(copy(["-s", "Mail", "--with", "wl-copy"]).errors.contains("cannot be used here"))
    #expect(copy(["-s", "Mail", "--with", "pbcopy"]).status == 2)
    #expect(copy([]).status == 2)
    #expect(keychain.requests.isEmpty)
  }

  @Test func anExactNameComesFirstAndSeveralAreRefused() {
    #expect(copy(["Shopping"]).status == 0)
    #expect(copy(["MAIL"]).status == 0)
    let several = copy(["Shop"])
    #expect(several.status == 1)
    #expect(several.output.isEmpty)
    #expect(
      several.errors == """
        security: several items have that name; -s and -a name one of them:
        security: genp\tShop\tanna\tShop
        security: genp\tShop\tben\tShop\n
        """)
    #expect(copy(["Shop", "-a", "ben"]).status == 0)
    #expect(copy(["nothing"]).status == 44)
  }

  @Test func oneTimePasswordIsCopiedWhenItIsAskedFor() {
    #expect(copy(["Mail", "--otp"]).output == "\u{1B}]52;c;Mjg3MDgy\u{7}")
  }

  @Test func clearingTakesAnOrder() {
    for (words, input) in [
      ([], ""), (["--with", "osc52"], ""), (["--with", "osc52", "--after", "1"], ""),
      (["--with", "osc52", "--after", "1"], "00 11\n"), (["--with", "x", "--after", "1"], ""),
      (["--with", "osc52", "--after", "0"], ""),
    ] as [([Word], String)] {
      #expect(ToolRun(["clear-clipboard"] + words, in: keychain, input: input).status == 2)
    }
  }
}
