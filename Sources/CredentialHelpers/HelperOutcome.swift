/// The result of a helper.
package struct HelperOutcome: Equatable {
  /// The exit status.
  package var status: Int32 = 0

  /// The bytes for standard output. They may contain a secret.
  package var output: [UInt8] = []

  /// The line for standard error; nil for none.
  package var errorLine: String?

  package init(status: Int32 = 0, output: [UInt8] = [], errorLine: String? = nil) {
    self.status = status
    self.output = output
    self.errorLine = errorLine
  }
}
