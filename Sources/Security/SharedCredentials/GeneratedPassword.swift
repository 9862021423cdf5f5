/// The passwords that `SecCreateSharedWebCredentialPassword` makes.
package enum GeneratedPassword {
  private static let lowerCase = "abcdefghkmnopqrstuvwxyz"
  private static let upperCase = "ABCDEFGHJKLMNPQRSTUVWXYZ"
  private static let digits = "23456789"
  private static let alphabet = Array(lowerCase + upperCase + digits)

  /// At least one character of each of these occurs. A 2 is a digit but does not count as one here.
  private static let required = [Set(lowerCase), Set(upperCase), Set(digits.dropFirst())]

  private static let groupCount = 4
  private static let groupSize = 3

  /// Makes a password from a source of randomness, all permitted passwords being equally likely.
  ///
  /// Whole candidates are drawn until one has a character of every required kind: repairing a
  /// candidate would favour some passwords. Four in five pass, so with a random source the loop ends
  /// soon; with a source that always gives the same number it would not.
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
