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

/// Generates the passwords of `SecCreateSharedWebCredentialPassword`.
package enum GeneratedPassword {
  private static let lowerCase = "abcdefghkmnopqrstuvwxyz"
  private static let upperCase = "ABCDEFGHJKLMNPQRSTUVWXYZ"
  private static let digits = "23456789"
  private static let alphabet = Array(lowerCase + upperCase + digits)

  /// A password contains at least one character of each of these sets. The digit 2 does not satisfy the requirement
  /// for a digit.
  private static let required = [Set(lowerCase), Set(upperCase), Set(digits.dropFirst())]

  private static let groupCount = 4
  private static let groupSize = 3

  /// Makes a password from a source of randomness. All permitted passwords are equally likely.
  ///
  /// The function draws whole candidates until one has a character of every required set. Repairing a candidate would
  /// favour some passwords. Four candidates in five pass, so the loop ends soon with a random source. With a source
  /// that always returns the same number, the loop may never end.
  package static func make(using generator: inout some RandomNumberGenerator) -> String {
    while true {
      let candidate = (0..<groupCount * groupSize).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &generator)]
      }
      guard required.allSatisfy({ !$0.isDisjoint(with: candidate) }) else { continue }
      let groups = stride(from: 0, to: candidate.count, by: groupSize).map {
        String(candidate[$0..<$0 + groupSize])
      }
      return groups.joined(separator: "-")
    }
  }
}
