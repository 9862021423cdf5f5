import KeychainLog
import KeychainModel

/// Keeps the text of log entries in memory.
final class RecordingSink: LogSink {
  private let entries = ForkSafeMutex("")

  var text: String { entries.withLock { $0 } }

  func write(_ entry: LogEntry) { entries.withLock { $0 += "\(entry)\n" } }
}
