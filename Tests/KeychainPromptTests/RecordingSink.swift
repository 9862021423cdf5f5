import KeychainLog
import KeychainModel

/// A log in memory.
final class RecordingSink: LogSink {
  private let entries = ForkSafeMutex("")

  var text: String { entries.withLock { $0 } }

  func write(_ entry: LogEntry) { entries.withLock { $0 += "\(entry)\n" } }
}
