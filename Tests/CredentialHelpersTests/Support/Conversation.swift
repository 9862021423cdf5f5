import ProgramSupport
import TestSupport

/// A series of helper runs on the same keychain. A file in `Vectors` describes the series.
struct Conversation: Sendable, CustomStringConvertible {
  struct Step: Sendable {
    let words: [String]
    let now: Int64
    var input: [UInt8] = []
    var output: [UInt8] = []
    var errorLine: String?
    var status: Int32 = 0
  }

  let description: String
  var steps: [Step] = []

  struct Malformed: Error { let line: String }

  /// Reads the conversations in a file.
  static func read(_ name: String) throws -> [Conversation] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let bytes = try TemporaryDirectory.readFile("/\(folder)/Vectors/\(name)")
    var conversations: [Conversation] = []
    var now: Int64 = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      let rest = String(text.drop { $0 != " " }.dropFirst())
      guard let sign = text.first, sign != "#" else { continue }
      if sign == "=" {
        conversations.append(Conversation(description: rest))
        now = 0
        continue
      }
      guard let conversation = conversations.indices.last else { throw Malformed(line: text) }
      switch sign {
      case "@": now = Int64(rest) ?? 0
      case "$":
        let words = rest.split(separator: " ").map(String.init)
        conversations[conversation].steps.append(Step(words: words, now: now))
      default:
        guard let step = conversations[conversation].steps.indices.last else {
          throw Malformed(line: text)
        }
        let line = rest.replacing("\\0", with: "\0").replacing("VERSION", with: ProgramVersion.number)
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        switch sign {
        case "<": conversations[conversation].steps[step].input += bytes
        case ">": conversations[conversation].steps[step].output += bytes
        case "!": conversations[conversation].steps[step].errorLine = rest
        case "?": conversations[conversation].steps[step].status = Int32(rest) ?? -1
        default: throw Malformed(line: text)
        }
      }
    }
    return conversations
  }
}
