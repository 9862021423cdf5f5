/// A command as `-v` prints it: every word in quotation marks, and without secrets.
struct EchoedCommand {
  let words: [Word]

  /// The syntax of the command's options; nil for a command that is not available. Then any argument may be a secret,
  /// so all arguments are hidden.
  let syntax: OptionSyntax?

  private static let hidden: Word = "********"

  var line: String { shown.map { "\"\($0.text)\"" }.joined(separator: " ") }

  /// The words, with secrets replaced or omitted.
  var shown: [Word] {
    let arguments = Array(words.dropFirst())
    guard let syntax else {
      return Array(words.prefix(1)) + arguments.map { _ in Self.hidden }
    }
    return Array(words.prefix(1)) + Self.hidingSecrets(in: arguments, syntax: syntax)
  }

  private static func hidingSecrets(in arguments: [Word], syntax: OptionSyntax) -> [Word] {
    var shown = arguments
    var begin = 0
    while begin < arguments.count {
      var scanner = OptionScanner(Array(arguments[begin...]), syntax: syntax)
      do throws(CommandFailure) {
        while let option = try scanner.next() {
          guard let place = option.valuePlace, syntax.secrets.contains(option.name) else {
            continue
          }
          let word = begin + place.word
          shown[word] = Word(shown[word].bytes.prefix(place.offset) + hidden.bytes)
        }
      } catch {
        // The command line is malformed. The remaining words may contain a secret after a mistyped option, so they are
        // hidden.
        for position in begin + scanner.position..<shown.count { shown[position] = hidden }
        break
      }
      guard syntax.mayFollowOperands, !scanner.isEnded else { break }
      // Continue after the operand, because options may follow it.
      begin += scanner.position + 1
    }
    return shown
  }
}
