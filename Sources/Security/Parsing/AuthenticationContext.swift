package import Keychain
package import KeychainModel
package import KeychainPrompt

/// What `kSecUseAuthenticationContext` takes; `LAContext` is one.
package protocol AuthenticationContext: AnyObject {
  /// False once the context was invalidated.
  var isValid: Bool { get }

  /// What was proven in the context so far, and what the program brought along.
  var credential: AccessCredential { get }

  /// Has a person prove what is missing of the constraints, and remembers it.
  ///
  /// - Parameters:
  ///   - reason: What the program says it needs it for; nil for what the context says.
  ///   - mayAsk: Whether anybody may be asked; the context may forbid it as well.
  func satisfy(
    _ constraints: AccessConstraints, reason: String?, mayAsk: Bool
  ) throws(AuthenticationFailure) -> AccessCredential
}
