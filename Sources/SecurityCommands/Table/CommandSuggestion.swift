/// Suggests a command for a word that names none.
enum CommandSuggestion {
  /// Returns the name of a supported command whose beginning resembles the word; nil if there is none.
  static func name(like word: Word) -> String? {
    guard word.bytes.count > 2, word.bytes.count < 64 else { return nil }
    // With more mistakes, the suggestion would often be a wrong command.
    var least = word.bytes.count < 6 ? 1 : 2
    var nearest: String?
    for command in CommandTable.commands where command.isListed && command.isAvailable {
      let editDistance = editDistance(
        in: word.bytes.map(lowercased), asBeginningOf: Array(command.name.utf8))
      guard editDistance < least || (nearest == nil && editDistance == least) else { continue }
      (least, nearest) = (editDistance, command.name)
    }
    return nearest
  }

  /// Returns the message for a word that names no command.
  static func errorMessage(about word: Word) -> String {
    let errorMessage = "unknown command \"\(word.text)\""
    return name(like: word).map { "\(errorMessage); did you mean \"\($0)\"?" } ?? errorMessage
  }

  /// Returns the edit distance between a word and the closest beginning of a name: the number of omitted, added,
  /// changed or swapped letters.
  private static func editDistance(in word: [UInt8], asBeginningOf name: [UInt8]) -> Int {
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
