@testable import SecurityCommands

/// Standard streams in memory. Each read returns one piece of the input. The written pieces are kept.
final class MemoryStreams: StandardStreams {
  private var input: [[UInt8]]
  let inputIsTerminal: Bool
  private(set) var written: [(stream: OutputStream, bytes: [UInt8])] = []

  /// The error of every write to standard output; nil if writes succeed.
  var outputFailure: StreamFailure?

  /// The output streams that are terminals.
  private let terminals: Set<OutputStream>

  init(
    input: [[UInt8]] = [], inputIsTerminal: Bool = false, terminals: Set<OutputStream> = []
  ) {
    self.input = input
    self.inputIsTerminal = inputIsTerminal
    self.terminals = terminals
  }

  func isTerminal(_ stream: OutputStream) -> Bool { terminals.contains(stream) }

  func read() throws(StreamFailure) -> [UInt8] { input.isEmpty ? [] : input.removeFirst() }

  func readHidden(prompt: String) throws(StreamFailure) -> [UInt8] {
    written.append((.error, Array(prompt.utf8)))
    return try read()
  }

  func write(_ bytes: [UInt8], to stream: OutputStream) throws(StreamFailure) {
    if stream == .output, let outputFailure { throw outputFailure }
    written.append((stream, bytes))
  }

  func bytes(of stream: OutputStream) -> [UInt8] {
    written.filter { $0.stream == stream }.flatMap(\.bytes)
  }
}
