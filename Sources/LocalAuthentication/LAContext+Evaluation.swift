import Dispatch
package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt
import Security

extension LAContext {
  /// The queue on which evaluations wait for the user and call the reply closures.
  private static let queue = DispatchQueue(
    label: "latchkey.local-authentication", attributes: .concurrent)

  var titles: PromptTitles {
    PromptTitles(cancel: localizedCancelTitle, fallback: localizedFallbackTitle)
  }

  /// Returns the keychain for the evaluation of a policy.
  ///
  /// - Throws: The error that prevents the evaluation.
  func keychain(for policy: LAPolicy) throws(LAError) -> KeychainContext {
    try requireValid()
    switch policy {
    case .deviceOwnerAuthentication: break
    case .deviceOwnerAuthenticationWithBiometrics,
      .deviceOwnerAuthenticationWithBiometricsOrCompanion:
      throw LAError(.biometryNotAvailable, nil)
    case .deviceOwnerAuthenticationWithCompanion: throw LAError(.watchNotAvailable, nil)
    }
    let keychain = try keychain()
    let hasPasscode: Bool
    do throws(KeychainError) {
      hasPasscode = try keychain.keychain.hasPasscode()
    } catch {
      throw LAError(.authenticationFailed, error.reason)
    }
    guard hasPasscode else { throw LAError(.passcodeNotSet, nil) }
    return keychain
  }

  /// Returns the keychain of the calling task.
  func keychain() throws(LAError) -> KeychainContext {
    try requireValid()
    do throws(KeychainError) {
      return try KeychainContext.resolve()
    } catch {
      throw LAError(.authenticationFailed, error.reason)
    }
  }

  private func requireValid() throws(LAError) {
    guard !state.isInvalidated else { throw LAError(.invalidContext, nil) }
  }

  /// Obtains the proofs that the constraints require, and calls `reply` on `queue`.
  func evaluate(
    _ constraints: AccessConstraints, isNew: Bool = false, reason: String,
    _ keychain: Result<KeychainContext, LAError>,
    _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let (state, titles, mayAsk) = (state, titles, !interactionNotAllowed)
    let reason = reason.isEmpty ? localizedReason : reason
    Self.queue.async {
      do throws(LAError) {
        let keychain = try keychain.get()
        do throws(AuthenticationFailure) {
          _ = try state.satisfy(
            constraints, isNew: isNew, reason: reason, mayAsk: mayAsk, titles: titles, keychain)
        } catch {
          // The context was valid at the start of the evaluation. `.invalidated` therefore means that the context was
          // invalidated during the evaluation.
          let isEnded = error.reason == .invalidated
          throw LAError(isEnded ? AuthenticationFailure(.appCancelled) : error)
        }
        reply(true, nil)
      } catch {
        reply(false, error)
      }
    }
  }

  static func result(_ success: Bool, _ error: (any Error)?) -> Result<Bool, any Error> {
    if success { return .success(true) }
    return .failure(error ?? LAError(.authenticationFailed, nil))
  }
}

extension LAContext: AuthenticationContext {
  /// Whether a query accepts the context. The value is false after ``invalidate()``.
  package var isValid: Bool { !state.isInvalidated }

  package var proof: AccessProof { state.proof }

  package func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessProof {
    let keychain: KeychainContext
    do throws(KeychainError) {
      keychain = try KeychainContext.resolve()
    } catch {
      throw AuthenticationFailure(.failed, error.reason)
    }
    // The answer of the user may take minutes. A fork must not wait for the answer.
    return try ForkGate.outside { () throws(AuthenticationFailure) in
      try state.satisfy(
        constraints, isNew: isNew, reason: reason ?? localizedReason,
        mayAsk: mayAsk && !interactionNotAllowed, titles: titles, keychain)
    }
  }

  package func forget(_ password: Passcode) { state.forget(password) }
}
