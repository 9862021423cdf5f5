import CPlatform
import Glibc
import KeychainModel
import ProgramSupport

/// A method of writing to the user's clipboard. A method never passes the secret to a program in the arguments or the
/// environment.
enum Clipboard: String, CaseIterable {
  /// `wl-copy` and `wl-paste` of wl-clipboard, for Wayland.
  case wayland = "wl-copy"
  /// `xclip`, for X11.
  case x11 = "xclip"
  /// The terminal, with the escape sequence OSC 52. The content of the clipboard cannot be read with this method.
  case terminal = "osc52"

  /// The time limit for a clipboard program, in seconds.
  private static let seconds: Int64 = 5

  /// The size of the largest secret for a terminal, in bytes. Terminals limit the length of an escape sequence, and
  /// Base64 makes the secret a third longer.
  private static let terminalLimit = 48 * 1024

  /// Returns the first method that is available; nil if no method is available.
  static func first(of session: CommandSession) -> Clipboard? {
    allCases.first { $0.isThere(in: session) }
  }

  /// Returns whether the method is available. Wayland and X11 require a running desktop and an installed program. The
  /// method `terminal` requires that standard output or standard error is a terminal.
  func isThere(in session: CommandSession) -> Bool {
    switch self {
    case .wayland: session.environment("WAYLAND_DISPLAY") != nil && program != nil
    case .x11: session.environment("DISPLAY") != nil && program != nil
    // A terminal that does not support OSC 52 would display the escape sequence.
    case .terminal:
      session.console.terminal != nil
        && session.environment("TERM").map { $0 != "dumb" } ?? false
    }
  }

  private var program: [UInt8]? { ProgramSearch.path(of: rawValue) }

  /// Copies a secret to the clipboard.
  func copy(_ secret: [UInt8], in session: CommandSession) throws(CommandFailure) {
    switch self {
    case .wayland:
      try check(try run((takesHint ? ["--sensitive"] : []) + ["--type", "text/plain"], secret))
    case .x11: try check(try run(["-selection", "clipboard", "-in"], secret))
    case .terminal:
      guard secret.count <= Self.terminalLimit else {
        throw .failed("copy: a terminal takes no more than \(Self.terminalLimit) bytes")
      }
      var text = Base64.encode(secret)
      defer { text.wipe() }
      write(text, in: session)
    }
  }

  /// Whether `wl-copy` has the option `--sensitive`, which keeps a secret out of the history of clipboard managers. The
  /// help of `wl-copy` lists this option since version 2.3. The property is also true if the help cannot be read.
  private var takesHint: Bool {
    guard let program,
      let help = try? ChildOutput(
        of: program, [Array("--help".utf8)], limit: 64 * 1024, seconds: Self.seconds),
      help.status == 0
    else { return true }
    return (help.output + help.errors).split { !Self.isOfOption($0) }
      .contains { $0.elementsEqual("--sensitive".utf8) }
  }

  private static func isOfOption(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// Returns the content of the clipboard; nil if the content cannot be read.
  func content() -> [UInt8]? {
    let (name, words): (String, [String])
    switch self {
    case .wayland: (name, words) = ("wl-paste", ["--no-newline"])
    case .x11: (name, words) = ("xclip", ["-selection", "clipboard", "-out"])
    case .terminal: return nil
    }
    guard let program = ProgramSearch.path(of: name),
      let child = try? ChildOutput(
        of: program, words.map { Array($0.utf8) }, limit: Limits.secretByteCount,
        seconds: Self.seconds), !child.isTooLate
    else { return nil }
    // `wl-paste` and `xclip` end with 1 if the clipboard is empty. After any other status except 0, the content is
    // unknown.
    return switch child.status {
    case 0: child.output
    case 1: []
    default: nil
    }
  }

  /// Clears the clipboard.
  func clear(in session: CommandSession) throws(CommandFailure) {
    switch self {
    case .wayland: try check(try run(["--clear"], []))
    case .x11: try check(try run(["-selection", "clipboard", "-in"], []))
    case .terminal:
      // The first escape sequence stores a space in the clipboard. The second escape sequence contains no Base64, so
      // xterm clears the clipboard. If a terminal ignores the second escape sequence, the space stays in the clipboard.
      write(Base64.encode([0x20]), in: session)
      write(Array("!".utf8), in: session)
    }
  }

  private func write(_ content: [UInt8], in session: CommandSession) {
    guard let terminal = session.console.terminal else { return }
    session.console.write("\u{1B}]52;c;".utf8, to: terminal)
    session.console.write(content, to: terminal)
    session.console.write("\u{7}".utf8, to: terminal)
    session.console.flush()
  }

  private func run(_ words: [String], _ input: [UInt8]) throws(CommandFailure) -> Int32? {
    guard let program else { throw .failed("copy: \(rawValue) is not there") }
    do throws(ChildFailure) {
      let ending = try ChildInput.run(
        program, words.map { Array($0.utf8) }, input: input, seconds: Self.seconds)
      if case .status(let status) = ending { return status }
      return nil
    } catch {
      throw .failed("copy: \(error.reason)")
    }
  }

  private func check(_ status: Int32?) throws(CommandFailure) {
    switch status {
    case 0?: return
    case let status?: throw .failed("copy: \(rawValue) ended with \(status).")
    case nil: throw .failed("copy: \(rawValue) did not end within \(Self.seconds) s.")
    }
  }
}

extension Console {
  /// The stream that leads to a terminal: standard output, or standard error if standard output is no terminal. Nil if
  /// neither is a terminal.
  var terminal: OutputStream? {
    isTerminal(.output) ? .output : isTerminal(.error) ? .error : nil
  }
}
