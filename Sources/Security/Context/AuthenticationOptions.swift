package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt

/// Determines how a call may obtain the proofs that the access control of an item requires (specification: secitem
/// 5.7).
struct AuthenticationOptions {
  /// The value of `kSecUseAuthenticationContext`.
  let context: (any AuthenticationContext)?

  /// The value of `kSecUseOperationPrompt`: the reason that the prompt shows.
  let prompt: String?

  /// Whether the dictionary permits a prompt. `UserInteraction` may forbid the prompt nevertheless.
  let mayAsk: Bool

  /// The keychains that the call uses. The function that asks for a proof uses the login keychain, because no other
  /// keychain has items with an access control.
  var scope = KeychainScope.standard
}

extension AuthenticationOptions {
  /// Returns the proofs that the constraints of an item require. The function asks the user for the proofs that `proof`
  /// does not contain.
  ///
  /// - Parameter isNew: Whether the call stores a new item with the proof.
  /// - Throws: `.userCancelled` if the user dismissed the prompt; `.interactionNotAllowed` if a prompt is forbidden or
  ///   impossible; `.authenticationFailed` in every other case.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, having proof: AccessProof?,
    _ keychain: KeychainContext
  ) throws(KeychainError) -> AccessProof {
    // The prompter checks the permission again immediately before it shows a prompt, because the prompter first waits
    // until the prompts of other calls end.
    let mayAsk = mayAsk && keychain.mayAsk()
    do throws(AuthenticationFailure) {
      if let context {
        return try context.satisfy(constraints, isNew: isNew, reason: prompt, mayAsk: mayAsk)
      }
      // The answer of the user may take minutes. A fork must not wait for the answer.
      return try ForkGate.outside { () throws(AuthenticationFailure) in
        try Authenticator(keychain.keychain, prompter: keychain.makePrompter()).proof(
          for: constraints, isNew: isNew, reason: prompt,
          having: proof ?? AccessProof(), mayAsk: mayAsk)
      }
    } catch {
      throw error.keychainError
    }
  }
}

/// An object that `kSecUseAuthenticationContext` accepts. `LAContext` conforms to this protocol. Any thread may use the
/// object.
package protocol AuthenticationContext: AnyObject {
  /// Whether the context is valid. The value is false after the context was invalidated.
  var isValid: Bool { get }

  /// The proofs that the context has so far, and the secrets that the program supplied.
  var proof: AccessProof { get }

  /// Obtains the proofs that the constraints require and that the context does not have yet. The context stores these
  /// proofs. The function may wait for the user, so do not call it within a transaction.
  ///
  /// - Parameters:
  ///   - isNew: Whether the call stores a new item with the proof. If so, the user must type an application password
  ///     twice, because the user may mistype the password.
  ///   - reason: The reason that the prompt shows. Nil selects the reason of the context.
  ///   - mayAsk: Whether the call permits a prompt. The context may forbid the prompt nevertheless.
  /// - Returns: All proofs of the context after the call.
  /// - Throws: The errors of `Authenticator.proof`. `.invalidated` if the context was invalidated before the call;
  ///   `.appCancelled` if the context is invalidated during the call.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessProof

  /// Removes a wrong application password that the user typed. The next call then asks the user again. A password that
  /// the program supplied stays.
  func forget(_ password: Passcode)
}
