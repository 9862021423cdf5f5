import CPlatform
import Glibc
import Keychain
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainPrompt
import KeychainTransport
import ProgramSupport

/// The program `keychain-agent`: shows the questions of `keychaind` to the person of one session.
///
/// The file of the program has the mode 2755 and the group `lk-app-agent`, so no other program of the user can be the
/// agent.
package struct AgentProgram {
  /// The application whose manifest recognises the group.
  package static let application = "org.latchkey.keychain-agent"

  static let usage = """
    usage: keychain-agent [--terminal] [--replace] | --version

    Shows the questions of keychaind in windows, or with --terminal on this terminal.
      --terminal  for a session without windows. In the profile of the shell: (keychain-agent --terminal &)
      --replace   take the place of an earlier agent of the session; asks for the passcode
      --version   print the version

    """

  private struct Options {
    var isTerminal = false
    var replaces = false

    init?(_ words: [String]) {
      for word in words {
        switch word {
        case "--terminal": isTerminal = true
        case "--replace": replaces = true
        default: return nil
        }
      }
    }
  }

  private let options: Options

  /// Runs the program until its session ends, or its connection to `keychaind` ends.
  ///
  /// - Returns: The exit status: 0, 1 after a failure, or 2 for wrong arguments.
  package static func run(_ words: [String]) -> Int32 {
    ProgramProtection.begin()
    if words == ["--version"] {
      print(ProgramVersion.line(of: "keychain-agent"))
      return 0
    }
    guard let options = Options(words) else {
      say(usage)
      return words == ["--help"] ? 0 : 2
    }
    do throws(KeychainError) {
      try AgentProgram(options: options).serve()
      return 0
    } catch {
      say("keychain-agent: \(error.reason)\n")
      return 1
    }
  }

  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    lk_write_quietly(STDERR_FILENO, bytes, bytes.count)
  }

  private func serve() throws(KeychainError) {
    _ = try ApplicationProcess.begin(Self.application, keeping: AgentDisplay.keptVariables)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    // All later threads inherit the mask, so the signals wait for `sigwait`.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let configuration = try AgentConfiguration.read()
    let display = try display(configuration)
    let keychain = RemoteKeychain(try ServiceConfiguration.required())
    let proof = try options.replaces ? provePasscode(keychain, display.settings(configuration, seconds: 120)) : nil
    let connection = try keychain.becomeAgent(isGraphical: display.terminal == nil, proof: proof)
    let queue = QuestionQueue(
      makePrompter: { Pinentry(display.settings(configuration, seconds: $0)) },
      fits: { display.hasRoom(for: $0.text, problem: $0.problem) },
      answer: { (nonce, outcome, typed) throws(KeychainError) in try connection.answer(nonce, outcome, typed: typed) })
    let waited = signals
    guard queue.start(),
      DetachedThread.start({
        var (signals, signal) = (waited, Int32(0))
        sigwait(&signals, &signal)
        queue.end()
        _exit(0)
      })
    else { throw KeychainError(.notAvailable, "no thread can be made", because: .outOfMemory) }
    try pass(connection, to: queue, display)
  }

  private func display(_ configuration: AgentConfiguration) throws(KeychainError) -> AgentDisplay {
    if options.isTerminal {
      guard let display = AgentDisplay.terminal() else { throw KeychainError(.notAvailable, "there is no terminal") }
      return display
    }
    guard let display = AgentDisplay.windows(configuration) else {
      throw KeychainError(
        .notAvailable, "there is no display (DISPLAY, WAYLAND_DISPLAY); for a terminal: keychain-agent --terminal")
    }
    return display
  }

  /// Asks the person for the passcode, because the agent takes the place of another one.
  private func provePasscode(
    _ keychain: RemoteKeychain, _ settings: PinentrySettings
  ) throws(KeychainError) -> Handle {
    let question = PromptQuestion(
      .passcode, textOfService: "keychain-agent takes the place of another agent of this session.", problem: nil)
    do throws(AuthenticationFailure) {
      guard let typed = try Pinentry(settings).ask(question) else {
        throw AuthenticationFailure(.failed, "nothing was typed")
      }
      return try Self.proof(of: typed, keychain)
    } catch {
      throw error.keychainError
    }
  }

  private static func proof(of typed: Passcode, _ keychain: RemoteKeychain) throws(AuthenticationFailure) -> Handle {
    do throws(KeychainError) {
      return try keychain.send(Call(.provePasscode(typed)), from: Peer(Caller(accessGroups: []))).handle()
    } catch {
      throw AuthenticationFailure(.failed, error.reason)
    }
  }

  /// The time after which the program looks whether its terminal is still there.
  private static let pause = Duration.seconds(1)

  /// Hands the events of the service to the queue, until the terminal or the connection ends. After the end of a connection
  /// that lasted, the program begins again, because `keychaind` may have been started again.
  private func pass(
    _ connection: AgentConnection, to queue: QuestionQueue, _ display: AgentDisplay
  ) throws(KeychainError) {
    let begin = lk_monotonic_now()
    let terminal = display.terminal.map { open($0, O_RDWR | O_CLOEXEC | O_NOCTTY) }
    do throws(KeychainError) {
      while true {
        if let event = try connection.next(until: .after(Self.pause)) { queue.take(event) }
        if let terminal, Self.hasHungUp(terminal) { return queue.end() }
      }
    } catch {
      queue.end()
      guard Duration.nanoseconds(lk_monotonic_now() - begin) > .seconds(2) else { throw error }
      Log.notice("the connection ended; the agent begins again")
    }
    try awaitService()
    // The file of this process, whose set-group-ID bit has its effect again.
    let words = CommandLine.arguments.filter { $0 != "--replace" }.map { strdup($0) } + [nil]
    execve("/proc/self/exe", words, environ)
    throw KeychainError(
      .notAvailable, "the program cannot begin again: \(String(cString: lk_error_description(errno)))")
  }

  /// The number of seconds for which the agent waits for a service that was stopped.
  private static let restartTime = 60

  /// Waits until the service can be reached.
  private func awaitService() throws(KeychainError) {
    let path = try ServiceConfiguration.required().socketPath
    for _ in 0..<Self.restartTime {
      sleep(1)
      let descriptor = lk_socket_connect(path, 1000)
      guard descriptor < 0 else {
        close(descriptor)
        return
      }
    }
  }

  private static func hasHungUp(_ terminal: Int32) -> Bool {
    var state = pollfd(fd: terminal, events: 0, revents: 0)
    return terminal < 0 || poll(&state, 1, 0) == 1
  }
}
