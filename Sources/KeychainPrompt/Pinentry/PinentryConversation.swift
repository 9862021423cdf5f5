import CPlatform
import KeychainCrypto

/// One question to one pinentry.
struct PinentryConversation: ~Copyable {
  private var channel: AssuanChannel
  private var secret: PinentrySecret
  /// A pinentry that talks without end is stopped before the time is up.
  private var linesLeft = 1000

  private init(_ channel: consuming AssuanChannel) throws(AssuanChannel.Failure) {
    self.channel = channel
    secret = try PinentrySecret()
  }

  /// Starts a pinentry, asks, and has it end.
  ///
  /// - Parameter interruption: A descriptor that ends the question as the cancellation does, once it is
  ///   readable; -1 for none.
  static func answer(
    to question: PromptQuestion, _ settings: PinentrySettings, _ cancellation: PromptCancellation,
    interruption: Int32 = -1
  ) throws(AuthenticationFailure) -> Passcode? {
    guard var process = PinentryProcess(settings) else {
      throw AuthenticationFailure(.notInteractive, "the pinentry cannot be started")
    }
    // The pinentry is to give up first.
    let deadline = lk_monotonic_now() + Int64(settings.timeLimit + 3) * 1_000_000_000
    var isGreeted = false
    let refusal: UInt32
    do throws(AssuanChannel.Failure) {
      var conversation = try PinentryConversation(
        try AssuanChannel(
          process.socket, until: deadline, cancellation, interruption: interruption))
      guard try conversation.reply() == nil else { throw .garbage }
      isGreeted = true
      let error = try conversation.hold(question, settings)
      try? conversation.channel.send(AssuanCommand("BYE"))
      process.finish()
      guard let error else { return try conversation.secret.passcode() }
      refusal = error
    } catch {
      throw error.authenticationFailure(isGreeted: isGreeted)
    }
    throw PinentryRefusal.failure(refusal)
  }

  /// Says everything, and waits for the answer.
  ///
  /// - Returns: The number of the error that it gave; nil for none.
  private mutating func hold(
    _ question: PromptQuestion, _ settings: PinentrySettings
  ) throws(AssuanChannel.Failure) -> UInt32? {
    let shown = { (text: String) in settings.hasUnicode ? text : Self.plain(text) }
    // What follows is not known to every pinentry: it may refuse it.
    for option in Self.options(settings) { _ = try tell("OPTION", option) }
    _ = try tell("SETTIMEOUT", String(settings.timeLimit))
    _ = try tell("SETTITLE", "Keychain")
    _ = try tell("SETOK", question.kind == .confirmation ? "Allow" : "OK")
    _ = try tell("SETCANCEL", Self.label(shown(question.titles.cancel ?? "Cancel")))
    // Nobody is asked without being told by whom, nor what was wrong.
    if let error = try tell("SETDESC", shown(question.text)) { return error }
    if let problem = question.problem, let error = try tell("SETERROR", problem) { return error }
    if question.kind == .confirmation { return try tell("CONFIRM") }
    if let error = try tell("SETPROMPT", question.label) { return error }
    try channel.send(AssuanCommand("GETPIN"))
    return try reply(takesSecret: true)
  }

  private mutating func tell(
    _ command: StaticString, _ argument: String? = nil
  ) throws(AssuanChannel.Failure) -> UInt32? {
    try channel.send(AssuanCommand(command, argument))
    return try reply()
  }

  /// Waits for the line that ends a reply.
  ///
  /// - Returns: The number of the error; nil when all is well.
  private mutating func reply(takesSecret: Bool = false) throws(AssuanChannel.Failure) -> UInt32? {
    while true {
      linesLeft -= 1
      guard linesLeft > 0 else { throw .garbage }
      let reply = try channel.receive { (line) throws(AssuanChannel.Failure) in
        let reply = AssuanReply(line)
        guard case .data(let start) = reply else { return reply }
        guard takesSecret else { throw .garbage }
        try secret.append(escaped: UnsafeRawBufferPointer(rebasing: line.dropFirst(start)))
        return reply
      }
      switch reply {
      case .ok: return nil
      case .error(let number): return number
      case .data, .other: continue
      // It may not ask us for anything.
      case .inquiry: try channel.send(AssuanCommand("CAN"))
      case .garbage: throw .garbage
      }
    }
  }

  private static func options(_ settings: PinentrySettings) -> [String] {
    var options: [String] = []
    if let terminal = settings.terminal { options.append("ttyname=\(terminal)") }
    if let kind = settings.variable("TERM") { options.append("ttytype=\(kind)") }
    if let locale = settings.locale { options.append("lc-ctype=\(locale)") }
    if let display = settings.variable("DISPLAY") { options.append("display=\(display)") }
    return options
  }

  /// ASCII alone.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar.isASCII ? scalar : "?")
    }
    return result
  }

  /// A text for a button: an underscore would mark a letter.
  private static func label(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}
