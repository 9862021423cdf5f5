import CPlatform
import Glibc
import KeychainCrypto
import KeychainModel
import ProgramSupport

/// Clears a clipboard after a delay, if the clipboard still contains the copied secret. This value contains a keyed
/// digest of the secret, but not the secret.
struct ClipboardClearing {
  let clipboard: Clipboard
  let seconds: UInt32
  let key: [UInt8]
  let digest: [UInt8]

  static let commandName = "clear-clipboard"
  static let delays: ClosedRange<UInt32> = 1...86_400

  init(
    of secret: [UInt8], in clipboard: Clipboard, after seconds: UInt32, _ random: any RandomSource
  ) throws(KeychainError) {
    self.clipboard = clipboard
    self.seconds = seconds
    var key = [UInt8](repeating: 0, count: 32)
    try key.withUnsafeMutableBufferPointer { (buffer) throws(KeychainError) in
      try random.fillSecret(UnsafeMutableRawBufferPointer(buffer))
    }
    self.key = key
    digest = try Self.digest(of: secret, key: key)
  }

  /// Reads the line that the clearing process receives from `copy`. Returns nil if the line is malformed.
  ///
  /// - Parameter order: The line, as the property `order` returns it.
  init?(_ clipboard: Clipboard, after seconds: UInt32, order: [UInt8]) {
    let parts = order.split(separator: UInt8(ascii: " "))
    guard parts.count == 2, parts.allSatisfy({ $0.count == 64 }),
      let key = HexadecimalText.bytes(Array(parts[0])),
      let digest = HexadecimalText.bytes(Array(parts[1]))
    else { return nil }
    self.clipboard = clipboard
    self.seconds = seconds
    self.key = key
    self.digest = digest
  }

  /// The line that the clearing process reads: the key and the digest in hexadecimal digits.
  var order: [UInt8] {
    HexadecimalText.lowercase(key) + [0x20] + HexadecimalText.lowercase(digest) + [0x0A]
  }

  /// A function that tells the clearing process whether the secret was copied. If the secret was copied, the clearing
  /// process waits and clears the clipboard. If the secret was not copied, the clearing process ends.
  typealias Detach = (_ isCopied: Bool) throws(CommandFailure) -> Void

  /// Starts the clearing process. The caller must start the clearing process before it copies the secret, so that the
  /// clipboard is cleared even if the caller is killed after the copy.
  func start(in session: CommandSession) throws(CommandFailure) -> Detach {
    let words = [
      Self.commandName, "--with", clipboard.rawValue, "--after", "\(seconds)", "--apart",
    ]
    let terminal: Int32? =
      switch session.console.terminal {
      case .output?: STDOUT_FILENO
      case .error?: STDERR_FILENO
      case nil: nil
      }
    let command = DetachableCommand(
      words: words, input: order, output: clipboard == .terminal ? terminal : nil)
    let end = try Self.translating { () throws(ChildFailure) in try session.start(command) }
    return { (isCopied) throws(CommandFailure) in
      let status = try Self.translating { () throws(ChildFailure) in try end(isCopied) }
      guard status == 0 else { throw Self.failure("its process ended with \(status)") }
    }
  }

  private static func translating<Result>(
    _ body: () throws(ChildFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(ChildFailure) {
      return try body()
    } catch {
      throw failure(error.reason)
    }
  }

  private static func failure(_ reason: String) -> CommandFailure {
    .failed("copy: nothing clears the clipboard: \(reason)")
  }

  /// Clears the clipboard if the clipboard still contains the secret, or if its content cannot be read.
  func clear(in session: CommandSession) throws(CommandFailure) {
    if var content = clipboard.content() {
      defer { content.wipe() }
      let isOurs = try CommandFailure.translating(in: Self.commandName) {
        () throws(KeychainError) in try Self.digest(of: content, key: key) == digest
      }
      guard isOurs else { return }
    }
    try clipboard.clear(in: session)
  }

  private static func digest(
    of secret: [UInt8], key: [UInt8]
  ) throws(KeychainError) -> [UInt8] {
    try secret.withUnsafeBufferPointer { (secret) throws(KeychainError) in
      try key.withUnsafeBufferPointer { (key) throws(KeychainError) in
        try HMAC.code(
          of: UnsafeRawBufferPointer(secret), key: UnsafeRawBufferPointer(key), .sha256)
      }
    }
  }
}

extension Command {
  /// The command that `copy` starts in a new process. The process has its own session, because the session of the
  /// terminal can end before the clipboard is cleared. The command reads standard input to its end. Standard input
  /// contains the line `ClipboardClearing.order`. With `--apart`, the command forks and ends, and the child process
  /// continues, so that `copy` need not wait for a child.
  static let clearClipboard = Command(
    ClipboardClearing.commandName, "Clear the clipboard after a while: for copy alone.",
    synopsis: "--with clipboard --after seconds",
    options: OptionSyntax("", long: ["with", "after"], flags: ["apart"]), isListed: false
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty,
      let clipboard = (arguments.value("with")?.text).flatMap(Clipboard.init(rawValue:)),
      let seconds = (arguments.value("after")?.text).flatMap({ UInt32($0) }),
      ClipboardClearing.delays.contains(seconds)
    else { throw .usage }
    guard let order = try? session.input.readToEnd(limit: 256),
      let clearing = ClipboardClearing(clipboard, after: seconds, order: order)
    else { throw .usage }
    if arguments.has("apart"), lk_go_on_in_background() < 0 {
      throw .failed("clear-clipboard: cannot go on in the background")
    }
    session.wait(seconds)
    try clearing.clear(in: session)
  }
}
