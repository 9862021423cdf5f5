public import Foundation

// On Apple's platforms a service stores shared web credentials and associates programs with web sites. Latchkey has no
// such service. `SecAddSharedWebCredential` and `SecRequestSharedWebCredential` exist so that programs compile. They
// always fail.

/// Always fails. On Apple's platforms, the function shares a password between a program and a web site.
///
/// - Parameters:
///   - fqdn: The web site's domain name.
///   - account: The account.
///   - password: The password. Nil removes the shared password.
///   - completion: A closure that is called once, asynchronously, on another thread. The closure receives an error
///     whose code is `errSecUnimplemented` in `NSOSStatusErrorDomain`.
public func SecAddSharedWebCredential(
  _ fqdn: CFString,
  _ account: CFString,
  _ password: CFString?,
  _ completion: @escaping (_ error: CFError?) -> Void
) {
  // Safe: this function passes the closure on and never uses the closure afterwards. The parameter is not `@Sendable`,
  // because programs for Apple's platforms pass closures that are not `@Sendable`.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(.sharedCredentialsUnsupported) }
}

/// Always fails. On Apple's platforms, the function requests a password that is shared with a web site.
///
/// - Parameters:
///   - fqdn: The web site's domain name. Nil for all sites with which the program is associated.
///   - account: The account. Nil for any account.
///   - completion: A closure that is called once, asynchronously, on another thread. The closure receives no
///     credentials, and an error whose code is `errSecUnimplemented` in `NSOSStatusErrorDomain`.
public func SecRequestSharedWebCredential(
  _ fqdn: CFString?,
  _ account: CFString?,
  _ completion: @escaping (_ credentials: CFArray?, _ error: CFError?) -> Void
) {
  // Safe: this function passes the closure on and never uses the closure afterwards.
  nonisolated(unsafe) let completion = completion
  DispatchQueue.global().async { completion(nil, .sharedCredentialsUnsupported) }
}

/// Returns a new random password that people can read and type, such as `kax-rY7-4Td-nuc`.
///
/// The password consists of four groups of three characters, separated by hyphens. The password does not contain i, j,
/// l, I, O, 0 and 1, because people confuse these characters with others. The password contains at least one lower-case
/// letter, one upper-case letter and one digit from 3 to 9. It has about 69 bits of entropy.
///
/// - Returns: The password. The result is never nil, although Apple's declaration permits nil.
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

  /// A password contains at least one character of each of these sets. The digit 2 does not satisfy the requirement for
  /// a digit (specification: keys-and-certificates 6.4).
  private static let required = [Set(lowerCase), Set(upperCase), Set(digits.dropFirst())]

  private static let groupCount = 4
  private static let groupSize = 3

  /// Makes a password from a source of randomness. All permitted passwords are equally likely.
  ///
  /// The function draws whole candidates until a candidate has a character of every required set. Changing a candidate
  /// afterwards would make some passwords more likely than others. Four of five random candidates pass, so the loop
  /// ends soon with a random source. With a source that always returns the same number, the loop may never end.
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
