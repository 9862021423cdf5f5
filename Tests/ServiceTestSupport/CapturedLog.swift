import KeychainLog
import KeychainModel

/// What the library logs, at every level.
public final class CapturedLog: Sendable {
  /// Keeps lines and fields as they would be written.
  private final class Sink: LogSink {
    private let kept = Guarded<String>("")
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

  /// Makes an empty log.
  public init() {}

  /// The entries so far, as they are sent to the journal.
  public var text: String { sink.text }

  /// Runs code, and keeps what the library logs on this thread meanwhile.
  public func capture(_ body: () throws -> Void) rethrows {
    try Log.capturing(to: sink, body)
  }
}
