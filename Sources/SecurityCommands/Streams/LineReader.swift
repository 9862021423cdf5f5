/// Standard input, line by line. What was typed may be secret: nothing of it stays here once it was
/// returned.
final class LineReader {
  private let streams: any StandardStreams

  /// What was read last. It has zeros before `position`.
  private var buffer: [UInt8] = []
  private var position = 0

  /// Whether the buffer goes on within a line that was too long.
  private var isWithinLongLine = false

  enum Failure: Error, Equatable {
    case tooLong
    case stream(StreamFailure)
  }

  init(_ streams: any StandardStreams) { self.streams = streams }

  deinit { buffer.wipe() }

  /// Whether a person types the input.
  var isTerminal: Bool { streams.inputIsTerminal }

  /// The bytes up to the next newline or the end; nil when nothing is left. To be wiped by the caller, if
  /// they are secret.
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

  /// The bytes up to the end, but for one newline that is the last of them; nil when nothing is left. To be
  /// wiped by the caller, if they are secret.
  ///
  /// - Parameter limit: The most bytes that there may be. The rest of more is not read.
  func readToEnd(limit: Int) throws(Failure) -> [UInt8]? {
    var content: [UInt8] = []
    var isAnythingThere = false
    do throws(Failure) {
      while true {
        if position == buffer.count, !(try fill(hiddenPrompt: nil)) { break }
        isAnythingThere = true
        // The newline at the end is no part of the content.
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

  /// Where the next newline is in the buffer.
  private var endOfLine: Int? {
    buffer.withUnsafeBytes { $0[position...].firstIndex(of: newline) }
  }

  /// Moves bytes to the end of a line. An array that grows by itself would leave what it had in memory.
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

  /// Overwrites the bytes before a place, which were used.
  private func advance(to end: Int) {
    buffer.wipe(position..<end)
    position = end
  }

  /// - Returns: Whether there was more.
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
