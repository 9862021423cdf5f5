package import Foundation
package import KeychainModel

extension NSError {
  /// Makes the error object that Apple's functions return for a status. The code is the status, and the domain is
  /// `NSOSStatusErrorDomain`. The description is the sentence of `SecCopyErrorMessageString`.
  ///
  /// - Parameter reason: A precise reason, for a developer.
  package convenience init(status: OSStatus, reason: String? = nil) {
    var userInfo: [String: Any] = [NSLocalizedDescriptionKey: StatusMessage.text(for: status)]
    userInfo[NSLocalizedFailureReasonErrorKey] = reason
    self.init(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: userInfo)
  }

  /// Makes the error object for a typed error, with its status and its reason.
  package convenience init(_ error: KeychainError) {
    self.init(error.failure, description: StatusMessage.text(for: error.code.rawValue))
  }

  /// Makes the error object for a failure, with its reason, its cause and the remedy.
  package convenience init(_ failure: Failure, description: String) {
    var userInfo = failure.userInfo
    userInfo[NSLocalizedDescriptionKey] = description
    userInfo["NSDescription"] = description
    self.init(domain: NSOSStatusErrorDomain, code: Int(failure.status), userInfo: userInfo)
  }
}

extension Failure {
  /// The user information of an error object, except for the description.
  package var userInfo: [String: Any] {
    var userInfo: [String: Any] = [
      NSLocalizedFailureReasonErrorKey: reason,
      LatchkeyFailureCauseErrorKey: NSNumber(value: cause.rawValue),
    ]
    userInfo[NSLocalizedRecoverySuggestionErrorKey] = cause.advice
    return userInfo
  }
}

/// Stores an error at `destination`, as Core Foundation's functions do. The function retains the error, because the
/// caller releases the error with `takeRetainedValue()`. Does nothing if `destination` is nil.
package func report(
  _ error: CFError, to destination: UnsafeMutablePointer<Unmanaged<CFError>?>?
) {
  destination?.pointee = .passRetained(error)
}
