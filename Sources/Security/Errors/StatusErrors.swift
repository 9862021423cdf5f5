package import Foundation
package import KeychainModel

extension NSError {
  /// The error object for a status, as Apple's functions hand it out: the status is the code in
  /// `NSOSStatusErrorDomain`, the sentence of `SecCopyErrorMessageString` the description.
  ///
  /// - Parameter reason: What exactly was wrong, for the person who debugs it.
  package convenience init(status: OSStatus, reason: String? = nil) {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: StatusMessage.text(for: status)]
    userInfo[NSLocalizedFailureReasonErrorKey] = reason
    self.init(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: userInfo)
  }

  /// The error object for an error from below: its code as the status, its reason as the reason.
  package convenience init(_ error: KeychainError) {
    self.init(error.failure, description: StatusMessage.text(for: error.code.rawValue))
  }

  /// The error object for a failure, with its reason, its cause and what can be done about it.
  package convenience init(_ failure: Failure, description: String) {
    var userInfo = failure.userInfo
    userInfo[NSLocalizedDescriptionKey] = description
    userInfo["NSDescription"] = description
    self.init(domain: NSOSStatusErrorDomain, code: Int(failure.status), userInfo: userInfo)
  }
}

extension Failure {
  /// What an error object says of it beside its description.
  package var userInfo: [String: Any] {
    var userInfo: [String: Any] = [
      NSLocalizedFailureReasonErrorKey: reason,
      LatchkeyFailureCauseErrorKey: NSNumber(value: cause.rawValue),
    ]
    userInfo[NSLocalizedRecoverySuggestionErrorKey] = cause.advice
    return userInfo
  }
}

/// Stores an error where a function of Core Foundation's style leaves it: retained, so that the
/// caller's `takeRetainedValue()` balances. Does nothing when the caller passed no place for it.
package func report(
  _ error: CFError, to destination: UnsafeMutablePointer<Unmanaged<CFError>?>?
) {
  destination?.pointee = .passRetained(error)
}
