package import KeychainModel

/// The reason for which an authentication failed.
package struct AuthenticationFailure: Error, Sendable {
  package enum Reason: Sendable, CaseIterable {
    /// The user dismissed the question.
    case cancelled
    /// The user chose another method of authentication.
    case fallback
    /// A question is necessary, but questions are forbidden or impossible.
    case notInteractive
    /// The answer was wrong, the answer did not arrive in time, or the prompt failed.
    case failed
    /// The passcode is required, but no passcode is set.
    case passcodeNotSet
    /// Biometry or a paired device is required, but neither exists.
    case biometryNotAvailable
    /// Too many wrong passcodes were given. The next attempt is possible only later.
    case mustWait
    /// The context of the request was invalidated earlier.
    case invalidated
    /// The program cancelled the question.
    case appCancelled
  }

  package let reason: Reason

  /// A sentence for a log, a terminal or a dialog. The sentence never contains text that the user typed.
  package let sentence: String

  /// The error of the keychain that prevented the authentication; nil when the authentication itself failed.
  private var cause: KeychainError?
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

  /// A failure whose cause is that the keychain could not be asked.
  init(_ cause: KeychainError, file: StaticString = #fileID, line: UInt = #line) {
    self.init(.failed, cause.reason, file: file, line: line)
    self.cause = cause
  }

  /// The failure as an error of a call (specification: secitem 5.7). The code is `.userCancelled` for `.cancelled`,
  /// `.interactionNotAllowed` for `.notInteractive`, and `.authenticationFailed` for all other reasons. An error of the
  /// keychain stays the same.
  package var keychainError: KeychainError {
    if let cause { return cause }
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
