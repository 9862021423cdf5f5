/// The command that was perhaps meant by a word that names none.
enum NearestCommand {
  /// The name of an available command that begins with a word like this one; nil when none does.
  static func name(like word: Word) -> String? {
    guard word.bytes.count > 2, word.bytes.count < 64 else { return nil }
    // More would suggest another command than the one that was mistyped.
    var least = word.bytes.count < 6 ? 1 : 2
    var nearest: String?
    for command in CommandTable.commands where command.isListed && command.isAvailable {
      let mistakes = mistakes(
        in: word.bytes.map(lowercased), asBeginningOf: Array(command.name.utf8))
      guard mistakes < least || (nearest == nil && mistakes == least) else { continue }
      (least, nearest) = (mistakes, command.name)
    }
    return nearest
  }

  /// What is said of a word that names no command.
  static func complaint(about word: Word) -> String {
    let complaint = "unknown command \"\(word.text)\""
    return name(like: word).map { "\(complaint); did you mean \"\($0)\"?" } ?? complaint
  }

  /// How many letters were left out, added, changed, or exchanged with the next, at least, when a word stands for
  /// some beginning of a name.
  private static func mistakes(in word: [UInt8], asBeginningOf name: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...name.count)
    for (row, letter) in word.enumerated() {
      var next = [row + 1]
      for (column, other) in name.enumerated() {
        var count = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
          count = min(count, beforeLast[column - 1] + 1)
        }
        next.append(count)
      }
      (beforeLast, last) = (last, next)
    }
    return last.min() ?? word.count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
