/// The standard streams of a process.
protocol StandardStreams {
  /// Whether the input is a terminal.
  var inputIsTerminal: Bool { get }

  /// Returns whether the stream is a terminal.
  func isTerminal(_ stream: OutputStream) -> Bool

  /// Waits for input.
  ///
  /// - Returns: At least one byte; empty at the end of the input.
  func read() throws(StreamFailure) -> [UInt8]

  /// Waits for a line that is typed at the terminal without echo.
  ///
  /// - Parameter prompt: Written to standard error first, and again after the process was stopped and continued.
  /// - Returns: The line with its newline; empty at the end of the input.
  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8]

  /// Writes all the bytes.
  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure)
}

/// The stream that a command writes to.
enum OutputStream: Sendable {
  case output
  case error
}
