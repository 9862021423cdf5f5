package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt
import Security

extension LAContext: AuthenticationContext {
  /// Whether a query accepts the context. False after ``invalidate()``.
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
    // A user may take minutes to answer. A fork must not wait for that.
    return try ForkGate.outside { () throws(AuthenticationFailure) in
      try state.satisfy(
        constraints, isNew: isNew, reason: reason ?? localizedReason,
        mayAsk: mayAsk && !interactionNotAllowed, titles: titles, keychain)
    }
  }

  package func forget(_ password: Passcode) { state.forget(password) }
}
