import CPlatform
import Glibc

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

/// Writes all bytes to a descriptor. The system may accept only a part at a time.
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

/// Repeats a system call that a signal interrupted.
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
