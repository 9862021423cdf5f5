import Keychain
import KeychainModel
import KeychainPrompt

/// The ways in which this call may obtain a proof that an item's access control asks for (secitem 5.7).
struct AuthenticationOptions {
  /// The value of `kSecUseAuthenticationContext`.
  let context: (any AuthenticationContext)?

  /// The value of `kSecUseOperationPrompt`: the reason that the user is shown.
  let prompt: String?

  /// Whether the call may ask the user. `UserInteraction` may also forbid it.
  let mayAsk: Bool
}

extension AuthenticationOptions {
  /// Returns the proofs that an item's constraints ask for: the proofs that the caller has, and the missing ones,
  /// which it asks the user for.
  ///
  /// - Parameter isNew: Whether an item is to be stored with the proof.
  /// - Throws: `.userCancelled` if the user dismissed the question; `.interactionNotAllowed` if the user may not or
  ///   cannot be asked; `.authenticationFailed` in every other case.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, having proof: AccessProof?,
    _ keychain: KeychainContext
  ) throws(KeychainError) -> AccessProof {
    // The prompter checks the permission again after it has waited for another question to be answered.
    let mayAsk = mayAsk && keychain.mayAsk()
    do throws(AuthenticationFailure) {
      if let context {
        return try context.satisfy(constraints, isNew: isNew, reason: prompt, mayAsk: mayAsk)
      }
      // A user may take minutes to answer. A fork must not wait for that.
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
