import KeychainLog
import KeychainModel

/// Keeps log entries in memory.
final class MemorySink: LogSink {
  private let kept = ForkSafeMutex<[LogEntry]>([])
  private let keptFields = ForkSafeMutex<[[[UInt8]]]>([])

  var entries: [LogEntry] { kept.withLock { $0 } }
  var fields: [[[UInt8]]] { keptFields.withLock { $0 } }

  func write(_ entry: LogEntry) { kept.withLock { $0.append(entry) } }

  func keep(_ fields: [[UInt8]]) { keptFields.withLock { $0.append(fields) } }
}
