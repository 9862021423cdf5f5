import CPlatform

/// The settings in `LATCHKEY_LOG`: `journal` or `stderr`, then optionally a colon and a level:
/// `error`, `notice` (the default), `info` or `debug`.
package struct LogSettings: Sendable, Equatable {
  package enum Target: String, Sendable {
    case journal
    case standardError = "stderr"
  }

  package var target: Target
  package var level: LogLevel

  package init(_ target: Target, _ level: LogLevel) {
    self.target = target
    self.level = level
  }

  /// Parses a value. Returns nil when the value is invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let target = Target(rawValue: String(parts[0])) else { return nil }
    let level =
      parts.count == 1
      ? LogLevel.notice : LogLevel.allCases.first { $0.name.description == parts[1] }
    guard let level else { return nil }
    self.init(target, level)
  }

  /// The value of the environment variable `LATCHKEY_LOG`. Nil when the variable is unset or empty, and in programs
  /// that run with more rights than their user, such as set-user-ID programs.
  static func environment() -> String? {
    guard let value = lk_secure_getenv("LATCHKEY_LOG") else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// The destination of this process's log entries. The destination is created once, from the environment, and then kept.
final class LogDestination: Sendable {
  /// The least important level that is logged; nil when nothing is logged.
  let level: LogLevel?
  let sink: any LogSink
  /// A warning about `LATCHKEY_LOG`, which is written to standard error once: the value is invalid, or no journal
  /// exists. Nil for no warning.
  let warning: StaticString?

  /// - Parameters:
  ///   - text: The value of `LATCHKEY_LOG`.
  ///   - hasJournal: Whether there is a journal.
  init(_ text: String?, hasJournal: () -> Bool) {
    guard let text else {
      (level, sink, warning) = (nil, StandardErrorSink(), nil)
      return
    }
    guard let settings = LogSettings(text) else {
      // The warning does not repeat the value, because the value may be confidential.
      (level, sink) = (.notice, StandardErrorSink())
      warning =
        "LATCHKEY_LOG is not journal or stderr, with :error, :notice, :info or :debug behind it; logging to standard error"
      return
    }
    level = settings.level
    switch settings.target {
    case .standardError: (sink, warning) = (StandardErrorSink(), nil)
    case .journal where hasJournal(): (sink, warning) = (JournalSink(), nil)
    case .journal:
      sink = StandardErrorSink()
      warning = "there is no journal here; logging to standard error"
    }
  }
}
