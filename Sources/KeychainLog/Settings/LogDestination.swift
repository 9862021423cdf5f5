/// Where the entries of this process go: made once, from the environment, and kept.
final class LogDestination: Sendable {
  /// The least important level that is written; nil for none.
  let level: LogLevel?
  let sink: any LogSink
  /// Said once, on standard error.
  let complaint: StaticString?

  /// - Parameters:
  ///   - text: The value of `LATCHKEY_LOG`.
  ///   - hasJournal: Whether there is a journal.
  init(_ text: String?, hasJournal: () -> Bool) {
    guard let text else {
      (level, sink, complaint) = (nil, StandardErrorSink(), nil)
      return
    }
    guard let settings = LogSettings(text) else {
      // The value is not repeated: who knows what it is.
      (level, sink) = (.notice, StandardErrorSink())
      complaint =
        "LATCHKEY_LOG is not journal or stderr, with :error, :notice, :info or :debug behind it; logging to standard error"
      return
    }
    level = settings.level
    switch settings.target {
    case .standardError: (sink, complaint) = (StandardErrorSink(), nil)
    case .journal where hasJournal(): (sink, complaint) = (JournalSink(), nil)
    case .journal:
      sink = StandardErrorSink()
      complaint = "there is no journal here; logging to standard error"
    }
  }
}
