import Foundation
package import KeychainPrompt

extension LAError {
  /// - Parameter reason: The precise reason, for `localizedFailureReason`.
  init(_ code: Code, _ reason: String?) {
    var information = [NSLocalizedDescriptionKey: code.explanation]
    if let reason { information[NSLocalizedFailureReasonErrorKey] = reason }
    self.init(code, userInfo: information)
  }

  /// Makes the error of a failed evaluation.
  package init(_ failure: AuthenticationFailure) {
    let code: Code =
      switch failure.reason {
      case .cancelled: .userCancel
      case .fallback: .userFallback
      case .notInteractive: .notInteractive
      case .failed: .authenticationFailed
      case .passcodeNotSet: .passcodeNotSet
      case .biometryNotAvailable: .biometryNotAvailable
      case .mustWait: .biometryLockout
      case .invalidated: .invalidContext
      case .appCancelled: .appCancel
      }
    self.init(code, failure.sentence)
  }
}
