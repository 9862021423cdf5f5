/// A part of the help lines of a command: a paragraph, or the explanation of an option.
struct Explanation {
  /// The options and their values as the user types them; empty for a paragraph.
  var tag: String
  var text: String

  /// Reads the lines that `security help` prints. A tag and its explanation are separated by at least two spaces. A
  /// continuation line begins with spaces.
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

  /// Returns the first explanation of an option.
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
