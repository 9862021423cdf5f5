/// Why a call failed. It is a value without live objects, so it can be kept for a program that asks for
/// it, and sent to another process.
package struct Failure: Sendable, Equatable {
  /// The status of the call, as an `OSStatus`. Never 0.
  package let status: Int32

  package let cause: FailureCause

  /// A sentence for a person. It names the affected file. It never contains a secret or the value of
  /// an attribute.
  package let reason: String

  package init(status: Int32, cause: FailureCause, reason: String) {
    self.status = status
    self.cause = cause
    self.reason = reason
  }
}

extension KeychainError {
  package var failure: Failure {
    Failure(status: code.rawValue, cause: failureCause, reason: reason)
  }
}
