import Glibc

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
