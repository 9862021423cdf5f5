/// The reason why a source cannot be read. Then nothing of it is imported.
package struct TransferFailure: Error, Equatable {
  /// The line in the source, from 1.
  package let line: Int?

  /// A sentence. It contains no secret.
  package let reason: String

  package init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason
  }

  package var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}
