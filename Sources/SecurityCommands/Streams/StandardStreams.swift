import CPlatform
import Glibc

/// The standard streams of a process.
protocol StandardStreams {
  /// Whether standard input is a terminal.
  var inputIsTerminal: Bool { get }

  /// Returns whether an output stream is a terminal.
  func isTerminal(_ stream: OutputStream) -> Bool

  /// Waits for input.
  ///
  /// - Returns: At least one byte. An empty array means the end of the input.
  func read() throws(StreamFailure) -> [UInt8]

  /// Waits for a line that the user types at the terminal without echo.
  ///
  /// - Parameter prompt: The prompt, which is written to standard error. The prompt is written again after the process
  ///   was stopped and continued.
  /// - Returns: The line with its newline; no bytes at the end of the input.
  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8]

  /// Writes all bytes to a stream.
  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure)
}

/// A stream to which a command writes.
enum OutputStream: Sendable {
  case output
  case error
}

/// The standard streams of this process.
struct ProcessStreams: StandardStreams {
  private static let chunk = 65536

  var inputIsTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  func isTerminal(_ stream: OutputStream) -> Bool {
    isatty(Self.descriptor(of: stream)) == 1
  }

  private static func descriptor(of stream: OutputStream) -> Int32 {
    stream == .output ? STDOUT_FILENO : STDERR_FILENO
  }

  func read() throws(StreamFailure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      let result = retrying { Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count) }
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    guard failure == 0 else { throw StreamFailure(error: failure) }
    return bytes
  }

  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8] {
    try HiddenInput(descriptor: STDIN_FILENO).wait {
      try? write(Array(prompt.utf8), to: .error)
    }
    return try read()
  }

  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure) {
    try writeAll(bytes, to: Self.descriptor(of: stream))
  }
}

/// Writes all bytes to a descriptor, with several calls of write(2) if necessary.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(StreamFailure) {
  var written = 0
  while written < bytes.count {
    let result = bytes.withUnsafeBytes { buffer in
      retrying {
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
    }
    guard result >= 0 else { throw StreamFailure(error: errno) }
    written += result
  }
}

/// Calls `call`, and repeats the call as long as a signal interrupts it.
private func retrying(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}

/// A failure of a standard stream or a file.
struct StreamFailure: Error, Equatable {
  /// The `errno` value.
  let error: Int32

  /// The system's description of the error.
  var text: String { String(cString: lk_error_description(error)) }
}
