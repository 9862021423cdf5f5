/// The errors of a pinentry, with the numbers of libgpg-error. The low half is the error, the high half
/// its source.
enum PinentryError {
  private static let timeout: UInt32 = 62
  private static let cancelled: UInt32 = 99
  private static let notConfirmed: UInt32 = 114
  private static let fullyCancelled: UInt32 = 198
  /// The bit in error numbers that come from the system, such as "no terminal" and "no such file".
  private static let systemError: UInt32 = 1 << 15

  static func failure(_ number: UInt32) -> AuthenticationFailure {
    switch number & 0xFFFF {
    case cancelled, notConfirmed, fullyCancelled: AuthenticationFailure(.cancelled)
    case timeout: AuthenticationFailure(.failed, "nobody answered in time")
    case let code where code & systemError != 0:
      AuthenticationFailure(.notInteractive, "the pinentry cannot show itself (error \(number))")
    default: AuthenticationFailure(.failed, "the pinentry failed (error \(number))")
    }
  }
}

extension AssuanChannel.Failure {
  /// - Parameter isGreeted: Whether the pinentry has sent its greeting. A pinentry without a display ends
  ///   before that.
  func authenticationFailure(isGreeted: Bool) -> AuthenticationFailure {
    switch self {
    case .cancelled: AuthenticationFailure(.appCancelled)
    case .timeout: AuthenticationFailure(.failed, "nobody answered in time")
    case .memory: AuthenticationFailure(.failed, "there is no memory for what is typed")
    case .garbage: AuthenticationFailure(.failed, "the pinentry said what cannot be understood")
    case .ended where isGreeted:
      AuthenticationFailure(.failed, "the pinentry ended without an answer")
    case .ended: AuthenticationFailure(.notInteractive, "the pinentry cannot show itself")
    }
  }
}
