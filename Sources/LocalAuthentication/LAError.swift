public import Foundation
package import KeychainPrompt

/// The error domain of an `LAError` as an `NSError`.
public let LAErrorDomain: String = "com.apple.LocalAuthentication"

/// The error of a failed authentication.
///
/// Latchkey uses `authenticationFailed`, `userCancel`, `userFallback`, `passcodeNotSet`, `biometryNotAvailable`,
/// `biometryLockout`, `appCancel`, `invalidContext`, `watchNotAvailable` and `notInteractive`. The other codes exist so
/// that programs for Apple's platforms compile.
public struct LAError: _BridgedStoredNSError {
  /// The error as an `NSError`.
  public let _nsError: NSError

  /// Makes an error from an `NSError` of the domain `LAErrorDomain`.
  public init(_nsError error: NSError) {
    self._nsError = error
  }

  /// The error domain of this type.
  public static var _nsErrorDomain: String { LAErrorDomain }

  // On Linux, Foundation's default implementations of `hash(into:)` and `hashValue` for bridged errors trap, because
  // `NSError` has no hash there. The two members below replace the default implementations.

  /// Feeds the code into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }

  /// A hash of the code.
  public var hashValue: Int {
    code.hashValue
  }

  /// The error codes, with the values of Apple's platforms.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of these codes.
    public typealias _ErrorType = LAError

    /// The user failed to authenticate.
    case authenticationFailed = -1

    /// The user dismissed the prompt.
    case userCancel = -2

    /// The user chose the fallback button.
    case userFallback = -3

    /// The system closed the prompt, for example because another program became active.
    case systemCancel = -4

    /// No passcode is set.
    case passcodeNotSet = -5

    /// Biometry is not available.
    case biometryNotAvailable = -6

    /// Biometry is available, but no finger, face or iris is enrolled.
    case biometryNotEnrolled = -7

    /// After too many wrong passcodes, the keychain refuses the next attempt until a delay has passed. On Apple's
    /// platforms, this code means that biometry failed too often, and that the user must enter the passcode.
    case biometryLockout = -8

    /// The program closed the prompt.
    case appCancel = -9

    /// The context was invalidated before the call.
    case invalidContext = -10

    /// No paired device is available.
    case watchNotAvailable = -11

    /// The removable biometric accessory is not paired.
    case biometryNotPaired = -12

    /// The removable biometric accessory is not connected.
    case biometryDisconnected = -13

    /// A view for authentication has an invalid size.
    case invalidDimensions = -14

    /// A prompt is required but forbidden.
    case notInteractive = -1004

    /// The older name of `biometryNotAvailable`.
    public static let touchIDNotAvailable = Self.biometryNotAvailable

    /// The older name of `biometryNotEnrolled`.
    public static let touchIDNotEnrolled = Self.biometryNotEnrolled

    /// The older name of `biometryLockout`.
    public static let touchIDLockout = Self.biometryLockout

    /// The newer name of `watchNotAvailable`.
    public static let companionNotAvailable = Self.watchNotAvailable
  }
}

// These properties make each code a member of `LAError`, so that `catch LAError.userCancel` compiles.
extension LAError {
  /// See ``Code/authenticationFailed``.
  public static var authenticationFailed: Code { .authenticationFailed }

  /// See ``Code/userCancel``.
  public static var userCancel: Code { .userCancel }

  /// See ``Code/userFallback``.
  public static var userFallback: Code { .userFallback }

  /// See ``Code/systemCancel``.
  public static var systemCancel: Code { .systemCancel }

  /// See ``Code/passcodeNotSet``.
  public static var passcodeNotSet: Code { .passcodeNotSet }

  /// See ``Code/biometryNotAvailable``.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }

  /// See ``Code/biometryNotEnrolled``.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }

  /// See ``Code/biometryLockout``.
  public static var biometryLockout: Code { .biometryLockout }

  /// See ``Code/appCancel``.
  public static var appCancel: Code { .appCancel }

  /// See ``Code/invalidContext``.
  public static var invalidContext: Code { .invalidContext }

  /// See ``Code/watchNotAvailable``.
  public static var watchNotAvailable: Code { .watchNotAvailable }

  /// See ``Code/biometryNotPaired``.
  public static var biometryNotPaired: Code { .biometryNotPaired }

  /// See ``Code/biometryDisconnected``.
  public static var biometryDisconnected: Code { .biometryDisconnected }

  /// See ``Code/invalidDimensions``.
  public static var invalidDimensions: Code { .invalidDimensions }

  /// See ``Code/notInteractive``.
  public static var notInteractive: Code { .notInteractive }

  /// See ``Code/touchIDNotAvailable``.
  public static var touchIDNotAvailable: Code { .touchIDNotAvailable }

  /// See ``Code/touchIDNotEnrolled``.
  public static var touchIDNotEnrolled: Code { .touchIDNotEnrolled }

  /// See ``Code/touchIDLockout``.
  public static var touchIDLockout: Code { .touchIDLockout }

  /// See ``Code/companionNotAvailable``.
  public static var companionNotAvailable: Code { .companionNotAvailable }
}

extension LAError.Code {
  /// Describes the code in English for the user.
  var explanation: String {
    switch self {
    case .authenticationFailed: "The authentication failed."
    case .userCancel: "The user dismissed the question."
    case .userFallback: "The user asked for another way."
    case .passcodeNotSet: "The keychain has no passcode."
    case .biometryNotAvailable: "Biometric authentication is not available."
    case .biometryLockout: "Too many wrong passcodes were given."
    case .appCancel: "The program ended the question."
    case .notInteractive: "The user cannot be asked."
    case .watchNotAvailable: "No paired device is available for authentication."
    case .invalidContext: "The authentication context has been invalidated."
    default: "Authentication failed (\(rawValue))."
    }
  }
}

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
