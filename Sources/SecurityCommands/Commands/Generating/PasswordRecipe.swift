import KeychainCrypto
import KeychainModel

/// How a password is generated.
enum PasswordRecipe {
  case characters(CharacterSets, length: Int)
  /// Pronounceable words of five letters, consonants and vowels in turn: proquints
  /// (https://arxiv.org/html/0901.4016), which spell 16 bits each.
  case words(count: Int, separator: [UInt8])

  private static let consonants = Array("bdfghjklmnprstvz".utf8)
  private static let vowels = Array("aiou".utf8)

  /// The binary logarithm of how many passwords there are, each as likely as every other.
  var entropy: Double {
    switch self {
    case .characters(let sets, let length): sets.entropy(ofLength: length)
    case .words(let count, _): Double(16 * count)
    }
  }

  /// A new password; the caller wipes it.
  func make(_ random: any RandomSource) throws(KeychainError) -> [UInt8] {
    var choice = UniformChoice(random)
    switch self {
    case .characters(let sets, let length):
      let all = sets.all
      var password = [UInt8](repeating: 0, count: length)
      repeat {
        for position in password.indices {
          password[position] = all[try choice.index(below: all.count)]
        }
        // The whole is drawn again: to put a missing character somewhere would favour some passwords.
      } while sets.areAllRequired(inLength: length) && !sets.areAll(in: password)
      return password
    case .words(let count, let separator):
      var password: [UInt8] = []
      // An array that grows by itself leaves what it had in memory.
      password.reserveCapacity(count * (5 + separator.count))
      for word in 0..<count {
        if word > 0 { password += separator }
        for letter in 0..<5 {
          let letters = letter % 2 == 0 ? Self.consonants : Self.vowels
          password.append(letters[try choice.index(below: letters.count)])
        }
      }
      return password
    }
  }
}
