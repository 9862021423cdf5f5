/// What a run of a helper comes to.
package struct HelperOutcome: Equatable {
  /// The exit status.
  package var status: Int32 = 0

  /// What goes to standard output. It may hold a secret.
  package var output: [UInt8] = []

  /// The line for standard error; nil for none.
  package var complaint: String?

  package init(status: Int32 = 0, output: [UInt8] = [], complaint: String? = nil) {
    self.status = status
    self.output = output
    self.complaint = complaint
  }
}
