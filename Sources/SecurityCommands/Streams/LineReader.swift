/// Standard input, line by line.
final class LineReader {
  private let streams: any StandardStreams
  private var buffer: ArraySlice<UInt8> = []

  /// Whether the buffer begins within a line that was too long.
  private var isWithinLongLine = false

  enum Failure: Error, Equatable {
    case tooLong
    case stream(StreamFailure)
  }

  init(_ streams: any StandardStreams) { self.streams = streams }

  /// Whether a person types the input.
  var isTerminal: Bool { streams.inputIsTerminal }

  /// The bytes up to the next newline or the end; nil when nothing is left.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that a line may have. The rest of a longer one is skipped.
  ///   - hiddenPrompt: What to ask a person, who then types unseen.
  func readLine(limit: Int, hiddenPrompt: String? = nil) throws(Failure) -> [UInt8]? {
    if isWithinLongLine {
      try skipLine()
      isWithinLongLine = false
    }
    var line: [UInt8] = []
    while true {
      if buffer.isEmpty, !(try fill(hiddenPrompt: hiddenPrompt)) {
        return line.isEmpty ? nil : line
      }
      let end = buffer.firstIndex(of: newline)
      line += buffer[..<(end ?? buffer.endIndex)]
      buffer = end.map { buffer[($0 + 1)...] } ?? []
      guard line.count <= limit else {
        isWithinLongLine = end == nil
        throw .tooLong
      }
      if end != nil { return line }
    }
  }

  private func skipLine() throws(Failure) {
    while true {
      if buffer.isEmpty, !(try fill(hiddenPrompt: nil)) { return }
      if let end = buffer.firstIndex(of: newline) {
        buffer = buffer[(end + 1)...]
        return
      }
      buffer = []
    }
  }

  /// - Returns: Whether there was more.
  private func fill(hiddenPrompt: String?) throws(Failure) -> Bool {
    do throws(StreamFailure) {
      let bytes =
        if let hiddenPrompt { try streams.readHidden(prompt: hiddenPrompt) } else {
          try streams.read()
        }
      buffer = bytes[...]
      return !bytes.isEmpty
    } catch {
      throw .stream(error)
    }
  }
}

private let newline = UInt8(ascii: "\n")
