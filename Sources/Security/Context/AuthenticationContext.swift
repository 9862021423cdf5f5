package import Keychain
package import KeychainCrypto
package import KeychainModel
package import KeychainPrompt

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
