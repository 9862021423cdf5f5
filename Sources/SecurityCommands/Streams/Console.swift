/// The output of a command. It preserves the order of both streams and writes as few pieces as possible.
final class Console {
  private let streams: any StandardStreams
  /// The buffer. If it is full, it is written.
  private let pending = OutputBuffer(capacity: 1 << 16)
  private var stream = OutputStream.output

  /// The first failure to write to standard output. It affects the exit status.
  private(set) var failure: StreamFailure?

  init(_ streams: any StandardStreams) { self.streams = streams }

  /// Returns whether the stream is a terminal.
  func isTerminal(_ target: OutputStream) -> Bool { streams.isTerminal(target) }

  func write(_ bytes: some Collection<UInt8>, to target: OutputStream = .output) {
    if target != stream { flush() }
    stream = target
    pending.append(bytes, send: send)
  }

  /// Writes a line. On standard error, control characters are escaped: the line may contain a word of a script or the
  /// name of an item.
  func print(_ line: String, to target: OutputStream = .output) {
    write((target == .error ? TerminalSafeText.of(line, except: ["\n", "\t"]) : line).utf8, to: target)
    write(CollectionOfOne(UInt8(ascii: "\n")), to: target)
  }

  /// Writes a line to standard error, with the name of the tool in front.
  func printError(_ line: String) { print("security: \(line)", to: .error) }

  func flush() {
    guard !pending.isEmpty else { return }
    pending.drain(send)
  }

  private func send(_ bytes: [UInt8]) {
    do throws(StreamFailure) {
      try streams.write(bytes, to: stream)
    } catch {
      // A failure to write to standard error cannot be reported.
      if stream == .output, failure == nil { failure = error }
    }
  }
}
