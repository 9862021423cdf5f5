/// Why a source cannot be read at all. Nothing of it is moved then.
package struct TransferFailure: Error, Equatable {
  /// The line of the source, from 1.
  package let line: Int?

  /// A sentence without a secret in it.
  package let reason: String

  package init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason
  }

  package var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}
