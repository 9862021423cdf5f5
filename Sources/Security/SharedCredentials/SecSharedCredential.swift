public import Foundation

// Shared web credentials are kept by a service of Apple's that ties programs to web sites. There is
// none here, so the calls compile and say no.

/// Would share a password between a program and a web site; always fails.
///
/// - Parameters:
///   - fqdn: The web site's domain name.
///   - account: The account.
///   - password: The password; nil would remove the shared one.
///   - completion: Called once, later and on another thread, with an error whose code is
///     `errSecUnimplemented` in `NSOSStatusErrorDomain`.
public func SecAddSharedWebCredential(
  _ fqdn: CFString,
  _ account: CFString,
  _ password: CFString?,
  _ completion: @escaping (_ error: CFError?) -> Void
) {
  // Safe: this function gives the closure away and never touches it again, as Apple's does. It is
  // not declared @Sendable because Apple's is not, and closures that compile there have to here.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(.sharedCredentialsUnsupported) }
}

/// Would ask the user for a password shared with a web site; always fails.
///
/// - Parameters:
///   - fqdn: The web site's domain name, or nil for all that the program is tied to.
///   - account: The account, or nil for any.
///   - completion: Called once, later and on another thread, with no credentials and an error whose
///     code is `errSecUnimplemented` in `NSOSStatusErrorDomain`.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?,
  _ account: CFString?,
  _ completion: @escaping (_ credentials: CFArray?, _ error: CFError?) -> Void
) {
  // Safe: see SecAddSharedWebCredential.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(nil, .sharedCredentialsUnsupported) }
}

/// Returns a new random password that people can read and type, such as `kax-rY7-4Td-nuc`.
///
/// It is four groups of three characters between hyphens. The letters i, j, l, I and O and the
/// digits 0 and 1, which are hard to tell from others, do not occur; a lower-case letter, an
/// upper-case letter and a digit from 3 to 9 always do. It carries about 69 bits of randomness.
///
/// - Returns: The password. Never nil, though Apple's declaration allows it.
public func SecCreateSharedWebCredentialPassword() -> CFString? {
  var generator = SystemRandomNumberGenerator()
  return GeneratedPassword.make(using: &generator) as CFString
}

extension NSError {
  fileprivate static var sharedCredentialsUnsupported: NSError {
    NSError(status: errSecUnimplemented, reason: "there is no service for shared web credentials")
  }
}
