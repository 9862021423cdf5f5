/// What `kSecUseAuthenticationContext` takes; `LAContext` is one.
package protocol AuthenticationContext: AnyObject {
  /// False once the context was invalidated.
  var isValid: Bool { get }
}
