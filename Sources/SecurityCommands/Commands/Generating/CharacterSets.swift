import Glibc

/// The characters of a generated password, divided into sets. A password contains a character of each set.
struct CharacterSets {
  let sets: [[UInt8]]

  static let names = ["lower", "upper", "digits", "symbols"]

  /// The characters that look alike in some typefaces, such as 0 and O.
  private static let ambiguous = Set("0O1lI|".utf8)

  private static func members(_ name: Substring) -> [UInt8]? {
    switch name {
    case "lower": Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    case "upper": Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    case "digits": Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
    case "symbols": (0x21...0x7E).filter { !isLetterOrDigit($0) }
    default: nil
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  /// Makes the sets from a list of names, separated by commas.
  ///
  /// - Throws: A failure with the usage status for an unknown or repeated name.
  init(named list: String, unambiguous: Bool) throws(CommandFailure) {
    var sets: [[UInt8]] = []
    let names = list.split(separator: ",", omittingEmptySubsequences: false)
    guard Set(names).count == names.count else {
      throw .usage("--sets: a name stands there twice")
    }
    for name in names {
      guard let members = Self.members(name) else {
        throw .usage("--sets: \"\(name)\" is none of \(Self.names.joined(separator: ", "))")
      }
      sets.append(members)
    }
    try self.init(sets, unambiguous: unambiguous)
  }

  /// Makes one set from the given characters.
  ///
  /// - Throws: A failure with the usage status if a character occurs twice, or is not printable ASCII.
  init(characters word: Word, unambiguous: Bool) throws(CommandFailure) {
    guard word.bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .usage("--characters takes printable characters of ASCII")
    }
    guard Set(word.bytes).count == word.bytes.count else {
      throw .usage("--characters: a character stands there twice")
    }
    try self.init([word.bytes], unambiguous: unambiguous)
  }

  private init(_ sets: [[UInt8]], unambiguous: Bool) throws(CommandFailure) {
    self.sets = sets.map { $0.filter { !unambiguous || !Self.ambiguous.contains($0) } }
    guard all.count > 1 else { throw .usage("there must be two characters to choose from") }
  }

  /// The characters of all sets together.
  var all: [UInt8] { sets.flatMap { $0 } }

  /// Returns whether a password of the given length must contain a character of each set. A password that has fewer
  /// characters than there are sets cannot contain a character of each set.
  func areAllRequired(inLength length: Int) -> Bool { length >= sets.count }

  /// Returns whether the password contains a character of each set.
  func areAll(in password: [UInt8]) -> Bool {
    sets.allSatisfy { set in password.contains { set.contains($0) } }
  }

  /// Returns the entropy of a password in bits: the binary logarithm of the number of possible passwords. All possible
  /// passwords are equally likely.
  func entropy(ofLength length: Int) -> Double {
    let count = Double(all.count)
    var share = 1.0
    if areAllRequired(inLength: length) {
      // Only a share of all passwords of this length contains a character of each set. The loop computes this share by
      // inclusion-exclusion: each step adds or subtracts the passwords that lack some of the sets.
      share = 0
      for subset in 0..<(1 << sets.count) {
        let missing = sets.indices.filter { subset >> $0 & 1 == 1 }
        let rest = count - Double(missing.map { sets[$0].count }.reduce(0, +))
        share += (missing.count % 2 == 0 ? 1 : -1) * pow(rest / count, Double(length))
      }
    }
    return Double(length) * log2(count) + log2(share)
  }
}
