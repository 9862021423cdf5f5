/// Why a call failed: a value without live objects, fit to be kept for a program that asks, and to be sent
/// to another process.
package struct Failure: Sendable, Equatable {
  /// The status that the caller gets, as an `OSStatus`. Never 0.
  package let status: Int32

  package let cause: FailureCause

  /// A sentence for a person, which names the file. Never holds a secret or the value of an attribute.
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
