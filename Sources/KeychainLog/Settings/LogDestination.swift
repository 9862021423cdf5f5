/// The destination of this process's log entries. It is created once, from the environment, and
/// then kept.
final class LogDestination: Sendable {
  /// The least important level that is logged; nil for none.
  let level: LogLevel?
  let sink: any LogSink
  /// A warning that is written to standard error once.
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
