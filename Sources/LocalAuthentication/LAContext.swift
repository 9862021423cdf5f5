public import Foundation
package import Keychain
package import KeychainModel
package import KeychainPrompt
import Security

/// An authentication of the user, in the shape of Apple's class and without its substance.
///
/// Nothing here can authenticate anybody yet: there is no biometry, no paired device and no prompt
/// for a passcode. So every evaluation fails, with an error that programs written for Apple's
/// platforms already handle as "this device has no such thing". No evaluation ever succeeds without
/// a proof.
///
/// The properties keep what is set and have no other effect. A context is not thread-safe: use one
/// from one thread at a time.
open class LAContext: NSObject {
  /// The text that a prompt would show as the reason.
  open var localizedReason: String = ""

  /// The title that a prompt's fallback button would have; nil for the usual one.
  open var localizedFallbackTitle: String?

  /// The title that a prompt's cancel button would have; nil for the usual one.
  open var localizedCancelTitle: String?

  /// Whether evaluating fails where a prompt would be needed.
  open var interactionNotAllowed: Bool = false

  /// For how many seconds unlocking the device would count as an authentication.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

  private var isInvalidated = false

  /// The biometry of the device: none.
  open var biometryType: LABiometryType { .none }

  /// The state of the enrolled biometry after an evaluation: nil, as there is none.
  open var evaluatedPolicyDomainState: Data? { nil }

  /// Makes a context that has evaluated nothing.
  public override init() {
    super.init()
  }

  /// Whether evaluating the policy could succeed: never.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - error: Where to leave the error of domain `LAErrorDomain` that evaluating would give:
  ///     `passcodeNotSet`, `biometryNotAvailable` or `watchNotAvailable`, by the policy;
  ///     `invalidContext` after ``invalidate()``.
  /// - Returns: False.
  @discardableResult
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    error?.pointee = refusal(of: policy)._nsError
    return false
  }

  /// Would authenticate the user; always fails.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - localizedReason: The text that a prompt would show. Nothing is shown.
  ///   - reply: Called once, later and on another thread, with false and the `LAError` that
  ///     ``canEvaluatePolicy(_:error:)`` gives.
  @preconcurrency open func evaluatePolicy(
    _ policy: LAPolicy,
    localizedReason: String,
    reply: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    let error = refusal(of: policy)
    DispatchQueue.global().async { reply(false, error) }
  }

  /// Would authenticate the user; always fails.
  ///
  /// - Parameters:
  ///   - policy: The policy.
  ///   - localizedReason: The text that a prompt would show. Nothing is shown.
  /// - Returns: Never.
  /// - Throws: The `LAError` that ``canEvaluatePolicy(_:error:)`` gives.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    throw refusal(of: policy)
  }

  /// Ends the context: every later evaluation fails with `invalidContext`.
  open func invalidate() {
    isInvalidated = true
  }

  /// Would let the program supply a credential in the user's place; it is not kept.
  ///
  /// - Returns: False.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    false
  }

  /// Whether the program has supplied a credential: never.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    false
  }

  private func refusal(of policy: LAPolicy) -> LAError {
    let code: LAError.Code =
      if isInvalidated {
        .invalidContext
      } else {
        switch policy {
        case .deviceOwnerAuthentication: .passcodeNotSet
        case .deviceOwnerAuthenticationWithBiometrics: .biometryNotAvailable
        case .deviceOwnerAuthenticationWithCompanion: .watchNotAvailable
        case .deviceOwnerAuthenticationWithBiometricsOrCompanion: .biometryNotAvailable
        }
      }
    return LAError(code, userInfo: [NSLocalizedDescriptionKey: code.explanation])
  }
}

extension LAContext: AuthenticationContext {
  /// Whether the context may still be given to a query: until ``invalidate()``.
  package var isValid: Bool { !isInvalidated }

  /// Nothing yet.
  package var credential: AccessCredential { AccessCredential() }

  /// Fails: nobody is asked yet.
  package func satisfy(
    _ constraints: AccessConstraints, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessCredential {
    throw AuthenticationFailure(.notInteractive)
  }
}

/// The longest that `touchIDAuthenticationAllowableReuseDuration` may be on Apple's platforms, in
/// seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval = 300
