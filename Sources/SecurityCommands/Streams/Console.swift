/// What a command says, in order, and written in as few pieces as the order allows.
final class Console {
  private let streams: any StandardStreams
  /// More than this is not held back.
  private let pending = OutputBuffer(capacity: 1 << 16)
  private var stream = OutputStream.output

  /// The first failure to write to standard output: the status of the process has to tell.
  private(set) var failure: StreamFailure?

  init(_ streams: any StandardStreams) { self.streams = streams }

  /// Whether a person reads what is written there.
  func isTerminal(_ target: OutputStream) -> Bool { streams.isTerminal(target) }

  func write(_ bytes: some Collection<UInt8>, to target: OutputStream = .output) {
    if target != stream { flush() }
    stream = target
    pending.append(bytes, send: send)
  }

  /// Writes a line. On standard error it is for a person, and may repeat a word of a script or the name of an item:
  /// nothing in it controls a terminal.
  func print(_ line: String, to target: OutputStream = .output) {
    write((target == .error ? ShownText.of(line, except: ["\n", "\t"]) : line).utf8, to: target)
    write(CollectionOfOne(UInt8(ascii: "\n")), to: target)
  }

  /// Writes a line to standard error that says who speaks.
  func complain(_ line: String) { print("security: \(line)", to: .error) }

  func flush() {
    guard !pending.isEmpty else { return }
    pending.drain(send)
  }

  private func send(_ bytes: [UInt8]) {
    do throws(StreamFailure) {
      try streams.write(bytes, to: stream)
    } catch {
      // Nobody is left to be told that standard error cannot be written.
      if stream == .output, failure == nil { failure = error }
    }
  }
}
