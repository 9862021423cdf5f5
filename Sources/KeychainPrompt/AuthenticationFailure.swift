package import KeychainModel

/// Why an authentication failed.
package struct AuthenticationFailure: Error, Sendable {
  package enum Reason: Sendable, CaseIterable {
    /// The person dismissed the question.
    case cancelled
    /// The person chose another method of authentication.
    case fallback
    /// A person must be asked, but this is not allowed or not possible.
    case notInteractive
    /// The answer is wrong, there was no answer in time, or the prompt did not work.
    case failed
    /// The passcode is required, but none is set.
    case passcodeNotSet
    /// Biometry or a paired device is required, but there is neither.
    case biometryNotAvailable
    /// Too many wrong passcodes were given. The next one is accepted only later.
    case mustWait
    /// The context of the request was invalidated earlier.
    case invalidated
    /// The program cancelled the question.
    case appCancelled
  }

  package let reason: Reason

  /// A sentence for a log, a terminal or a dialogue. It never contains typed text.
  package let sentence: String

  private let file: StaticString
  private let line: UInt

  package init(
    _ reason: Reason, _ sentence: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.reason = reason
    self.sentence = sentence ?? reason.sentence
    self.file = file
    self.line = line
  }

  /// The failure as the status of a call (specification: secitem 5.7): `.userCancelled`, `.interactionNotAllowed`,
  /// and `.authenticationFailed` for everything else.
  package var keychainError: KeychainError {
    let code: KeychainError.Code =
      switch reason {
      case .cancelled: .userCancelled
      case .notInteractive: .interactionNotAllowed
      default: .authenticationFailed
      }
    return KeychainError(code, sentence, because: reason.failureCause, file: file, line: line)
  }
}

extension AuthenticationFailure.Reason {
  fileprivate var failureCause: FailureCause {
    switch self {
    case .cancelled, .appCancelled: .userCancelled
    case .notInteractive: .interactionForbidden
    case .passcodeNotSet: .passcodeMissing
    case .biometryNotAvailable: .accessControlUnprovable
    case .mustWait: .passcodeMustWait
    case .fallback, .failed, .invalidated: .authenticationFailed
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .cancelled: "the question was dismissed"
    case .fallback: "another way was asked for"
    case .notInteractive: "somebody would have to be asked"
    case .failed: "the authentication failed"
    case .passcodeNotSet: "the keychain has no passcode"
    case .biometryNotAvailable: "there is neither biometry nor a paired device"
    case .mustWait: "too many wrong passcodes were given"
    case .invalidated: "the authentication context was invalidated"
    case .appCancelled: "the program ended the question"
    }
  }
}
