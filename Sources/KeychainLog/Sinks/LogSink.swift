/// Where entries go.
package protocol LogSink: Sendable {
  func write(_ entry: LogEntry)
}
