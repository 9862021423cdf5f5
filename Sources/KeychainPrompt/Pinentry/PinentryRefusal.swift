/// The errors that a pinentry gives, by the numbers of libgpg-error: the low half says which one, the high
/// half where it comes from.
enum PinentryRefusal {
  private static let timeout: UInt32 = 62
  private static let cancelled: UInt32 = 99
  private static let notConfirmed: UInt32 = 114
  private static let fullyCancelled: UInt32 = 198
  /// In the numbers of errors of the system: no terminal, no such file.
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
  /// - Parameter isGreeted: Whether the pinentry had begun to speak. One that has no display ends before.
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
