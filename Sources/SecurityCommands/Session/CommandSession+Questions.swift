extension CommandSession {
  /// The maximum length of a command line or an answer, in bytes.
  static let lineLimit = 4096

  /// Reads the next line of input. At a terminal, it first prints the question to standard error.
  ///
  /// - Returns: The line; nil at the end of the input.
  func ask(_ question: String) throws(CommandFailure) -> [UInt8]? {
    if input.isTerminal { console.write(question.utf8, to: .error) }
    // Earlier output must appear before the question.
    console.flush()
    do throws(LineReader.Failure) {
      return try input.readLine(limit: Self.lineLimit)
    } catch {
      switch error {
      case .tooLong: throw .failed("the line is longer than \(Self.lineLimit) bytes")
      case .stream(let failure): throw .failed("standard input: \(failure.text)")
      }
    }
  }

  /// Returns whether the answer to a question begins with `y` or `Y`.
  func confirms(_ question: String) throws(CommandFailure) -> Bool {
    let answer = try ask("\(question) [y/N] ") ?? []
    return answer.first == UInt8(ascii: "y") || answer.first == UInt8(ascii: "Y")
  }
}
