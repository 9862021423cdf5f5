import CPlatform
import KeychainCrypto

/// A conversation with a pinentry about one question.
struct PinentryConversation: ~Copyable {
  private var channel: AssuanChannel
  private var secret: PinentrySecret
  /// The number of lines that the pinentry may still send. The limit ends a pinentry that sends lines without end.
  private var linesLeft = 1000

  private init(_ channel: consuming AssuanChannel) throws(AssuanChannel.Failure) {
    self.channel = channel
    secret = try PinentrySecret()
  }

  /// Starts a pinentry, asks the question, and ends the pinentry.
  ///
  /// - Parameter interruption: A descriptor that cancels the question when the descriptor becomes readable; -1 for no
  ///   descriptor.
  static func answer(
    to question: PromptQuestion, _ settings: PinentrySettings, _ cancellation: PromptCancellation,
    interruption: Int32 = -1
  ) throws(AuthenticationFailure) -> Passcode? {
    guard var process = PinentryProcess(settings) else {
      throw AuthenticationFailure(.notInteractive, "the pinentry cannot be started")
    }
    // This deadline is three seconds later than the time limit of the pinentry, so that the pinentry can end by itself
    // before the deadline.
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
    throw PinentryError.failure(refusal)
  }

  /// Sends the question, and waits for the answer.
  ///
  /// - Returns: The error number of the pinentry; nil for success.
  private mutating func hold(
    _ question: PromptQuestion, _ settings: PinentrySettings
  ) throws(AssuanChannel.Failure) -> UInt32? {
    let shown = { (text: String) in settings.hasUnicode ? text : Self.plain(text) }
    // Not every pinentry supports the following commands, so their errors are ignored.
    for option in Self.options(settings) { _ = try tell("OPTION", option) }
    _ = try tell("SETTIMEOUT", String(settings.timeLimit))
    _ = try tell("SETTITLE", "Keychain")
    _ = try tell("SETOK", question.kind == .confirmation ? "Allow" : "OK")
    _ = try tell("SETCANCEL", Self.label(shown(question.titles.cancel ?? "Cancel")))
    // If the pinentry rejects the text of the question, or the sentence about the problem with the last answer, the
    // question is not asked.
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

  /// Waits for the line that ends a reply. Adds the data of the reply to `secret`.
  ///
  /// - Parameter takesSecret: Whether the reply may contain data.
  /// - Returns: The error number of the pinentry; nil for success.
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
      // A pinentry must not request data from this process, so this process cancels the request.
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

  /// The text with a question mark in place of each character that is not ASCII.
  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      result.unicodeScalars.append(scalar.isASCII ? scalar : "?")
    }
    return result
  }

  /// A text for a button. Underscores are escaped, because a single underscore would mark a shortcut letter.
  private static func label(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__")
  }
}

/// The errors of a pinentry, as numbers of libgpg-error. The low 16 bits are the error, and the high 16 bits are the
/// source of the error.
enum PinentryError {
  private static let timeout: UInt32 = 62
  private static let cancelled: UInt32 = 99
  private static let notConfirmed: UInt32 = 114
  private static let fullyCancelled: UInt32 = 198
  private static let windowTooSmall: UInt32 = 301
  /// The bit that marks the error numbers of the system, such as "no terminal" and "no such file".
  private static let systemError: UInt32 = 1 << 15

  static func failure(_ number: UInt32) -> AuthenticationFailure {
    switch number & 0xFFFF {
    case cancelled, notConfirmed, fullyCancelled: AuthenticationFailure(.cancelled)
    case timeout: AuthenticationFailure(.failed, "nobody answered in time")
    case windowTooSmall: AuthenticationFailure(.notInteractive, "the terminal is too small for the question")
    case let code where code & systemError != 0:
      AuthenticationFailure(.notInteractive, "the pinentry cannot show itself (error \(number))")
    default: AuthenticationFailure(.failed, "the pinentry failed (error \(number))")
    }
  }
}

extension AssuanChannel.Failure {
  /// - Parameter isGreeted: Whether the pinentry has sent its greeting. A pinentry that cannot show a prompt ends
  ///   before its greeting.
  func authenticationFailure(isGreeted: Bool) -> AuthenticationFailure {
    switch self {
    case .cancelled: AuthenticationFailure(.appCancelled)
    case .timeout: AuthenticationFailure(.failed, "nobody answered in time")
    case .memory: AuthenticationFailure(.failed, "there is no memory for what is typed")
    case .garbage: AuthenticationFailure(.failed, "the pinentry said what cannot be understood")
    case .ended where isGreeted:
      AuthenticationFailure(.failed, "the pinentry ended without an answer")
    case .ended: AuthenticationFailure(.notInteractive, "the pinentry cannot show itself")
    }
  }
}
