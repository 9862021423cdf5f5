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
