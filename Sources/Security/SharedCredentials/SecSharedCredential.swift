public import Foundation

// On Apple's platforms a service stores shared web credentials and associates programs with web sites. This service
// does not exist here. The functions exist so that programs compile, and they always fail.

/// Always fails. On Apple's platforms it shares a password between a program and a web site.
///
/// - Parameters:
///   - fqdn: The web site's domain name.
///   - account: The account.
///   - password: The password; nil to remove the shared one.
///   - completion: Called once, asynchronously on another thread, with an error whose code is `errSecUnimplemented` in
///     `NSOSStatusErrorDomain`.
public func SecAddSharedWebCredential(
  _ fqdn: CFString,
  _ account: CFString,
  _ password: CFString?,
  _ completion: @escaping (_ error: CFError?) -> Void
) {
  // Safe: this function passes the closure on and never uses it afterwards, as Apple's function does. The parameter is
  // not @Sendable because Apple's is not, and the same client code must compile.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(.sharedCredentialsUnsupported) }
}

/// Always fails. On Apple's platforms it asks the user for a password that is shared with a web site.
///
/// - Parameters:
///   - fqdn: The web site's domain name; nil for all sites that the program is associated with.
///   - account: The account; nil for any.
///   - completion: Called once, asynchronously on another thread, with no credentials and an error whose code is
///     `errSecUnimplemented` in `NSOSStatusErrorDomain`.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?,
  _ account: CFString?,
  _ completion: @escaping (_ credentials: CFArray?, _ error: CFError?) -> Void
) {
  // Safe for the same reason as in SecAddSharedWebCredential.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(nil, .sharedCredentialsUnsupported) }
}

/// Returns a new random password that people can read and type, such as `kax-rY7-4Td-nuc`.
///
/// The password consists of four groups of three characters, separated by hyphens. It does not contain i, j, l, I, O,
/// 0 and 1, which are easily confused with other characters. It contains a lower-case letter, an upper-case letter and
/// a digit from 3 to 9. It has about 69 bits of entropy.
///
/// - Returns: The password. Never nil, although Apple's declaration allows it.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
  var generator = SystemRandomNumberGenerator()
  return GeneratedPassword.make(using: &generator) as CFString
}

extension NSError {
  fileprivate static var sharedCredentialsUnsupported: NSError {
    NSError(status: errSecUnimplemented, reason: "there is no service for shared web credentials")
  }
}
