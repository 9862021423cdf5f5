import Foundation
import KeychainModel
import KeychainPrompt
import TestSupport
import Testing

@Suite("Pinentry")
struct PinentryTests {
  static let question = PromptQuestion(.passcode, reason: "to sign in")

  private func reason(
    _ pinentry: Pinentry, _ question: PromptQuestion = Self.question
  ) throws -> AuthenticationFailure.Reason? {
    do throws(AuthenticationFailure) {
      _ = try pinentry.ask(question)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("Escaped characters in the answer are decoded")
  func pin() throws {
    let script = try ScriptedPinentry("echo 'D 100%25 s%C3%BC%0Ax'; echo 'D  y'; echo OK")
    #expect(try text(try script.pinentry().ask(Self.question)) == "100% sü\nx y")
    #expect(try !script.isThere)
  }

  @Test("The pinentry gets the name of the program, the reason and the problem, and nothing else")
  func told() throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    let question = PromptQuestion(
      .passcode, program: "/opt/50%", reason: " line one\n\n \u{3000}SETDESC forged\u{202E}\"",
      problem: "The passcode is wrong. Try again.", titles: PromptTitles(cancel: "Not_now"))
    let environment = ["DISPLAY=:7", "TERM=xterm", "LANG=C.UTF-8"]
    _ = try script.pinentry(environment).ask(question)
    #expect(
      try script.lines("told") == [
        "OPTION ttytype=xterm", "OPTION lc-ctype=C.UTF-8", "OPTION display=:7", "SETTIMEOUT 30",
        "SETTITLE Keychain", "SETOK OK", "SETCANCEL Not__now",
        "SETDESC The program \"/opt/50%25\" asks for the passcode of the keychain."
          + "%0A%0AIt says: \"line one SETDESC forged'\"",
        "SETERROR The passcode is wrong. Try again.", "SETPROMPT Passcode:", "GETPIN", "BYE",
      ])
  }

  @Test("The reason keeps at most two consecutive accents")
  func accents() {
    let pile = "e" + String(repeating: "\u{0301}", count: 50) + "a\u{0308}\u{0304}"
    let question = PromptQuestion(.passcode, program: "/opt/app", reason: pile)
    let shown = Array("e\u{0301}\u{0301}a\u{0308}\u{0304}".unicodeScalars)
    #expect(question.reason.map { Array($0.unicodeScalars) } == shown)
  }

  @Test("Without a given program, the question names the current program")
  func program() throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    _ = try script.pinentry().ask(PromptQuestion(.applicationPassword))
    let description = try #require(
      try script.lines("told").first { $0.hasPrefix("SETDESC ") })
    let path = CurrentProgram.path
    #expect(path.hasPrefix("/"))
    #expect(description.utf8.count <= 1000)
    #expect(description.hasPrefix("SETDESC The program \"\(path.prefix(40))"))
  }

  @Test(
    "The pinentry gets only characters that its locale supports",
    arguments: [
      ([], "z?"), (["LANG=C"], "z?"), (["LANG=de_DE"], "z?"), (["LANG=de_DE.UTF-8"], "zü"),
      (["LANG=de_DE.utf8@euro"], "zü"), (["LANG=de_DE.UTF-8", "LC_ALL=C"], "z?"),
      (["LANG=C", "LC_CTYPE=C.UTF-8"], "zü"),
    ] as [([String], String)])
  func locales(environment: [String], shown: String) throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    let question = PromptQuestion(.passcode, program: "/opt/app", reason: "zü")
    _ = try script.pinentry(environment).ask(question)
    let description = try #require(try script.lines("told").first { $0.hasPrefix("SETDESC ") })
    #expect(description.hasSuffix("\"\(shown)\""))
  }

  @Test("A long path of a program is shortened in the middle")
  func longPath() throws {
    let folder = "/home/ü/" + String(repeating: "folder/", count: 40)
    let shown = PromptQuestion(.passcode, program: folder + "program").program
    #expect(shown.hasPrefix("/home/ü/folder/"))
    #expect(shown.hasSuffix("/folder/program"))
    #expect(shown.utf8.count <= 163)
    let short = "/usr/bin/" + String(repeating: "x", count: 151)
    #expect(PromptQuestion(.passcode, program: short).program == short)
    // A path is shortened only at a boundary between characters. Therefore, the three dots precede the whole character
    // `e\u{0301}`, and not its accent alone.
    for count in 0..<4 {
      let path = String(repeating: "x", count: count) + String(repeating: "e\u{0301}", count: 200)
      let shown = PromptQuestion(.passcode, program: path).program
      let scalars = Array(shown.unicodeScalars)
      let dots = try #require(scalars.firstIndex(of: "."))
      #expect(scalars[dots..<dots + 4] == [".", ".", ".", "e"])
      #expect(!Array(shown.unicodeScalars).contains("\u{FFFD}"))
    }
  }

  @Test("No line to the pinentry is longer than 1000 bytes")
  func longTexts() throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    let long = String(repeating: "%ü", count: 2000)
    _ = try script.pinentry(["LANG=C.UTF-8"])
      .ask(PromptQuestion(.passcode, program: long, reason: long))
    for line in try script.lines("told") { #expect(line.utf8.count <= 1000) }
    #expect(try script.lines("told").contains { $0.utf8.count > 900 })
  }

  @Test("The pinentry inherits neither the environment nor the descriptors of this process")
  func clean() throws {
    setenv("LATCHKEY_TEST_OF_PROMPTS", "do not hand on", 1)
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    _ = try script.pinentry(["TERM=dumb"]).ask(Self.question)
    let names = try script.lines("environment").map { $0.prefix { $0 != "=" } }
    #expect(Set(names).isSubset(of: ["TERM", "PATH", "PWD", "OLDPWD", "SHLVL", "_"]))
    // The shell opens another descriptor to read the script. The number of this descriptor has two or more digits, so
    // the filter excludes the descriptor.
    #expect(try script.lines("descriptors").filter { $0.count == 1 } == ["0", "1", "2"])
    #expect(try script.lines("arguments") == [script.program])
  }

  @Test("The pinentry gets only the environment variables that a prompt needs")
  func environment() {
    for entry in PinentrySettings.current().environment {
      let name = String(entry.prefix { $0 != "=" })
      #expect(
        [
          "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
          "TERM", "GPG_TTY", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "PATH",
        ].contains(name))
    }
  }

  @Test(
    "A missing answer has the right reason",
    arguments: [
      ("echo 'ERR 83886179 Operation cancelled <Pinentry>'", .cancelled),
      ("echo 'ERR 83886194 not confirmed <Pinentry>'", .cancelled),
      ("echo 'ERR 83886142 Timeout <Pinentry>'", .failed),
      ("echo 'ERR 83918950 Inappropriate ioctl for device <Pinentry>'", .notInteractive),
      ("echo 'ERR 99999999999999999999 ?'", .failed),
      ("echo 'ERR'", .failed),
      ("echo 'what?'", .failed),
      ("echo 'OKAY'", .failed),
      ("echo 'D %4'; echo OK", .failed),
      ("echo 'D %zz'; echo OK", .failed),
      ("head -c 1001 /dev/zero | tr '\\0' x", .failed),
      ("printf 'D '; head -c 1500 /dev/zero | tr '\\0' x; echo; echo OK", .failed),
      (
        "for i in 1 2 3 4 5; do printf 'D '; head -c 990 /dev/zero | tr '\\0' x; echo; done; echo OK",
        .failed
      ),
      ("printf 'D half a line'; exit 0", .failed),
      ("exit 3", .failed),
      ("kill -9 $$", .failed),
      ("while :; do echo '# still thinking'; done", .failed),
      ("while :; do echo 'INQUIRE QUALITY x'; done", .failed),
    ] as [(String, AuthenticationFailure.Reason)])
  func refusals(answer: String, expected: AuthenticationFailure.Reason) throws {
    let script = try ScriptedPinentry(answer)
    #expect(try reason(script.pinentry()) == expected)
    #expect(try !script.isThere)
  }

  @Test("A pinentry that ends without a greeting fails as not interactive", arguments: ["exit 1", "kill -9 $$"])
  func noGreeting(greeting: String) throws {
    let script = try ScriptedPinentry("echo OK", greeting: greeting)
    #expect(try reason(script.pinentry()) == .notInteractive)
    #expect(try !script.isThere)
  }

  @Test("An inquiry of the pinentry is cancelled, and the pinentry may continue")
  func inquiry() throws {
    let script = try ScriptedPinentry(
      "echo 'INQUIRE QUALITY x'; read -r answer; echo $answer > answer; echo 'D x'; echo OK")
    #expect(try text(try script.pinentry().ask(Self.question)) == "x")
    #expect(try script.lines("answer") == ["CAN"])
  }

  @Test("Comments and status lines of the pinentry are ignored")
  func comments() throws {
    let script = try ScriptedPinentry(
      "echo '# hm'; echo 'S PASSWORD_FROM_CACHE'; echo 'D x'; echo 'S done'; echo OK")
    #expect(try text(try script.pinentry().ask(Self.question)) == "x")
  }

  @Test("Data before the question is an error")
  func earlyData() throws {
    let script = try ScriptedPinentry("echo OK", greeting: "echo 'D forged'; echo OK")
    #expect(try reason(script.pinentry()) == .failed)
  }

  @Test("An empty answer gives no passcode")
  func empty() throws {
    let script = try ScriptedPinentry("echo OK")
    #expect(try script.pinentry().ask(Self.question) == nil)
    let other = try ScriptedPinentry("echo 'D '; echo OK")
    #expect(try other.pinentry().ask(Self.question) == nil)
  }

  @Test("A confirmation can be accepted and rejected")
  func confirmation() throws {
    let question = PromptQuestion(.confirmation, reason: "to go on")
    let yes = try ScriptedPinentry("echo OK")
    #expect(try yes.pinentry().ask(question) == nil)
    #expect(try yes.lines("told").contains("CONFIRM"))
    let no = try ScriptedPinentry("echo 'ERR 83886194 not confirmed <Pinentry>'")
    #expect(try reason(no.pinentry(), question) == .cancelled)
  }

  @Test("The pinentry may reject options, but not the description")
  func options() throws {
    let script = try ScriptedPinentry(
      "echo 'D x'; echo OK",
      greeting: "echo OK; read -r l; echo 'ERR 83886254 Unknown option'; read -r l; echo 'ERR 1 no'"
    )
    #expect(try text(try script.pinentry(["TERM=x"]).ask(Self.question)) == "x")
    let deaf = try ScriptedPinentry(
      "echo 'D x'; echo OK", greeting: "echo OK; while read -r l; do echo 'ERR 1 no'; done")
    #expect(try reason(deaf.pinentry()) == .failed)
  }

  @Test("Cancelling ends the pinentry, even if it ignores SIGTERM", arguments: ["", "trap '' TERM;"])
  func cancel(trap: String) throws {
    let script = try ScriptedPinentry("\(trap) while :; do sleep 0.1; done")
    let pinentry = script.pinentry(timeLimit: 60)
    // The cancellation runs on its own thread, because a task could wait until this test is done.
    Thread.detachNewThread {
      script.wait(for: "told", line: "GETPIN")
      pinentry.cancel()
    }
    let begin = ContinuousClock.now
    #expect(try reason(pinentry) == .appCancelled)
    #expect(ContinuousClock.now - begin < .seconds(40))
    #expect(try !script.isThere)
    // A cancelled pinentry is not started again.
    #expect(try reason(pinentry) == .appCancelled)
    #expect(try script.lines("starts").count == 1)
  }

  @Test("A pinentry that does not answer is ended after a time limit")
  func timeLimit() throws {
    let script = try ScriptedPinentry("sleep 60")
    #expect(try reason(script.pinentry(timeLimit: -2)) == .failed)
    #expect(try !script.isThere)
  }

  @Test("Without a display or a terminal, only a chosen pinentry is started")
  func headless() throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    func settings(isChosen: Bool, _ environment: [String], _ terminal: String?) -> Pinentry {
      Pinentry(
        PinentrySettings(
          program: script.program, isChosen: isChosen, environment: environment,
          terminal: terminal))
    }
    #expect(try reason(settings(isChosen: false, [], nil)) == .notInteractive)
    #expect(throws: (any Error).self) { try script.lines("starts") }
    #expect(try reason(settings(isChosen: false, ["DISPLAY=:0"], nil)) == nil)
    #expect(try reason(settings(isChosen: false, ["WAYLAND_DISPLAY=wayland-0"], nil)) == nil)
    #expect(try reason(settings(isChosen: true, [], nil)) == nil)
  }

  @Test(
    "A pinentry that does not exist or has no absolute path is not started",
    arguments: ["/nonexistent/pinentry", "pinentry", "./pinentry", "/dev/null", ""])
  func missing(program: String) throws {
    let settings = PinentrySettings(
      program: program, isChosen: true, environment: [], terminal: nil)
    #expect(try reason(Pinentry(settings)) == .notInteractive)
  }

  @Test("Asking leaves no descriptor open")
  func descriptors() throws {
    let script = try ScriptedPinentry("echo 'D x'; echo OK")
    let before = TemporaryDirectory.names("/proc/self/fd").count
    // Other tests may open a few files at the same time. If each question left a descriptor open, the 60 questions
    // would exceed the limit.
    for _ in 0..<60 { _ = try script.pinentry().ask(Self.question) }
    for _ in 0..<60 {
      let settings = PinentrySettings(
        program: "/nonexistent", isChosen: true, environment: [], terminal: nil)
      _ = try reason(Pinentry(settings))
    }
    #expect(TemporaryDirectory.names("/proc/self/fd").count < before + 55)
  }
}
