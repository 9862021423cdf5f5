/// The standard streams of a process.
protocol StandardStreams {
  /// Whether a person types the input.
  var inputIsTerminal: Bool { get }

  /// Whether a person reads what is written there.
  func isTerminal(_ stream: OutputStream) -> Bool

  /// Waits for input.
  ///
  /// - Returns: Some bytes; none at the end.
  func read() throws(StreamFailure) -> [UInt8]

  /// Waits for a line typed at the terminal without showing it.
  ///
  /// - Parameter prompt: Written to standard error first, and again after the process was stopped
  ///   and continued.
  /// - Returns: The line with its newline; nothing at the end of input.
  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8]

  /// Writes all the bytes.
  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure)
}

/// Where a command writes.
enum OutputStream: Sendable {
  case output
  case error
}
