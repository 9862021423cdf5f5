package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt

/// What `kSecUseAuthenticationContext` takes; `LAContext` is one.
package protocol AuthenticationContext: AnyObject {
  /// False once the context was invalidated.
  var isValid: Bool { get }

  /// What was proven in the context so far, and what the program supplied.
  var proof: AccessProof { get }

  /// Has proven what the constraints ask for and the context does not have yet, and remembers it. May
  /// wait for a person: not to be called within a transaction.
  ///
  /// - Parameters:
  ///   - isNew: Whether an item is to be stored with it: a password that may be mistyped will not do.
  ///   - reason: Why, for the person who is asked; nil for what the context says.
  ///   - mayAsk: Whether anybody may be asked; the context may forbid it too.
  /// - Returns: Everything that the context has then.
  /// - Throws: As `Authenticator.proof`; `.invalidated` when the context was invalidated before,
  ///   `.appCancelled` when it is meanwhile.
  func satisfy(
    _ constraints: AccessConstraints, isNew: Bool, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessProof

  /// Lets go a password that proved wrong, if a person typed it: the next call asks anew. What the program
  /// supplied stays.
  func forget(_ password: Passcode)
}
