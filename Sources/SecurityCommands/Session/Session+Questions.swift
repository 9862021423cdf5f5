extension Session {
  /// The most bytes that a line of commands or an answer may have.
  static let lineLimit = 4096

  /// The next line of input. A person is shown a question before it, on standard error.
  ///
  /// - Returns: Nil at the end of input.
  func ask(_ question: String) throws(CommandFailure) -> [UInt8]? {
    if input.isTerminal { console.write(question.utf8, to: .error) }
    // What was printed so far belongs before the question.
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

  /// Whether a person answers a question with a word that begins with `y`.
  func confirms(_ question: String) throws(CommandFailure) -> Bool {
    let answer = try ask("\(question) [y/N] ") ?? []
    return answer.first == UInt8(ascii: "y") || answer.first == UInt8(ascii: "Y")
  }
}
