import KeychainModel

/// Reads standard input line by line. The input may be secret, so the reader overwrites its own copy of the bytes after
/// it has returned them.
final class LineReader {
  private let streams: any StandardStreams

  /// The bytes of the last read from standard input. The bytes before `position` have been overwritten with zeros.
  private var buffer: [UInt8] = []
  private var position = 0

  /// Whether the buffer begins inside a line that was too long.
  private var isWithinLongLine = false

  enum Failure: Error, Equatable {
    case tooLong
    case stream(StreamFailure)
  }

  init(_ streams: any StandardStreams) { self.streams = streams }

  deinit { buffer.wipe() }

  /// Whether the input is a terminal.
  var isTerminal: Bool { streams.inputIsTerminal }

  /// Returns the bytes up to the next newline or the end of the input. Returns nil if no bytes are left. The caller
  /// must wipe a secret line.
  ///
  /// - Parameters:
  ///   - limit: The maximum length of a line in bytes. For a longer line, the function throws `.tooLong`, and the rest
  ///     of the line is skipped.
  ///   - hiddenPrompt: The prompt for a line that the user types without echo; nil for a line with echo.
  func readLine(limit: Int, hiddenPrompt: String? = nil) throws(Failure) -> [UInt8]? {
    if isWithinLongLine {
      try skipLine()
      isWithinLongLine = false
    }
    var line: [UInt8] = []
    do throws(Failure) {
      while true {
        if position == buffer.count, !(try fill(hiddenPrompt: hiddenPrompt)) {
          return line.isEmpty ? nil : line
        }
        let end = endOfLine
        guard line.count + (end ?? buffer.count) - position <= limit else {
          isWithinLongLine = end == nil
          advance(to: end.map { $0 + 1 } ?? buffer.count)
          throw .tooLong
        }
        move(upTo: end ?? buffer.count, to: &line)
        if let end {
          advance(to: end + 1)
          return line
        }
      }
    } catch {
      line.wipe()
      throw error
    }
  }

  /// Returns the bytes up to the end of the input, without one trailing newline. Returns nil if no bytes are left. The
  /// caller must wipe secret bytes.
  ///
  /// - Parameter limit: The maximum number of bytes. If the input has more bytes, the function throws `.tooLong`
  ///   without reading the rest.
  func readToEnd(limit: Int) throws(Failure) -> [UInt8]? {
    var content: [UInt8] = []
    var isAnythingThere = false
    do throws(Failure) {
      while true {
        if position == buffer.count, !(try fill(hiddenPrompt: nil)) { break }
        isAnythingThere = true
        // One byte more than the limit is accepted, because this byte may be the trailing newline.
        guard content.count + buffer.count - position <= limit + 1 else { throw .tooLong }
        move(upTo: buffer.count, to: &content)
      }
      if content.last == newline {
        content.removeLast()
      } else if content.count > limit {
        throw .tooLong
      }
    } catch {
      content.wipe()
      throw error
    }
    return isAnythingThere ? content : nil
  }

  private func skipLine() throws(Failure) {
    while true {
      if position == buffer.count, !(try fill(hiddenPrompt: nil)) { return }
      let end = endOfLine
      advance(to: end.map { $0 + 1 } ?? buffer.count)
      if end != nil { return }
    }
  }

  /// The index of the next newline in the buffer; nil if the buffer contains no more newlines.
  private var endOfLine: Int? {
    buffer.withUnsafeBytes { $0[position...].firstIndex(of: newline) }
  }

  /// Moves bytes of the buffer to the end of `line`. The function enlarges `line` by hand, because an array that grows
  /// leaves a copy of its content in freed memory.
  private func move(upTo end: Int, to line: inout [UInt8]) {
    let count = line.count + end - position
    if count > line.capacity {
      var longer: [UInt8] = []
      longer.reserveCapacity(max(count, 2 * line.capacity))
      longer.append(contentsOf: line)
      line.wipe()
      line = longer
    }
    buffer.withUnsafeBytes { line.append(contentsOf: $0[position..<end]) }
    advance(to: end)
  }

  /// Sets `position`, and overwrites the bytes of the buffer before this index.
  private func advance(to end: Int) {
    buffer.wipe(position..<end)
    position = end
  }

  /// Reads more input into the buffer.
  ///
  /// - Returns: False at the end of the input.
  private func fill(hiddenPrompt: String?) throws(Failure) -> Bool {
    do throws(StreamFailure) {
      buffer =
        if let hiddenPrompt { try streams.readHidden(prompt: hiddenPrompt) } else {
          try streams.read()
        }
      position = 0
      return !buffer.isEmpty
    } catch {
      throw .stream(error)
    }
  }
}

private let newline = UInt8(ascii: "\n")
