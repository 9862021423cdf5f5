package import Keychain

/// What `kSecUseAuthenticationContext` takes; `LAContext` is one.
package protocol AuthenticationContext: AnyObject {
  /// False once the context was invalidated.
  var isValid: Bool { get }

  var credential: AccessCredential { get }
}
extension AuthenticationContext {
  package var credential: AccessCredential { AccessCredential() }
}
