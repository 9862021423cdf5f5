import KeychainModel

/// The output of a command. The console buffers the output, and writes the texts for both streams in their original
/// order.
final class Console {
  private let streams: any StandardStreams
  /// The output that has not been written yet. A full buffer is written to the stream.
  private let pending = OutputBuffer(capacity: 1 << 16)
  private var stream = OutputStream.output

  /// The first failure to write to standard output. The failure affects the exit status.
  private(set) var failure: StreamFailure?

  init(_ streams: any StandardStreams) { self.streams = streams }

  /// Returns whether the stream is a terminal.
  func isTerminal(_ target: OutputStream) -> Bool { streams.isTerminal(target) }

  func write(_ bytes: some Collection<UInt8>, to target: OutputStream = .output) {
    if target != stream { flush() }
    stream = target
    pending.append(bytes, send: send)
  }

  /// Writes a line. On standard error, control characters are escaped, because the line may contain a word of a script
  /// or the name of an item.
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
      // A failure to write to standard error is ignored, because there is no other stream for messages.
      if stream == .output, failure == nil { failure = error }
    }
  }
}

/// An output buffer. The bytes may be secret, so the buffer leaves no copies in freed memory, and overwrites the bytes
/// after sending them.
final class OutputBuffer {
  private var bytes: [UInt8] = []
  private let capacity: Int
  /// The capacity of the allocated memory, in bytes.
  private var room: Int

  /// The initial capacity in bytes. The output of most commands fits into this capacity. A small initial capacity saves
  /// time, because the whole array is overwritten when the array is freed.
  private static let firstRoom = 1 << 11

  /// - Parameter capacity: The maximum number of buffered bytes, which must be positive.
  init(capacity: Int) {
    self.capacity = capacity
    room = min(capacity, Self.firstRoom)
    // The capacity is reserved, because an array that grows leaves a copy of its content in freed memory.
    bytes.reserveCapacity(room)
  }

  deinit { bytes.wipe() }

  var isEmpty: Bool { bytes.isEmpty }

  /// Appends bytes.
  ///
  /// - Parameter send: A function that receives the buffered bytes whenever the buffer is full.
  func append<Failure: Error>(
    _ new: some Collection<UInt8>, send: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = new[...]
    while !rest.isEmpty {
      if bytes.count == room, room < capacity { enlarge() }
      if bytes.count == room { try drain(send) }
      let part = rest.prefix(room - bytes.count)
      bytes += part
      rest = rest[part.endIndex...]
    }
  }

  private func enlarge() {
    var larger: [UInt8] = []
    larger.reserveCapacity(capacity)
    larger += bytes
    bytes.wipe()
    bytes = larger
    room = capacity
  }

  /// Sends the buffered bytes, and empties the buffer.
  func drain<Failure: Error>(_ send: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    defer {
      bytes.wipe()
      bytes.removeAll(keepingCapacity: true)
    }
    try send(bytes)
  }
}
