/// A piece of the lines that explain a command: a paragraph, or what an option means.
struct Explanation {
  /// The options and their values as they are typed; empty for a paragraph.
  var tag: String
  var text: String

  /// Reads the lines that `security help` prints: a tag and what it means are two spaces apart or more, and
  /// a line that goes on begins with spaces.
  static func read(_ lines: [String]) -> [Explanation] {
    var result: [Explanation] = []
    for line in lines {
      if line.hasPrefix(" "), let last = result.indices.last {
        result[last].text += " " + trimmed(line)
      } else if let gap = gap(in: line) {
        result.append(
          Explanation(tag: String(line[..<gap]), text: trimmed(String(line[gap...]))))
      } else if let last = result.indices.last, result[last].tag.isEmpty {
        result[last].text += " " + line
      } else {
        result.append(Explanation(tag: "", text: line))
      }
    }
    return result
  }

  /// What the first explanation of an option says.
  static func meaning(of option: String, in explanations: [Explanation]) -> String? {
    explanations.first { $0.options.contains(option) }?.text
  }

  /// The options in the tag.
  private var options: [String] {
    tag.split { $0 == " " || $0 == "," }.map(String.init).filter { $0.hasPrefix("-") }
  }

  private static func gap(in line: String) -> String.Index? {
    line.indices.first { index in
      let next = line.index(after: index)
      return line[index] == " " && next < line.endIndex && line[next] == " "
    }
  }

  private static func trimmed(_ line: String) -> String {
    String(line.drop { $0 == " " })
  }
}
