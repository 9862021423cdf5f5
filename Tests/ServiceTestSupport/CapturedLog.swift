import KeychainLog
import KeychainModel

/// Captures the log entries of the library, at every level.
public final class CapturedLog: Sendable {
  /// Appends each log entry in the form in which the library would write it.
  private final class Sink: LogSink {
    private let kept = ForkSafeMutex<String>("")
    var text: String { kept.withLock { $0 } }

    func write(_ entry: LogEntry) {
      let fields = JournalSink { [kept] fields in
        kept.withLock {
          $0 += String(decoding: Array(fields.joined(separator: [10])), as: UTF8.self) + "\n"
        }
      }
      fields.write(entry)
    }
  }

  private let sink = Sink()

  /// Creates a log without entries.
  public init() {}

  /// The captured entries, in the format for the journal.
  public var text: String { sink.text }

  /// Runs `body`. Captures the log entries that the library writes on this thread during the run.
  public func capture(_ body: () throws -> Void) rethrows {
    try Log.capturing(to: sink, body)
  }
}
