package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt

/// The ways in which this call may obtain a proof that an item's access control asks for (specification: secitem 5.7).
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

/// The object that `kSecUseAuthenticationContext` takes. `LAContext` conforms to it.
package protocol AuthenticationContext: AnyObject {
  /// Whether the context is valid. False after the context was invalidated.
  var isValid: Bool { get }

  /// The proofs that the context has so far, and the secrets that the program supplied.
  var proof: AccessProof { get }

  /// Obtains the proofs that the constraints ask for and the context does not have yet, and remembers them. It may
  /// wait for the user: do not call it within a transaction.
  ///
  /// - Parameters:
  ///   - isNew: Whether an item is to be stored with the proof. Then a typed password must be typed twice, because it
  ///     may be mistyped.
  ///   - reason: The reason that the user is shown; nil for the reason that the context gives.
  ///   - mayAsk: Whether the user may be asked. The context may also forbid it.
  /// - Returns: All proofs that the context has afterwards.
  /// - Throws: The errors of `Authenticator.proof`. `.invalidated` if the context was invalidated before the call;
  ///   `.appCancelled` if it is invalidated during the call.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessProof

  /// Removes a wrong password if a person typed it; the next call asks again. A password that the program supplied
  /// stays.
  func forget(_ password: Passcode)
}
