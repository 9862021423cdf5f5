/// A receiver of log entries.
package protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}
