/// What a command says, in order, and written in as few pieces as the order allows.
final class Console {
  private let streams: any StandardStreams
  private var pending: [UInt8] = []
  private var stream = OutputStream.output

  /// The first failure to write to standard output: the status of the process has to tell.
  private(set) var failure: StreamFailure?

  /// More than this is not held back.
  private static let capacity = 1 << 18

  init(_ streams: any StandardStreams) { self.streams = streams }

  /// Whether a person reads what is written there.
  func isTerminal(_ target: OutputStream) -> Bool { streams.isTerminal(target) }

  func write(_ bytes: some Sequence<UInt8>, to target: OutputStream = .output) {
    if target != stream { flush() }
    stream = target
    pending.append(contentsOf: bytes)
    if pending.count > Self.capacity { flush() }
  }

  /// Writes a line.
  func print(_ line: String, to target: OutputStream = .output) {
    write(line.utf8, to: target)
    write(CollectionOfOne(UInt8(ascii: "\n")), to: target)
  }

  /// Writes a line to standard error that says who speaks.
  func complain(_ line: String) { print("security: \(line)", to: .error) }

  func flush() {
    guard !pending.isEmpty else { return }
    do throws(StreamFailure) {
      try streams.write(pending, to: stream)
    } catch {
      // Nobody is left to be told that standard error cannot be written.
      if stream == .output, failure == nil { failure = error }
    }
    // It may have held a secret.
    pending.wipe()
    pending.removeAll(keepingCapacity: true)
  }
}
