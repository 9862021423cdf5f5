import KeychainCrypto
import KeychainModel

/// The rules for a generated password.
enum PasswordRecipe {
  case characters(CharacterSets, length: Int)
  /// Pronounceable words of five letters, in which consonants and vowels alternate. The words are proquints
  /// (https://arxiv.org/html/0901.4016). Each word encodes 16 bits.
  case words(count: Int, separator: [UInt8])

  private static let consonants = Array("bdfghjklmnprstvz".utf8)
  private static let vowels = Array("aiou".utf8)

  /// The entropy of a password in bits: the binary logarithm of the number of possible passwords. All possible
  /// passwords are equally likely.
  var entropy: Double {
    switch self {
    case .characters(let sets, let length): sets.entropy(ofLength: length)
    case .words(let count, _): Double(16 * count)
    }
  }

  /// Makes a new password. The caller must wipe it.
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
        // If the password contains no character of one of the sets, the function makes a completely new password.
        // Inserting a character of this set would make some passwords more likely than others.
      } while sets.areAllRequired(inLength: length) && !sets.areAll(in: password)
      return password
    case .words(let count, let separator):
      var password: [UInt8] = []
      // The capacity is reserved, because an array that grows leaves a copy of its content in freed memory.
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
