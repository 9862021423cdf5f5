/// A command as `-v` repeats it: every word in quotes, and no secret.
struct EchoedCommand {
  let words: [Word]

  /// The syntax of the command's options; nil for a command that is not built. What might be
  /// secret among its arguments is not known, so none of them is shown.
  let syntax: OptionSyntax?

  private static let hidden: Word = "********"

  var line: String { shown.map { "\"\($0.text)\"" }.joined(separator: " ") }

  /// The words, each secret replaced or left out.
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
        // The command is malformed: what follows could be a secret behind a mistyped option.
        for position in begin + scanner.position..<shown.count { shown[position] = hidden }
        break
      }
      guard syntax.mayFollowOperands, !scanner.isEnded else { break }
      // Options may follow the operand.
      begin += scanner.position + 1
    }
    return shown
  }
}
