package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt
import Security

extension LAContext: AuthenticationContext {
  /// Whether the context may still be given to a query: until ``invalidate()``.
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
    // Somebody who takes minutes to answer must not keep a fork waiting.
    return try ForkGate.outside { () throws(AuthenticationFailure) in
      try state.satisfy(
        constraints, isNew: isNew, reason: reason ?? localizedReason,
        mayAsk: mayAsk && !interactionNotAllowed, titles: titles, keychain)
    }
  }

  package func forget(_ password: Passcode) { state.forget(password) }
}
